"""Conformance programs: what the heads of their files ask for, and programs that consist of many of them. A process of
SMPI takes longer to start than most of them to run, and a compiler to read the headers, so those that ask for the same
are compiled as one file, and one program. Its ranks run one after the other, and say which one did not end."""

import dataclasses
import functools
import pathlib
import subprocess

from mpi_runner import FOLDER, PROGRAMS, ROOT, rmasim
from units import one_unit

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
# Those of Fortran pass arguments of many types to functions that have no interface.
COMPILERS = {".c": ("cc", ["-std=gnu11", *WARNINGS]), ".cc": ("c++", ["-std=c++17", *WARNINGS]),
             ".f90": ("fc", ["-cpp", "-ffree-line-length-none", "-fallow-argument-mismatch", "-w"])}
SUFFIXES = tuple(COMPILERS)
PER_BATCH = 25


@dataclasses.dataclass(frozen=True)
class Wants:
    """The lines `// options: ...`, `// compile: ...` (of threads: then there are some), `// needs: ...` and
    `// also: FAMILY`, where Fortran has `!`; and the suffix."""
    options: tuple = ()
    compile: tuple = ()
    needs: str = ""
    also: str = ""
    language: str = ".c"


def lines_of(source):
    return [line.partition(" ")[2] for line in source.read_text().splitlines() if line.startswith(("// ", "! "))]


def wants(source):
    found = {"language": source.suffix}
    for line in lines_of(source):
        key, _, value = line.partition(": ")
        if key in ("options", "compile", "needs", "also") and value:
            found[key] = tuple(value.split()) if key in ("options", "compile") else value
    return Wants(**found)


def smpi_has_it(source):
    """Whether SMPI 3.32's own can run the program; if not, its head says why."""
    return not any(line.startswith("SMPI's own: ") for line in lines_of(source))


def sources():
    return sorted(path for path in PROGRAMS.iterdir() if path.suffix in SUFFIXES)


def batches(which):
    """(what they want, the sources) of each program."""
    alike = {}
    for source in which:
        alike.setdefault(wants(source), []).append(source)
    return [(want, tuple(some[at:at + PER_BATCH])) for want, some in alike.items()
            for at in range(0, len(some), PER_BATCH)]


def name_of(source):
    return f"test_{source.stem}_{source.suffix[1:]}"


# Fortran takes addresses, and its names end in an underscore.
BY_LANGUAGE = {".c": ("void {}(int rank, int size);", ""), ".cc": ("void {}(int rank, int size);", ""),
               ".f90": ("void {}(int* rank, int* size);", "&")}


def function_of(source):
    return name_of(source) + ("_" if source.suffix == ".f90" else "")


def init_of(source):
    if not wants(source).compile:
        return "MPI_Init(&argc, &argv);"
    return "int provided; MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);"


def main_of(some):
    """In C or C++: calls the others, one after the other."""
    form, address = BY_LANGUAGE[some[0].suffix]
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
    """The program of the sources, which are of one language; `more` options of the compiler."""
    compiler, flags = COMPILERS[some[0].suffix]
    options = [*flags, "-DPROGRAM_OF_MANY", "-O1", f"-I{ROOT}", *wants(some[0]).compile, *more]
    program = pathlib.Path(FOLDER.name) / "_".join(["all", name_of(some[0]), *more])
    unit, main = program.with_suffix(some[0].suffix), program.with_suffix(".main.c")
    parts, calls = one_unit([(one, {"test": name_of(one)}) for one in some]), main_of(some)
    if compiler == "fc":
        unit.write_text(parts)
        main.write_text(calls)
        steps = [("cc", "-c", "-o", main.with_suffix(".o"), main),
                 (compiler, *options, "-o", program, unit, main.with_suffix(".o"))]
    else:
        unit.write_text(parts + calls)
        steps = [(compiler, *options, "-o", program, unit)]
    for step in steps:
        finished = rmasim(*step)
        assert finished.returncode == 0, finished.stderr
    return program


def report_of(finished, some):
    """What a failed run says, and which program it was in."""
    done = finished.stdout.count(" is right\n")
    inside = some[done].name if done < len(some) else "the end"
    return f"in {inside}: exit code {finished.returncode}\n{finished.stderr}"


def run_with_smpi(program, platform):
    command = ["smpirun", "-np", "4", "-platform", platform, "--log=root.thres:critical",
               "--cfg=smpi/simulate-computation:no", "--cfg=smpi/privatization:dlopen", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
