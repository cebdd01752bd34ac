"""Conformance programs in C, written from the text of MPI 4.1 (conformance/*.c): each has one rule. The programs of a
file are one executable, which runs in our own host, in three families. Where MPICH or Open MPI is installed, the output
is compared. The page conformance/FUNCTIONS.md names a program for each function that fails if the function does
nothing."""

import functools
import pathlib

import pytest
from conformance_programs import (FLAGS_OF_C, MPICH, OPEN_MPI, executable, lines_of, needs_of, options_of, programs,
                                  source_in_c)
from conformance_table import ELSEWHERE, FUNCTIONS, WITHOUT_EFFECT, callers, notices, read_table
from mpi_runner import FOLDER, rmasim

FILES = programs(".c")
ALL = [one for some in FILES.values() for one in some]
NOTICED = [name for name in FUNCTIONS if name not in ELSEWHERE.keys() | WITHOUT_EFFECT.keys()]


@functools.cache
def lines(path, family="newrma"):
    """Runs the programs of a file, which must be right, and returns what they print."""
    finished = rmasim("exec", "-n", 4, "--family", family, "--check-invariants", *options_of(FILES[path]),
                      executable(path))
    assert not finished.stderr, finished.stderr
    return lines_of(finished, [one.name for one in FILES[path]])


def test_there_are_enough_programs():
    assert len(ALL) >= 300 and len(FILES) >= 25
    assert len({one.name for one in ALL}) == len(ALL)


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_programs_are_right_in_our_host(path, family):
    lines(path, family)


# In one process with all others, some programs find other error classes with MPICH 4.0.2.
RUNS = {"openmpi": (OPEN_MPI, ALL)} | {f"mpich-{path.stem}": (MPICH, some) for path, some in FILES.items()}


@pytest.mark.parametrize("name", RUNS)
def test_programs_print_the_same_with(name):
    library, programs_of_run = RUNS[name]
    library.skip_without("mpicc")
    some = [one for one in programs_of_run if library.can_run(one)]
    if not some:
        pytest.skip(f"{library.name} runs none of them")
    program = pathlib.Path(FOLDER.name) / f"conformance-{name}"
    source = program.with_suffix(".c")
    source.write_text(source_in_c(some))
    library.compile("mpicc", [*FLAGS_OF_C, "-w", *needs_of(some)], source, program)
    ours = {line for path in {one.path for one in some} for line in lines(path)}
    theirs = lines_of(library.run(program), [one.name for one in some])
    assert [line for line in theirs if line not in ours] == []


def test_the_table_has_every_function():
    table = read_table()
    assert list(table) == FUNCTIONS
    names = {one.name for one in ALL}
    assert [name for name in NOTICED if table[name] not in names] == []
    assert [name for name in NOTICED if table[name] not in {one.name for one in callers(name)}] == []


@pytest.mark.parametrize("name", NOTICED[::25])
def test_a_program_fails_if_a_function_does_nothing(name):
    assert notices(name, read_table()[name])


def test_wrappers_call_the_functions():
    assert not notices("Abort", "predefined")
