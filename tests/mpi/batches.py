"""Conformance programs: what the heads of their files ask for, and programs that consist of many of them. A process of
SMPI takes longer to start than most of them to run, so those that ask for the same are linked into one program. Its
ranks run one after the other, and say which one did not end."""

import concurrent.futures
import dataclasses
import functools
import os
import pathlib
import subprocess

from mpi_runner import FOLDER, PROGRAMS, ROOT, rmasim

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


@functools.lru_cache(maxsize=None)
def compiled(source, *more):
    compiler, flags = COMPILERS[source.suffix]
    target = pathlib.Path(FOLDER.name) / f"{name_of(source)}{''.join(more)}.o"
    finished = rmasim(compiler, *flags, *wants(source).compile, "-O1", *more, f"-I{ROOT}", f"-Dtest={name_of(source)}",
                      "-c", "-o", target, source)
    assert finished.returncode == 0, finished.stderr
    return target


# Fortran takes addresses, and its names end in an underscore.
BY_LANGUAGE = {".c": ("int rank, int size", ""), ".cc": ("int rank, int size", ""),
               ".f90": ("int* rank, int* size", "&")}


def init_of(source):
    if not wants(source).compile:
        return "MPI_Init(&argc, &argv);"
    return "int provided; MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);"


def main_of(some):
    """The program in C that calls the others, one after the other."""
    language = some[0].suffix
    arguments, address = BY_LANGUAGE[language]
    names = [name_of(source) + ("_" if language == ".f90" else "") for source in some]
    declared = "".join(f"void {name}({arguments});\n" for name in names)
    calls = "".join(f"    {name}({address}rank, {address}size);\n    end_of(\"{source.name}\", rank);\n"
                    for name, source in zip(names, some))
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
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        objects = list(threads.map(lambda source: compiled(source, *more), some))
    program = pathlib.Path(FOLDER.name) / "_".join(["all", name_of(some[0]), *more])
    main = program.with_suffix(".c")
    main.write_text(main_of(some))
    for step in (("cc", "-c", "-o", main.with_suffix(".o"), main),
                 (COMPILERS[some[0].suffix][0], *wants(some[0]).compile, "-o", program, main.with_suffix(".o"),
                  *objects)):
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
