"""The reports of `exec --semantics` for programs whose loads and stores are observed. The tests check that each pair of
source locations is reported once, suppressed findings, accesses that are not observed, and the order that atomic
operations establish."""

import functools
import json
import re
import shutil

import pytest
from bodies import Bodies
from mpi_runner import rmasim

# Each of two ranks stores to the buffer of its put, in a loop that compilers unroll, and to what the other one puts.
WRONG = """#include <mpi.h>
static double halo[64];
static void fill(int rank) {
    for (int i = 0; i < 64; ++i) halo[i] = rank;
}
int main(int argc, char** argv) {
    int rank;
    double cells[64];
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof(cells), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(halo, 64, MPI_DOUBLE, 1 - rank, 0, 64, MPI_DOUBLE, win);
    fill(rank);
    cells[argc] = 1;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module", name="programs")
def fixture_programs(tmp_path_factory):
    """Builds the program with --watch and without."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "halo.c").write_text(WRONG)
    for name, options in ("watched", ["--watch"]), ("plain", []):
        finished = rmasim("cc", "-O3", "-funroll-loops", *options, "-o", folder / name, folder / "halo.c")
        assert finished.returncode == 0, finished.stderr
    return folder


def run(program, *options, ranks=2):
    return rmasim("exec", "-n", ranks, "--semantics", "unified", *options, *program)


def test_each_pair_of_places_is_told_once(programs):
    finished = run([programs / "watched"])
    assert finished.returncode == 4
    assert "erroneous under the unified memory model: 2 pairs of accesses" in finished.stderr, finished.stderr
    for line, function in ((4, "fill"), (16, "main")):
        assert finished.stderr.count(f"store at halo.c:{line} in {function}") == 1
    assert "not seen: loads and stores of code compiled without --watch" in finished.stderr


def test_counting_and_watching_are_refused_together(tmp_path):
    (tmp_path / "halo.c").write_text(WRONG)
    finished = rmasim("cc", "--watch", "--count", "-o", tmp_path / "halo", tmp_path / "halo.c")
    assert finished.returncode == 2 and not (tmp_path / "halo").exists()
    assert "--count: found with --watch; allowed: either --count or --watch" in finished.stderr


def test_the_limit(programs):
    finished = run([programs / "watched"], "--semantics-limit", 1)
    assert finished.returncode == 4 and "2. " not in finished.stderr and "... and 1 more" in finished.stderr


@pytest.mark.parametrize("lines, left", [("# all of fill\nfunction:fill\n", 1), ("file:halo.c\n", 0),
                                         ("\nfile:other.c\nfunction:fil\n", 2)])
def test_what_is_suppressed(programs, lines, left):
    (programs / "known").write_text(lines)
    finished = run([programs / "watched"], "--suppress", programs / "known", "--format", "json")
    assert finished.returncode == (4 if left else 0), finished.stderr
    found = json.loads(finished.stdout)
    assert found["semantics"]["total"] == left and found["semantics"].get("suppressed", 0) == 2 - left
    assert found["outcome"] == ("erroneous" if left else "finished")
    assert ("suppressed: " in finished.stderr) == (0 < left < 2)


@pytest.mark.parametrize("lines", ["fill\n", "function:\n", "line:4\n"])
def test_what_is_no_suppression(programs, lines):
    (programs / "known").write_text("file:halo.c\n" + lines)
    finished = run([programs / "watched"], "--suppress", programs / "known")
    assert finished.returncode == 2
    assert f"known:2: found {lines.strip()}; allowed: file:NAME, function:NAME" in finished.stderr, finished.stderr


def test_a_program_that_is_not_watched_is_said_to_be_none(programs):
    finished = run([programs / "plain"])
    # A store to a source buffer changes the bytes before they are read.
    assert finished.returncode == 4
    assert re.search('the bytes of its source buffer "[^"]+".* have changed', finished.stderr)
    assert "not seen: the program's own loads and stores; rmasim cc --watch makes them visible" in finished.stdout
    found = json.loads(run([programs / "plain"], "--format", "json").stdout)
    assert found["semantics"]["loads_and_stores"] == "unseen"


def test_a_watched_program_runs_as_others_do_if_nobody_asks(programs):
    watched, plain = (json.loads(rmasim("exec", "-n", 2, "--format", "json", programs / name).stdout)
                      for name in ("watched", "plain"))
    assert watched["digest"] == plain["digest"]


# Rank 0 writes, then synchronises with rank 1 by an atomic variable of a window in shared memory.
ATOMIC = """#include <mpi.h>
#include <stdatomic.h>
struct Shared { int data, other; atomic_int flag; atomic_long sum; _Atomic short small; atomic_uchar byte; };
int main(int argc, char** argv) {
    int at = 1, rank, unit, error = 0;
    struct Shared *mine, *shared;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(struct Shared) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &shared);
    BODY
    const unsigned char was = atomic_fetch_xor(&shared->byte, 3);
    const short old = atomic_fetch_sub(&shared->small, 2);
    long expected = 5;
    atomic_fetch_add(&shared->sum, 5);
    atomic_compare_exchange_strong(&shared->sum, &expected, 50 + old + was);
    MPI_Win_fence(0, win);
    error |= atomic_load(&shared->byte) != 0 || atomic_load(&shared->small) != -4;
    error |= atomic_load(&shared->sum) != 55 && atomic_load(&shared->sum) != 58 - 5;
    error |= atomic_exchange(&shared->sum, shared->sum) < 50;
    MPI_Win_free(&win);
    MPI_Finalize();
    return error;
}
"""
ORDERS = {
    "release and acquire": ("atomic_store_explicit(&shared->flag, 1, memory_order_release);",
                            "while (atomic_load_explicit(&shared->flag, memory_order_acquire) == 0) {}", True),
    "by default": ("shared->flag = 1;", "while (shared->flag == 0) {}", True),
    "fences": ("atomic_thread_fence(memory_order_release);"
               "atomic_store_explicit(&shared->flag, 1, memory_order_relaxed);",
               "while (atomic_load_explicit(&shared->flag, memory_order_relaxed) == 0) {}"
               "atomic_thread_fence(memory_order_acquire);", True),
    "a barrier of MPI alone is none of memory": ("MPI_Barrier(MPI_COMM_WORLD);", "MPI_Barrier(MPI_COMM_WORLD);", False),
}


WITH_CLANG = pytest.param(["--clang"], marks=[
    pytest.mark.long, pytest.mark.skipif(shutil.which("clang") is None, reason="needs clang")])


def of_order(name):
    store, load, _ = ORDERS[name]
    return f"if (rank == 0) {{ shared->data = 42; {store} }} else {{ {load} error = shared->data != 42; }}"


@functools.lru_cache(maxsize=None)
def watched(template, some, *options):
    return Bodies(template, some, ("--watch", "-O2", "-w", *options), file="p.c")


@pytest.mark.parametrize("which", [[], WITH_CLANG], ids=["gcc", "clang"])
@pytest.mark.parametrize("name", ORDERS)
def test_atomic_operations_order(name, which):
    program = watched(ATOMIC, tuple(map(of_order, ORDERS)), *which)
    finished = run(program(of_order(name)), "--set", "platform.ranks_per_node=2")
    right = ORDERS[name][2]
    assert finished.returncode == (0 if right else 4), finished.stdout + finished.stderr
    assert ("no_mem_sync" in finished.stderr) != right


OMP = """#include <mpi.h>
int main(int argc, char** argv) {
    int at = 1; double window[2] = {1, 2}, x = 3, y = 4;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Win_create(window, sizeof(window), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    BODY
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return window[0] != 7 || x != 3 || y != 4;
}
"""


def test_what_openmp_makes_of_atomic_updates_is_seen():
    """gcc has no hook for the code that it generates for atomic updates of OpenMP."""
    codes = {f"{flush}\n#pragma omp atomic\nwindow[0] += y;": code
             for flush, code in (("", 4), ("MPI_Win_flush(0, win); MPI_Win_sync(win);", 0))}
    program = watched(OMP, tuple(codes), "-fopenmp")
    for body, code in codes.items():
        finished = run(program(body), ranks=1)
        assert finished.returncode == code, finished.stderr
        assert ("p.c:11 in main" in finished.stderr) == (code == 4)


FUNCTIONS = ["memcpy(window, other, 8);", "memmove(other, window, 8);", "memset(window, 1, argc);",
             "sum += memcmp(window, other, 8);", "sum += strlen((char*)window);", "strcpy((char*)window, argv[2]);",
             "strncpy((char*)window, argv[2], 8);", "strcat((char*)other, (char*)window);",
             "strcpy((char*)window, \"abc\");", "sprintf((char*)window, \"%g %d\", 0.5, argc);",
             "qsort(window, 2, 8, compare);", "free(malloc(argc)); fwrite(window, 4, 2, stderr);",
             "struct Eight { char bytes[8]; }; *(struct Eight*)other = *(struct Eight*)window;"]


OF_LIBC = """#include <mpi.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
static int compare(const void* a, const void* b) { return *(const long*)a < *(const long*)b; }
int main(int argc, char** argv) {
    char x[8] = "abcdefg";
    static long window[2], other[2], sum; int at = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Win_create(window, sizeof(window), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(x, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, win);
    BODY
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum + other[0] == 12345;
}
"""


@pytest.mark.parametrize("which", [[], WITH_CLANG], ids=["gcc", "clang"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_of_libc_read_and_write(function, which):
    program = watched(OF_LIBC, tuple(FUNCTIONS), *which)
    finished = run((*program(function), "text"), ranks=1)
    assert finished.returncode == 4 and "p.c:14 in main" in finished.stderr, finished.stdout + finished.stderr
