"""Conformance programs, written from the text of MPI 4.1 (conformance/): executables, the MPI libraries whose output is
compared with ours, and functions that do nothing. test_conformance_in_c.py and test_fortran.py have the tests.

A program checks itself, and a check fails if a function that it calls does nothing. The keys `mpich` and `openmpi` of a
program have the reason why the library cannot run it, or prints something else. A library does not get C programs with
functions that it does not declare."""

import dataclasses
import functools
import itertools
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from mpi_runner import BINARY, FOLDER, ROOT, rmasim
from units import headers_of, sections, static_names

sys.path.insert(0, str(ROOT / "sim/mpi/api"))
from mpi_tables import read_functions  # noqa: E402

CONFORMANCE = ROOT / "tests/mpi/conformance"
IMPLEMENTED = [one for one in read_functions() if one.state in ("done", "core")]


def programs(suffix):
    """Returns the programs by file."""
    return {path: sections(path) for path in sorted(CONFORMANCE.glob(f"*{suffix}")) if sections(path)}


def calls(program, profiled="P?"):
    """Returns the functions that a program calls, in capitals; without those of the profiling interface, if `profiled`
    is empty."""
    return set(re.findall(rf"\b{profiled}MPI_(\w+)", program.text.upper()))


def lines_of(finished, names):
    """Returns the output of a run that must have finished with all programs."""
    done = [line.removesuffix(" is right") for line in finished.stdout.splitlines() if line.endswith(" is right")]
    missing = [one for one in names if one not in done]
    assert finished.returncode == 0 and not missing, f"{missing[:3]}: {finished.stderr}"
    return sorted(re.sub(r"\B_of_file_\d+", "", line) for line in finished.stdout.splitlines())


# ---- Programs in C.

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-maybe-uninitialized",
            "-Wno-stringop-overflow"]
FLAGS_OF_C = ["-std=gnu11", "-O0", f"-I{ROOT}", *WARNINGS]


def unit_in_c(some):
    """Returns the text of a single file that contains the programs and the heads of their files, in which static names
    are made unique."""
    by_file = {path: list(chosen) for path, chosen in itertools.groupby(some, key=lambda one: one.path)}
    lines = headers_of(by_file)
    for number, (path, chosen) in enumerate(by_file.items()):
        before = path.read_text().splitlines()[:sections(path)[0].line - 1]
        head = "\n".join("" if line.startswith("#include") else line for line in before)
        text = f"# 1 \"{path}\"\n{head}\n" + "".join(f"# {one.line} \"{path}\"\n{one.text}\n" for one in chosen)
        if len(by_file) > 1 and (names := "|".join(static_names(text))):
            text = re.sub(rf"\b({names})\b", rf"\1_of_file_{number}", text)
        lines.append(text)
    return "\n".join(lines) + "\n"


def needs_of(some):
    """Returns the options of the compiler that the programs need."""
    return ["-pthread"] if any("threads" in one.keys for one in some) else []


def source_in_c(some):
    """Returns the text of an executable. A file whose programs have the key `threads` gets MPI_THREAD_MULTIPLE."""
    level = "MPI_THREAD_MULTIPLE" if needs_of(some) else "MPI_THREAD_SINGLE"
    rows = "".join(f"    {{\"{one.name}\", test_{one.function}}},\n" for one in some)
    return (f"{unit_in_c(some)}#define CONFORMANCE_THREADS {level}\nstatic const struct {{\n    const char* name;\n"
            f"    void (*function)(int rank, int size);\n}} programs[] = {{\n{rows}}};\n"
            "#include \"tests/mpi/conformance/main.inc\"\n")


def options_of(some):
    """Returns the options of `exec` that programs of an executable need."""
    return list(dict.fromkeys(word for one in some for word in one.keys.get("options", "").split()))


@functools.cache
def executable(path, *more):
    """Compiles the programs of a C file for our own host."""
    some = programs(".c")[path]
    parts = ["conformance", path.stem, *(pathlib.Path(one).stem for one in more)]
    program = pathlib.Path(FOLDER.name) / "-".join(parts)
    source = program.with_suffix(".c")
    source.write_text(source_in_c(some))
    finished = rmasim("cc", *FLAGS_OF_C, *needs_of(some), "-o", program, source, *more)
    assert finished.returncode == 0, finished.stderr
    return program


# ---- Other libraries.

@dataclasses.dataclass(frozen=True)
class Library:
    """An MPI library of Debian. `options` are those of its launcher."""
    name: str
    options: tuple = ()

    def compiler(self, language):
        return f"{language}.{self.name}"

    @property
    def launcher(self):
        return f"mpiexec.{self.name}"

    def skip_without(self, language):
        if not (shutil.which(self.compiler(language)) and shutil.which(self.launcher)):
            pytest.skip(f"needs {self.compiler(language)}")

    def compile(self, language, flags, source, program):
        built = subprocess.run([self.compiler(language), *flags, "-o", program, source], capture_output=True, text=True,
                               check=False)
        assert built.returncode == 0, built.stderr

    def run(self, program):
        return subprocess.run([self.launcher, *self.options, "-n", "4", program], capture_output=True, text=True,
                              check=False, timeout=300)

    @functools.cached_property
    def declared(self):
        """Returns the names in the library's mpi.h, in capitals."""
        header = subprocess.run([self.compiler("mpicc"), "-E", "-dD", "-include", "mpi.h", "-x", "c", "/dev/null"],
                                capture_output=True, text=True, check=True)
        return set(re.findall(r"\bMPI_(\w+)", header.stdout.upper()))

    def can_run(self, program):
        """Returns True for a program in C that the library can compile, and for which it prints what MPI says."""
        return self.name not in program.keys and calls(program) <= self.declared


MPICH = Library("mpich")
OPEN_MPI = Library("openmpi", ("--allow-run-as-root", "--oversubscribe"))


# ---- Functions that do nothing.

def functions_that_may_do_nothing(forms):
    """Returns assembler code of functions that call those of the profiling interface, but for the one whose number in
    the list is the variable conformance_without: that one returns 0. `forms` has the pairs of names of each."""
    code = [".text\n"]
    for number, pairs in enumerate(forms):
        for name, profiled in pairs:
            code.append(f".globl {name}\n.weak {profiled}\n{name}:\nmovq conformance_without@GOTPCREL(%rip), %rax\n"
                        f"cmpl ${number}, (%rax)\nje nothing\njmp {profiled}@PLT\n")
    code.append("nothing:\nxorl %eax, %eax\nxorps %xmm0, %xmm0\nret\n.section .note.GNU-stack,\"\",@progbits\n")
    return "".join(code)


def fails_without(program, name, number):
    """Returns True if the program of an executable fails when a function does nothing."""
    try:
        run = subprocess.run([BINARY, "exec", "-n", "4", program, name, str(number)], capture_output=True, check=False,
                             timeout=20)
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0
