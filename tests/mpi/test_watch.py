"""`cc --watch`, `exec --semantics`: a program's own loads and stores, concurrent with MPI's reads and writes. Each
common error is found with both lines. Next to each erroneous program is the fixed one, without a finding."""

import json
import re
import shutil

import pytest
from batches import batches, linked, programs
from bodies import Bodies
from hosts import has_difference
from mpi_runner import UNDER_SMPI, rmasim

# Programs of two ranks. In a body, WRONG marks the two lines of the error.
C = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int at = 1, rank, window[8] = {0}, data[8] = {0}, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
BODY
    printf("%d", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""
PUT = "MPI_Put(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);"
GET = "MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);"


def by_rank_0(*lines):
    return "if (rank == 0) {\n" + "\n".join(lines) + "\n}\n"


LOCK, UNLOCK, FLUSH = "MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);", "MPI_Win_unlock(1, win);", "MPI_Win_flush(1, win);"
FENCE = "MPI_Win_fence(0, win);\n"
SHARED = """int *shared, *other; MPI_Win both; MPI_Aint bytes; int unit;
MPI_Win_allocate_shared(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &both);
MPI_Win_shared_query(both, 0, &bytes, &unit, &other);
MPI_Win_lock_all(0, both);
if (rank == 0) other[5] = 7; // WRONG
AFTER_STORE
MPI_Barrier(MPI_COMM_WORLD);
BEFORE_LOAD
if (rank == 1) sum += other[5]; // WRONG
MPI_Win_unlock_all(both);
MPI_Win_free(&both);
"""
SYNC = "MPI_Win_sync(both);"

# The erroneous body, the fixed one; the rule; the words of the report for the two lines, in their order.
MISTAKES = {
    "a store to the buffer of a put before it is flushed": (
        by_rank_0(LOCK, PUT + " // WRONG", "data[2] = 7; // WRONG", UNLOCK),
        by_rank_0(LOCK, PUT, FLUSH, "data[2] = 7;", UNLOCK),
        "buffer_in_use", ("rank 0: the source buffer of MPI_Put", "rank 0: store")),
    "what a get brings is used before it is flushed": (
        by_rank_0(LOCK, GET + " // WRONG", "sum += data[3]; // WRONG", UNLOCK),
        by_rank_0(LOCK, GET, "MPI_Win_flush_local(1, win);", "sum += data[3];", UNLOCK),
        "buffer_in_use", ("rank 0: the result buffer of MPI_Get", "rank 0: load")),
    "the request of a get is not waited for": (
        "MPI_Request request;\n" + by_rank_0(
            LOCK, "MPI_Rget(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win, &request); // WRONG", "sum += data[0]; // WRONG",
            "MPI_Wait(&request, MPI_STATUS_IGNORE);", UNLOCK),
        "MPI_Request request;\n" + by_rank_0(
            LOCK, "MPI_Rget(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win, &request);",
            "MPI_Wait(&request, MPI_STATUS_IGNORE);", "sum += data[0];", UNLOCK),
        "buffer_in_use", ("rank 0: the result buffer of MPI_Rget", "rank 0: load")),
    "a load of the window in a fence epoch": (
        FENCE + "if (rank == 0) " + PUT + " // WRONG\nelse sum += window[1]; // WRONG\n" + FENCE,
        FENCE + "if (rank == 0) " + PUT + "\nelse sum += window[4];\n" + FENCE + "sum += window[1];",
        "concurrent_local", ("rank 0: MPI_Put", "rank 1: load")),
    "a store to the window in a fence epoch": (
        FENCE + "if (rank == 0) " + GET + " // WRONG\nelse window[0] = 7; // WRONG\n" + FENCE,
        "if (rank == 1) window[0] = 7;\n" + FENCE + "if (rank == 0) " + GET + "\n" + FENCE,
        "concurrent_local", ("rank 0: MPI_Get", "rank 1: store")),
    "two puts to one place": (
        FENCE + "if (rank == 0) " + PUT + " // WRONG\nelse " + "{ " + PUT.replace("4", "3")
        + " // WRONG\nMPI_Barrier(MPI_COMM_SELF); }\n" + FENCE,
        FENCE + "if (rank == 0) " + PUT + "\n" + FENCE + "if (rank == 1) " + PUT + "\n" + FENCE + "sum += window[0];",
        "concurrent_rma", ("rank 0: MPI_Put", "rank 1: MPI_Put")),
    "polling by loads": (
        by_rank_0(LOCK, PUT + " // WRONG", UNLOCK)
        + "if (rank == 1)\nfor (int i = 0; i < 9 && window[0] == 0; ++i) MPI_Barrier(MPI_COMM_SELF); // WRONG\n",
        by_rank_0(LOCK, PUT, UNLOCK) + "MPI_Barrier(MPI_COMM_WORLD); sum += window[0];",
        "concurrent_local", ("rank 0: MPI_Put", "rank 1: load")),
    "no sync of a shared window after a store": (
        SHARED.replace("AFTER_STORE", "").replace("BEFORE_LOAD", SYNC),
        SHARED.replace("AFTER_STORE", SYNC).replace("BEFORE_LOAD", SYNC),
        "no_mem_sync", ("rank 0: store", "rank 1: load")),
    "no sync of a shared window before a load": (
        SHARED.replace("AFTER_STORE", SYNC).replace("BEFORE_LOAD", ""),
        SHARED.replace("AFTER_STORE", SYNC).replace("BEFORE_LOAD", SYNC),
        "no_mem_sync", ("rank 0: store", "rank 1: load")),
    "a store to the buffer of a message": (
        "MPI_Request request;\n" + by_rank_0(
            "MPI_Isend(data, 8, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // WRONG", "data[7] = 7; // WRONG",
            "MPI_Wait(&request, MPI_STATUS_IGNORE);")
        + "else MPI_Recv(data, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
        "MPI_Request request;\n" + by_rank_0(
            "MPI_Isend(data, 8, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);", "MPI_Wait(&request, MPI_STATUS_IGNORE);",
            "data[7] = 7;")
        + "else MPI_Recv(data, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
        "buffer_in_use", ("rank 0: the send buffer", "rank 0: store")),
}


def built(folder, source, *options, compiler="cc"):
    """Builds the program with --watch and these options."""
    file = folder / {"cc": "p.c", "c++": "p.cc", "fc": "p.f90"}[compiler]
    file.write_text(source)
    finished = rmasim(compiler, "--watch", *options, "-o", folder / "p", file)
    assert finished.returncode == 0, finished.stderr
    return folder / "p"


def checked(*program, ranks=2):
    """Runs the program with its ranks on one node."""
    return rmasim("exec", "-n", ranks, "--semantics", "unified", "--set", "platform.ranks_per_node=2", *program)


ALL = tuple(body for both in MISTAKES.values() for body in both[:2])


def program_of(body, *options):
    """Returns the executable that contains this body. It usually contains all bodies. With --clang each body is
    compiled alone, because clang would merge the same code of several bodies and lose its line."""
    return Bodies(C, (body,) if "--clang" in options else ALL, ("--watch", *options), file="p.c")


def require_both(name, *options):
    """Checks that the run reports one pair: the two lines that are marked."""
    body, _, rule, words = MISTAKES[name]
    program = program_of(body, *options)
    finished = checked(*program(body))
    assert finished.returncode == 4, finished.stdout + finished.stderr
    assert f"1. {rule} (" in finished.stderr and "2. " not in finished.stderr, finished.stderr
    lines = [number for number, line in enumerate(body.splitlines(), program.line) if "WRONG" in line]
    assert len(lines) == 2
    for line, text in zip(lines, words):
        assert f"{text} at p.c:{line} in " in finished.stderr, (text, line, finished.stderr)


def require_nothing(name, *options):
    mended = MISTAKES[name][1]
    finished = checked(*program_of(mended, *options)(mended))
    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("level", [pytest.param("-O0", marks=pytest.mark.long), "-O2"])
@pytest.mark.parametrize("name", MISTAKES)
def test_both_lines_are_named(name, level):
    require_both(name, level)


NEEDS_CLANG = pytest.mark.skipif(shutil.which("clang") is None, reason="needs clang")


@pytest.mark.long
@NEEDS_CLANG
@pytest.mark.parametrize("name", MISTAKES)
def test_both_lines_are_named_with_clang(name):
    require_both(name, "--clang", "-O2")
    require_nothing(name, "--clang", "-O2")


@pytest.mark.parametrize("name", MISTAKES)
def test_nobody_blames_the_mended_program(name):
    require_nothing(name, "-O2")


CPP = """#include <mpi.h>
#include <atomic>
#include <vector>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> cells(64), halo(8);
    MPI_Win win;
    MPI_Win_create(cells.data(), MPI_Aint(cells.size() * sizeof(double)), sizeof(double), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Get(halo.data(), 8, MPI_DOUBLE, 1 - rank, 0, 8, MPI_DOUBLE, win); // WRONG
    if (argc > 1) MPI_Win_flush_all(win);
    const std::vector<double> copy(halo); // WRONG
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy[argc] < 0 ? 1 : 0;
}
"""
FORTRAN = """program p
  use mpi
  integer :: error, rank, win, i
  real(8) :: cells(64), halo(8)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  cells = rank
  call MPI_Win_create(cells, 512_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_fence(0, win, error)
  call MPI_Put(halo, 8, MPI_DOUBLE_PRECISION, 1 - rank, 8_MPI_ADDRESS_KIND, 8, MPI_DOUBLE_PRECISION, win, error) ! WRONG
  if (command_argument_count() > 0) call MPI_Win_fence(0, win, error)
  do i = 1, 8
    halo(i) = i ! WRONG
  end do
  call MPI_Win_fence(0, win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
"""


# Each rank has one half of its own variable as a window. All ranks have their variables at the same addresses.
VARIABLES = """#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
static int cells[1000], data[4], sum;
static atomic_int flag;
static void* nothing(void* none) { return none; }
int main(int argc, char** argv) {
    int at = 1, rank;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *const own = cells + 500 * (rank % 2), *const other = cells + 500 * (1 - rank % 2);
    MPI_Win_create(own, 2000, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
BODY
    MPI_Win_free(&win);
    MPI_Finalize();
    return argc + other[0] + own[0] + sum < 0;
}
"""
# With a second thread, atomic operations of a rank order its threads, but not the ranks.
THREAD = "pthread_t one; pthread_create(&one, NULL, nothing, NULL); pthread_join(one, NULL);\n"
PUT_TO_OTHER = "MPI_Put(data, 4, MPI_INT, (rank + 1) % 4, 0, 4, MPI_INT, win);"
NOT_ORDERED = THREAD + """MPI_Win_lock_all(0, win);
if (rank == 1) MPI_Put(data, 4, MPI_INT, 2, 0, 4, MPI_INT, win); // WRONG
if (rank == 1) { MPI_Win_flush(2, win); atomic_store(&flag, 1); }
for (int i = 0; i < 9; ++i) MPI_Barrier(MPI_COMM_SELF);
if (rank == 2) { sum += atomic_load(&flag); own[1] = 7; } // WRONG
MPI_Win_unlock_all(win);"""
OF_VARIABLES = {
    "stores where other ranks have windows": (
        FENCE + PUT_TO_OTHER + "\nfor (int i = 0; i < 500; ++i) other[i] += sum;\n" + FENCE, ()),
    "volatile loads where other ranks have windows": (
        FENCE + PUT_TO_OTHER + "\nfor (int i = 0; i < 500; ++i) sum += *(volatile int*)&other[i];\n" + FENCE, ()),
    "stores where other ranks have buffers": (
        FENCE + "if (rank == 2) MPI_Put(data, 4, MPI_INT, 3, 0, 4, MPI_INT, win);\nelse data[1] = 7;\n"
        "MPI_Barrier(MPI_COMM_WORLD);\nif (rank == 2) ++own[9]; else data[2] = 7;\n" + FENCE, ()),
    "a store after others have run": (
        FENCE + PUT_TO_OTHER + "\nMPI_Barrier(MPI_COMM_WORLD);\n"
        "if (rank == 3) own[1] = 7; else other[1] = 7;\n" + FENCE,
        ("rank 2: MPI_Put", "rank 3: store")),
    "atomic operations of two ranks": (NOT_ORDERED, ("rank 1 thread 0: MPI_Put", "rank 2 thread 0: store")),
}
VARIABLES_PROGRAM = Bodies(VARIABLES, tuple(body for body, _ in OF_VARIABLES.values()), ("--watch", "-O1", "-pthread"),
                           file="p.c")


@pytest.mark.parametrize("name", OF_VARIABLES)
def test_each_rank_has_its_own_variables(name):
    body, said = OF_VARIABLES[name]
    finished = checked(*VARIABLES_PROGRAM(body), ranks=4)
    assert finished.returncode == (4 if said else 0), finished.stdout + finished.stderr
    assert ("1. concurrent_local (" in finished.stderr) == bool(said) and "2. " not in finished.stderr, finished.stderr
    for words in said:
        assert words in finished.stderr, finished.stderr


UNROLLED = """#include <mpi.h>
int main(int argc, char** argv) {
    int* cells, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Win_allocate(4096, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 1000; i += 2) { sum += cells[i]; sum += cells[i + 1]; }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum & 0;
}
"""


def test_copies_of_a_line_make_one_run(tmp_path):
    """The compiler makes two copies of the line, and each copy accesses every other element. The checker counts all
    these accesses as one."""
    finished = checked(built(tmp_path, UNROLLED, "-O1"), ranks=1)
    assert finished.returncode == 0, finished.stderr
    accesses = re.search(r"Memory semantics +([\d,]+)", finished.stdout)[1]
    assert int(accesses.replace(",", "")) < 20


@pytest.mark.parametrize("which", [[], pytest.param(["--clang"], marks=NEEDS_CLANG)], ids=["gcc", "clang"])
def test_in_cpp(which, tmp_path):
    """The program uses memmove in a library function that is compiled with the program. The finding has the line of
    that function."""
    program = built(tmp_path, CPP, "-O1", *which, compiler="c++")
    finished = checked(program)
    assert finished.returncode == 4, finished.stderr
    assert "buffer_in_use" in finished.stderr and "the result buffer of MPI_Get at p.cc:13 in main" in finished.stderr
    mended = checked(program, "mended")
    assert mended.returncode == 0, mended.stderr


def test_in_fortran(tmp_path):
    program = built(tmp_path, FORTRAN, compiler="fc")
    finished = checked(program)
    assert finished.returncode == 4, finished.stderr
    assert "the source buffer of MPI_Put at p.f90:10 in " in finished.stderr, finished.stderr
    assert "store at p.f90:13 in " in finished.stderr
    mended = checked(program, "mended")
    assert mended.returncode == 0, mended.stderr


@pytest.mark.long
@pytest.mark.parametrize("batch", batches([one for one in programs() if UNDER_SMPI or not has_difference(one)]),
                         ids=lambda batch: batch[1][0].name)
def test_the_conformance_programs_are_right_with_their_loads_and_stores(batch):
    want, some = batch
    model = [] if "--semantics" in want.options else ["--semantics", "unified"]
    finished = rmasim("exec", "-n", 4, *model, "--format", "json", *want.options, linked(some, "--watch"))
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["semantics"]["accesses"] > 0
