"""Notes of `--semantics`: accesses that are legal only in the unified memory model."""

import pytest
from mpi_runner import rmasim

PROGRAM = r"""
#include <mpi.h>
#include <string.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, got, *cell;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) *cell = 77; // STORE
    if (argc > 1 && !strcmp(argv[1], "sync")) MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
"""
STORE = next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if "// STORE" in line)


@pytest.fixture(name="program", scope="module")
def fixture_program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notes")
    (folder / "p.c").write_text(PROGRAM)
    made = rmasim("cc", "--watch", "-o", folder / "p", folder / "p.c")
    assert made.returncode == 0, made.stderr
    return folder / "p"


def run(program, model, *arguments):
    finished = rmasim("exec", "-n", 2, "--semantics", model, program, *arguments)
    return finished.returncode, finished.stdout + finished.stderr


def test_a_store_that_only_a_message_orders_is_noted(program):
    """MM-NOTE-1."""
    code, said = run(program, "unified")
    assert code == 0 and "note: " in said and f"p.c:{STORE}" in said


@pytest.mark.parametrize("model", ["unified", "separate"])
def test_a_synchronised_store_needs_no_note(program, model):
    """MM-NOTE-1."""
    code, said = run(program, model, "sync")
    assert code == 0 and "note: " not in said


def test_in_the_separate_model_it_is_a_finding(program):
    """MM-NOTE-1."""
    code, said = run(program, "separate")
    assert code == 4 and f"p.c:{STORE}" in said
