"""The source locations in reports: file and line of the call, also in headers, and the lines into which the compiler
has inlined the call's function."""

import pathlib

import pytest
from mpi_runner import FOLDER, rmasim

HEADER = """#include <mpi.h>
#ifndef INLINE
#define INLINE inline __attribute__((always_inline))
#endif
static int mine[4], other;
static INLINE void put_it(MPI_Win win, int target) {
    MPI_Put(&other, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    other = 6;
}
"""
PROGRAM = """#include "put_it.h"
void put_there(MPI_Win win) {
    put_it(win, 1);
}
int main(int argc, char** argv) {
    int rank;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mine, sizeof(mine), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) put_there(win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
"""


def folder_with_program():
    folder = pathlib.Path(FOLDER.name) / "locations"
    folder.mkdir(exist_ok=True)
    (folder / "put_it.h").write_text(HEADER)
    (folder / "inlined.c").write_text(PROGRAM)
    return folder


@pytest.mark.parametrize("options", [("-O2",), ("-O2", "--watch"), ("-O1", "--watch", "--clang")], ids=" ".join)
def test_a_location_names_the_header_and_the_line_of_the_inlined_call(options):
    folder = folder_with_program()
    program = folder / "inlined"
    compiled = rmasim("cc", *options, "-o", program, folder / "inlined.c")
    assert compiled.returncode == 0, compiled.stderr
    trace = folder / "trace.json"
    finished = rmasim("exec", "-n", 2, "--semantics", "unified", "--trace", trace, program)
    location = "put_it.h:7 in put_it (inlined at inlined.c:3 in put_there"
    assert location in trace.read_text()
    assert finished.returncode == 4 and location in finished.stderr, finished.stderr
    if "--watch" in options:
        assert "store at put_it.h:8 in put_it (inlined at inlined.c:3 in put_there" in finished.stderr


def test_without_debug_information_a_location_is_the_function():
    folder = folder_with_program()
    program = folder / "without"
    compiled = rmasim("cc", "-O1", "-g0", "-DINLINE=__attribute__((noinline))", "-o", program, folder / "inlined.c")
    assert compiled.returncode == 0, compiled.stderr
    trace = folder / "trace-without.json"
    finished = rmasim("exec", "-n", 2, "--trace", trace, program)
    assert '"put_it"' in trace.read_text() and "rank 0: MPI_Put at put_it: " in finished.stderr
