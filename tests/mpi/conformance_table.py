"""The table of functions and conformance programs in C: which program fails if a function does nothing. Each executable
is linked with functions that call those of the profiling interface, except the one that does nothing."""

import pathlib
import re

from conformance_programs import (CONFORMANCE, IMPLEMENTED, calls, executable, fails_without,
                                  functions_that_may_do_nothing, programs)
from mpi_runner import FOLDER

FUNCTIONS = [name for one in IMPLEMENTED for name, _ in one.variants()]
ELSEWHERE = {"Abort": "`ends.c` of `tests/mpi/hosted`"}
WITHOUT_EFFECT = {"Win_sync": "none: the memory model is unified"}
PAGE = CONFORMANCE / "FUNCTIONS.md"
ROW = re.compile(r"^\| MPI_(\w+) \| (.+?) \|", re.MULTILINE)

HEAD = """# Functions and their conformance programs

Each function of C that rmasim's MPI library has, and a program of this folder that fails if the function does nothing:
a wrapper returns MPI_SUCCESS or 0 instead of calling it. The last column is the number of programs that call the
function. `tests/pages/pages.py --write --long mpi/conformance` renews this page.

| function | program | programs |
|---|---|---|
"""


def wrappers():
    """Writes the file with the functions that may do nothing, and returns its path."""
    path = pathlib.Path(FOLDER.name) / "wrappers.s"
    if not path.exists():
        path.write_text(functions_that_may_do_nothing([[(f"MPI_{one}", f"PMPI_{one}")] for one in FUNCTIONS]))
    return path


def file_of(name):
    return next(path for path, some in programs(".c").items() if any(one.name == name for one in some))


def notices(name, program):
    """Returns True if the program fails when the function MPI_`name` does nothing."""
    return fails_without(executable(file_of(program), wrappers()), program, FUNCTIONS.index(name))


def callers(name):
    """Returns the programs that call MPI_`name`, those that call few functions first."""
    everybody = ("INIT", "FINALIZE")  # the main function calls them
    found = [one for some in programs(".c").values() for one in some
             if name.upper() in calls(one, "") or name.upper() in everybody or
             (name == "Init_thread" and "threads" in one.keys)]
    return sorted(found, key=lambda one: (len(calls(one)), one.name))


def row_of(name):
    some = callers(name)
    known = ELSEWHERE.get(name) or WITHOUT_EFFECT.get(name)
    said = known or next((one.name for one in some if notices(name, one.name)), "none")
    return f"| MPI_{name} | {said} | {len(some)} |\n"


def page():
    return HEAD + "".join(map(row_of, FUNCTIONS))


def read_table():
    """Returns the program of each function, as the page has it."""
    return dict(ROW.findall(PAGE.read_text()))
