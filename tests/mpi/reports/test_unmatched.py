"""Collective calls on windows that do not match, in programs. Two ranks make each ordered pair of calls. Both ranks
wait forever (exit code 3), and the report has both calls and lines. Calls that create a window in different ways break
a rule."""

import itertools

import pytest
from bodies import Bodies
from mpi_runner import rmasim

TEMPLATE = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int at = 1, rank, *base = NULL, data[4] = {0, 0, 0, 0};
    MPI_Win win, other = MPI_WIN_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(data, sizeof(data), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) at = 2;
    BODY
    MPI_Finalize();
    return base == NULL || other == MPI_WIN_NULL;
}
"""
LINE = 11
# The statement, and the names in reports: of the call, and of a function that creates a window.
CALLS = {
    "fence": ("MPI_Win_fence(0, win);", "MPI_Win_fence"),
    "free": ("MPI_Win_free(&win);", "MPI_Win_free"),
    "create": ("MPI_Win_create(data, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);", "MPI_Win_create"),
    "allocate": ("MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &other);", "MPI_Win_allocate"),
    "dynamic": ("MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &other);", "MPI_Win_create_dynamic"),
    "barrier": ("MPI_Barrier(MPI_COMM_WORLD);", "MPI_Barrier"),
}
CREATE = {"create": "MPI_Win_create", "allocate": "MPI_Win_allocate", "dynamic": "MPI_Win_create_dynamic"}
PROGRAM = Bodies(TEMPLATE, tuple(body for body, _ in CALLS.values()))


def run(names, *options):
    return rmasim("exec", "-n", 2, *options, PROGRAM.path, *(PROGRAM.number(CALLS[name][0]) for name in names))


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("names", [pair for pair in itertools.permutations(CALLS, 2) if not set(pair) <= set(CREATE)],
                         ids="-".join)
def test_ranks_wait_in_vain(names, family):
    finished = run(names, "--family", family)
    assert finished.returncode == 3, finished.stderr
    for rank, name in enumerate(names):
        assert f"rank {rank}: {CALLS[name][1]} at wrong.c:{LINE} in main waits for " in finished.stderr, finished.stderr
    if set(names) == {"fence", "free"}:
        assert "collective calls do not match: rank " in finished.stderr


@pytest.mark.parametrize("names", itertools.permutations(CREATE, 2), ids="-".join)
def test_a_window_is_created_by_one_function(names):
    finished = run(names)
    assert finished.returncode == 4, finished.stderr
    first = 0 if f"rank 1: {CREATE[names[1]]}" in finished.stderr else 1
    assert (f"rank {1 - first}: {CREATE[names[1 - first]]} at wrong.c:{LINE} in main: rank {first} called "
            f"{CREATE[names[first]]} at wrong.c:{LINE} in main instead") in finished.stderr, finished.stderr
