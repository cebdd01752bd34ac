"""Buffers of operations that die before the operation is complete at its origin: their function returns, they are
freed, or they change."""

import pathlib

import pytest
from mpi_runner import FOLDER, rmasim

PROGRAM = """#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static int rank, window[1024];
static MPI_Win win;
static __attribute__((noinline)) void put_local(int value) {
    int local[2] = {value, value};
    MPI_Put(local, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
}
static __attribute__((noinline)) int sum_of(int n) {
    volatile int some[200];
    int sum = 0;
    for (int i = 0; i < 200; ++i) some[i] = n + i;
    for (int i = 0; i < 200; ++i) sum += some[i];
    MPI_Barrier(MPI_COMM_SELF);
    return sum;
}
static void put_freed(void) {
    int* memory = malloc(100 * sizeof(int));
    memset(memory, 1, 100 * sizeof(int));
    MPI_Put(memory, 100, MPI_INT, 1, 0, 100, MPI_INT, win);
    memset(memory, 2, 100 * sizeof(int));
    free(memory);
}
static void put_changed(void) {
    static int value = 5;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    value = 6;
}
static void put_same(void) {
    static int value = 5;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    *(volatile int*)&value = 5;
}
static __attribute__((noinline)) MPI_Request send_local(int value) {
    int message = value;
    MPI_Request request;
    MPI_Isend(&message, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    return request;
}
int main(int argc, char** argv) {
    int received, kept[4] = {1, 2, 3, 4};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        if (!strcmp(argv[1], "frame")) put_local(7);
        if (!strcmp(argv[1], "deeper")) put_local(7), sum_of(3);
        if (!strcmp(argv[1], "free")) put_freed();
        if (!strcmp(argv[1], "changed")) put_changed();
        if (!strcmp(argv[1], "same")) put_same();
        if (!strcmp(argv[1], "right")) MPI_Put(kept, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
        MPI_Win_unlock(1, win);
        if (!strcmp(argv[1], "send")) request = send_local(3);
        if (!strcmp(argv[1], "send")) MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (!strcmp(argv[1], "send")) {
        MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
}
"""


def line_of(text):
    return next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if text in line)


PUT_OF_LOCAL = line_of("MPI_Put(local")
END_OF_PUT_LOCAL = PUT_OF_LOCAL + 1


@pytest.fixture(scope="module", name="folder")
def folder_with_programs():
    folder = pathlib.Path(FOLDER.name) / "dying"
    folder.mkdir()
    (folder / "dies.c").write_text(PROGRAM)
    for name, options in (("plain", ()), ("watched", ("--watch",)), ("clang", ("--watch", "--clang"))):
        compiled = rmasim("cc", "-O1", *options, "-o", folder / name, folder / "dies.c")
        assert compiled.returncode == 0, compiled.stderr
    return folder


def run(folder, case, *options, program="plain"):
    return rmasim("exec", "-n", 2, *options, folder / program, case)


@pytest.mark.parametrize("case, line, text", [
    ("frame", PUT_OF_LOCAL, f'its source buffer "local" (declared at dies.c:{line_of("int local[2]")}) is a local '
     "variable of a function that has returned"),
    ("free", line_of("MPI_Put(memory"), "the bytes of its source buffer have changed"),
    ("changed", line_of("    value = 6") - 1, f'the bytes of its source buffer "value" (declared at dies.c:'
     f'{line_of("static int value")}) have changed')])
def test_without_watch_the_call_with_a_dead_buffer_is_named(folder, case, line, text):
    finished = run(folder, case)
    assert finished.returncode == 4, finished.stderr
    assert f"rank 0: MPI_Put at dies.c:{line} in " in finished.stderr and text in finished.stderr
    assert finished.stderr == run(folder, case).stderr


def test_without_watch_a_change_that_leaves_the_bytes_as_they_were_is_not_seen(folder):
    assert run(folder, "same").returncode == 0
    assert "a change is only seen if the bytes differ" in run(folder, "changed").stderr


@pytest.mark.parametrize("program", ["watched", "clang"])
@pytest.mark.parametrize("case", ["frame", "deeper"])
def test_with_watch_the_return_of_the_function_is_named(folder, case, program):
    finished = run(folder, case, "--semantics", "unified", program=program)
    assert finished.returncode == 4, finished.stderr
    assert f"rank 0: return at dies.c:{END_OF_PUT_LOCAL} in put_local" in finished.stderr
    declared = line_of("int local[2]")
    name = f' "local" (declared at dies.c:{declared})'
    assert (f"the source buffer{name} of MPI_Put at dies.c:{PUT_OF_LOCAL} in put_local ceases to exist when its "
            "function returns before the operation is complete at its origin") in finished.stderr
    assert "buffer_in_use (" not in finished.stderr
    assert "see protocol/memmodel/RULES.md#buffer_in_use" in finished.stderr


def test_with_watch_the_call_of_free_is_named(folder):
    finished = run(folder, "free", "--semantics", "unified", program="watched")
    assert finished.returncode == 4, finished.stderr
    assert f"rank 0: free at dies.c:{line_of('free(memory)')} in put_freed" in finished.stderr
    assert f"the source buffer of MPI_Put at dies.c:{line_of('MPI_Put(memory')} in put_freed" in finished.stderr
    assert "buffer_in_use (MM-BUF-1)" in finished.stderr  # freed memory also counts as stored to


def test_with_watch_a_buffer_of_a_message_dies_too(folder):
    finished = run(folder, "send", "--semantics", "unified", program="watched")
    assert finished.returncode == 4, finished.stderr
    declared = line_of("int message")
    assert f'the source buffer "message" (declared at dies.c:{declared}) of MPI_Isend' in finished.stderr


@pytest.mark.parametrize("program", ["plain", "watched", "clang"])
def test_a_buffer_that_lives_is_right(folder, program):
    finished = run(folder, "right", "--semantics", "unified", program=program)
    assert finished.returncode == 0, finished.stderr
