"""The same program with the same input gives the same run, ten times and with every compiler: the same digest of all
events and the same output."""

import json
import shlex
import shutil
import subprocess

import pytest
from batches import linked, program_of
from mpi_runner import ROOT, WORKLOADS, built, rmasim

pytestmark = pytest.mark.long
TIMES = 10
# Locks of random targets and kinds; updates whose results show their order; messages of anybody.
AT_RANDOM = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned next(unsigned* state) { return (*state = *state * 1664525u + 1013904223u) >> 16; }

int main(int argc, char** argv) {
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int* memory;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < 4; ++i) memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    unsigned state = (unsigned)rank + (unsigned)atoi(argv[1]);
    for (int i = 0; i < 30; ++i) {
        const int target = (int)(next(&state) % (unsigned)size), value = 100 * rank + i;
        int before = 0;
        MPI_Win_lock(next(&state) % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win);
        const int read = (int)(next(&state) % 4), added = (int)(next(&state) % 4);
        MPI_Get_accumulate(&value, 1, MPI_INT, &before, 1, MPI_INT, target, read, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&value, 1, MPI_INT, target, added, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(target, win);
        sum = 31 * sum + before;
    }
    for (int i = 0; i < size; ++i) MPI_Send(&sum, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) {
        int from = 0;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = 31 * sum + from;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: %d %d %d %d, %d\n", rank, memory[0], memory[1], memory[2], memory[3], sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module", name="at_random")
def fixture_at_random(tmp_path_factory):
    source = tmp_path_factory.mktemp("determinism") / "at_random.c"
    source.write_text(AT_RANDOM)
    return source


def run_of(program, *arguments):
    """Runs the program. Returns the digest, the packets, the virtual time and the output of the program."""
    finished = rmasim("exec", "-n", 8, "--format", "json", program, *arguments)
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    return found["digest"], found["messages"]["by_kind"], found["time_ns"], finished.stderr


def the_only_run(program, *arguments):
    runs = [run_of(program, *arguments) for _ in range(TIMES)]
    assert all(one == runs[0] for one in runs)
    return runs[0]


def built_by_clang(source):
    """Builds the program as `rmasim cc` does, but with clang."""
    program = built(source).with_suffix(".clang")
    shown = subprocess.run(["smpicc", "-show", "-std=gnu11", "-O2", "-g", f"-I{ROOT}", "-o", program, source],
                           capture_output=True, text=True, check=True).stdout
    subprocess.run(["clang", *shlex.split(shown)[1:]], check=True)
    return program


@pytest.mark.parametrize("name", ["put_fence", "halo_fence", "lock_all_random"])
def test_workloads_repeat_themselves(name):
    source = WORKLOADS / f"{name}.c"
    made = the_only_run(built(source), 5)
    if shutil.which("clang"):
        assert the_only_run(built_by_clang(source), 5) == made


def test_locks_and_accumulates_at_random_repeat_themselves(at_random):
    made = the_only_run(built(at_random), 1)
    assert run_of(built(at_random), 2)[0] != made[0]
    if shutil.which("clang"):
        assert the_only_run(built_by_clang(at_random), 1) == made


@pytest.mark.parametrize("name", ["acc_concurrent", "requests_mixed", "cpp_classes", "f_accumulate"])
def test_conformance_programs_repeat_themselves(name):
    """The test runs programs of each language. Those in Fortran have accumulates."""
    if name.startswith("f_") and not shutil.which("gfortran"):
        pytest.skip("needs gfortran")
    the_only_run(linked((program_of(name),)))
