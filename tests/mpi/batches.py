"""Conformance programs: the requirements in their heads, and executables that combine many programs. Starting an SMPI
process takes longer than running most of the programs, and a compiler spends most of its time on headers. Therefore
programs with the same requirements are compiled as one file, into one executable. The ranks of the executable run the
programs one after another, and report each program that did not finish."""

import dataclasses
import functools
import pathlib
import subprocess

from mpi_runner import FOLDER, PROGRAMS, ROOT, rmasim
from units import one_unit, sections

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
# Those of Fortran pass arguments of many types to functions that have no interface.
COMPILERS = {".c": ("cc", ["-std=gnu11", *WARNINGS]), ".cc": ("c++", ["-std=c++17", *WARNINGS]),
             ".f90": ("fc", ["-cpp", "-ffree-line-length-none", "-fallow-argument-mismatch", "-w"])}
SUFFIXES = tuple(COMPILERS)
PER_BATCH = 25


@dataclasses.dataclass(frozen=True)
class Wants:
    """The requirements of a program: the lines `// options: ...`, `// compile: ...` (which a program with threads has)
    and `// also: FAMILY`, and the suffix of the file."""
    options: tuple = ()
    compile: tuple = ()
    also: str = ""
    language: str = ".c"


def wants(program):
    keys = program.keys
    return Wants(tuple(keys.get("options", "").split()), tuple(keys.get("compile", "").split()), keys.get("also", ""),
                 program.path.suffix)


def smpi_has_it(program):
    """Returns True if SMPI's own one-sided communication (3.32) can run the program. If not, the program's head has the
    reason.
    """
    return "SMPI's own" not in program.keys


def programs():
    found = [one for path in PROGRAMS.iterdir() if path.suffix in SUFFIXES for one in sections(path)]
    return sorted(found, key=lambda one: one.name)


def program_of(name):
    return next(one for one in programs() if one.name == name)


def batches(which):
    """Returns (requirements, programs) for each batch."""
    alike = {}
    for program in which:
        alike.setdefault(wants(program), []).append(program)
    return [(want, tuple(some[at:at + PER_BATCH])) for want, some in alike.items()
            for at in range(0, len(some), PER_BATCH)]


# Fortran takes addresses, and its names end in an underscore.
BY_LANGUAGE = {".c": ("void {}(int rank, int size);", ""), ".cc": ("void {}(int rank, int size);", ""),
               ".f90": ("void {}(int* rank, int* size);", "&")}


def function_of(program):
    return f"test_{program.function}" + ("_" if program.path.suffix == ".f90" else "")


def init_of(program):
    if not wants(program).compile:
        return "MPI_Init(&argc, &argv);"
    return "int provided; MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);"


def main_of(some):
    """Returns a main function, in C or C++, that calls the programs one after another."""
    form, address = BY_LANGUAGE[some[0].path.suffix]
    declared = "".join(f"{form.format(function_of(one))}\n" for one in some)
    calls = "".join(f"    {function_of(one)}({address}rank, {address}size);\n    end_of(\"{one.name}\", rank);\n"
                    for one in some)
    return ("#include <mpi.h>\n#include <stdio.h>\n" + declared +
            "static void end_of(const char* name, int rank) {\n"
            "    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);\n"
            "    MPI_Barrier(MPI_COMM_WORLD);\n"
            "    if (rank == 0) printf(\"%s is right\\n\", name);\n"
            "    fflush(stdout);\n}\n"
            "int main(int argc, char** argv) {\n"
            "    int rank, size;\n"
            f"    {init_of(some[0])}\n"
            "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
            "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n" + calls +
            "    MPI_Finalize();\n    return 0;\n}\n")


@functools.lru_cache(maxsize=None)
def linked(some, *more):
    """Compiles programs of one language to one executable. `more` are additional options for the compiler."""
    suffix = some[0].path.suffix
    compiler, flags = COMPILERS[suffix]
    options = [*flags, "-O1", f"-I{ROOT}", *wants(some[0]).compile, *more]
    host = [one for one in more if one == "--smpi"]
    program = pathlib.Path(FOLDER.name) / "_".join([str(len(some)), "from", some[0].name, *more])
    unit, main = program.with_suffix(suffix), program.with_suffix(".main.c")
    tests, calls = one_unit(some), main_of(some)
    if compiler == "fc":
        unit.write_text(tests)
        main.write_text(calls)
        steps = [("cc", *host, "-c", "-o", main.with_suffix(".o"), main),
                 (compiler, *options, "-o", program, unit, main.with_suffix(".o"))]
    else:
        unit.write_text(tests + calls)
        steps = [(compiler, *options, "-o", program, unit)]
    for step in steps:
        finished = rmasim(*step)
        assert finished.returncode == 0, finished.stderr
    return program


def report_of(finished, some):
    """Returns the output of a failed run, and the program that failed."""
    done = finished.stdout.count(" is right\n")
    inside = some[done].name if done < len(some) else "the end"
    return f"in {inside}: exit code {finished.returncode}\n{finished.stderr}"


def run_with_smpi(program, platform):
    command = ["smpirun", "-np", "4", "-platform", platform, "--log=root.thres:critical",
               "--cfg=smpi/simulate-computation:no", "--cfg=smpi/privatization:dlopen", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
