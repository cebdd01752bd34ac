"""Promises that programs break: the info of a window, the epochs of a rank, operations with a request. A broken rule is
reported with both lines (exit code 4), and the run continues where the core can continue."""

import json

import pytest
from bodies import Bodies
from mpi_runner import rmasim

TEMPLATE = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int at = 1, rank, x = 1, data[4] = {0, 0, 0, 0};
    MPI_Win win = MPI_WIN_NULL;
    MPI_Info info;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    BODY
    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Finalize();
    return x < 0;
}
"""
LINE = 11


def lines(*some):
    return "\n".join(some)


def create(keys, size="16", unit="4"):
    infos = "".join(f'MPI_Info_set(info, "{key}", {value});' for key, value in keys.items())
    return lines(infos, f"MPI_Win_create(data, {size}, {unit}, info, MPI_COMM_WORLD, &win);")


TRUE = '"true"'
FENCES = "MPI_Win_fence(0, win); MPI_Win_fence(0, win);"
# What is done, the ranks that are blamed, and what is said of them.
BROKEN = {
    "no_locks": (
        lines(create({"no_locks": TRUE}), "if (rank == 1) { MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);",
              "MPI_Win_unlock(0, win); }"),
        {1: f"MPI_Win_lock at wrong.c:{LINE + 2} in main: rank 0 called MPI_Win_create at wrong.c:{LINE + 1} in main "
            "with info no_locks, which promises that no rank locks the window"}),
    "no_locks, lock_all": (
        lines(create({"no_locks": TRUE}), "MPI_Win_lock_all(0, win); MPI_Win_unlock_all(win);"),
        {rank: f"MPI_Win_lock_all at wrong.c:{LINE + 2} in main: rank 0 called MPI_Win_create at wrong.c:{LINE + 1}"
         for rank in (0, 1)}),
    "same_size": (
        lines(create({"same_size": TRUE}, size="8 + 8 * rank"), FENCES),
        {1: f"MPI_Win_create at wrong.c:{LINE + 1} in main: size 16, but rank 0 called MPI_Win_create at "
            f"wrong.c:{LINE + 1} in main with 8; info same_size promises equal values at all ranks"}),
    "same_disp_unit": (
        lines(create({"same_disp_unit": TRUE}, unit="4 << rank"), FENCES),
        {1: f"MPI_Win_create at wrong.c:{LINE + 1} in main: displacement unit 8, but rank 0 called MPI_Win_create at "
            f"wrong.c:{LINE + 1} in main with 4; info same_disp_unit promises equal values at all ranks"}),
    "not all give same_size": (
        lines(create({"same_size": 'rank == 0 ? "true" : "false"'}), FENCES),
        {1: f"MPI_Win_create at wrong.c:{LINE + 1} in main: without info same_size, but rank 0 called MPI_Win_create "
            f"at wrong.c:{LINE + 1} in main with it; all ranks must give this key the same value"}),
    "an operation with a request between fences": (
        lines(create({}), "MPI_Request one; MPI_Win_fence(0, win);",
              "if (rank == 0) { MPI_Rget(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &one); MPI_Wait(&one, "
              "MPI_STATUS_IGNORE); if (x != 0) MPI_Abort(MPI_COMM_WORLD, 1); }", "MPI_Win_fence(0, win);"),
        {0: f"MPI_Rget at wrong.c:{LINE + 3} in main: operations with a request need a passive-target epoch"}),
    "nosucceed on one rank": (
        lines(create({}), "MPI_Win_fence(rank == 0 ? MPI_MODE_NOSUCCEED : 0, win);", "MPI_Barrier(MPI_COMM_WORLD);"),
        {}),
}
RIGHT = {
    "no promise": lines(create({}, size="8 + 8 * rank", unit="4 << rank"), "MPI_Win_lock_all(0, win);",
                        "MPI_Win_unlock_all(win);"),
    "kept": lines(create({"no_locks": TRUE, "same_size": TRUE, "same_disp_unit": TRUE}), FENCES),
    "a lock after nosucceed": lines(
        create({}), "MPI_Win_fence(0, win); MPI_Put(&x, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);",
        "MPI_Win_fence(MPI_MODE_NOSUCCEED, win); MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);",
        "MPI_Win_unlock(1 - rank, win); MPI_Win_fence(MPI_MODE_NOPRECEDE, win);",
        "MPI_Put(&x, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win); MPI_Win_fence(0, win);"),
    "a lock between fences without operations": lines(
        create({}), "MPI_Win_fence(0, win); MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);",
        "MPI_Put(&x, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); MPI_Win_unlock(1 - rank, win); MPI_Win_fence(0, win);"),
}
# A rank's access epochs on a window are disjoint (MPI 4.1, 12.5). Rank 0 opens one inside a fence epoch.
OPEN = {"lock": ("MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);", "MPI_Win_unlock(1, win);"),
        "lock_all": ("MPI_Win_lock_all(0, win);", "MPI_Win_unlock_all(win);")}
PUT = "MPI_Put(&x, 1, MPI_INT, 1, {}, 1, MPI_INT, win);"


def inside(call, before):
    """Returns a program with an operation of the fence epoch, before the other epoch or after it."""
    opens, closes = OPEN[call]
    return lines(create({}), "MPI_Win_fence(0, win); if (rank == 0) {", PUT.format(0) if before else "", opens,
                 PUT.format(1) + closes, "" if before else PUT.format(2), "} MPI_Win_fence(0, win);")


INSIDE = {(call, before): inside(call, before) for call in OPEN for before in (True, False)}
PROGRAM = Bodies(TEMPLATE, (*(body for body, _ in BROKEN.values()), *RIGHT.values(), *INSIDE.values()))


def run(body, *options):
    return rmasim("exec", "-n", 2, "--format", "json", *options, *PROGRAM(body))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_told_with_both_lines(name):
    body, blamed = BROKEN[name]
    finished = run(body)
    assert finished.returncode == 4, finished.stderr
    for said in set(blamed.values()):
        ranks = [rank for rank, same in blamed.items() if same == said]
        who = f"rank {ranks[0]}" if len(ranks) == 1 else "ranks 0 and 1"
        assert f"  {who}: {said}" in finished.stderr, finished.stderr
    result = json.loads(finished.stdout)
    if blamed:
        assert sorted(one["rank"] for one in result["stuck"]) == list(blamed)


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("name", RIGHT)
def test_a_kept_promise_is_not(name, family):
    finished = run(RIGHT[name], "--family", family)
    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("call, before", INSIDE)
def test_epochs_of_a_rank_are_disjoint(call, before, family):
    finished = run(INSIDE[call, before], "--family", family)
    assert finished.returncode == 4, finished.stderr
    if before:
        assert f"rank 0: MPI_Win_{call} at wrong.c:{LINE + 4} in main: " in finished.stderr, finished.stderr
    else:
        assert (f"rank 0: MPI_Put at wrong.c:{LINE + 6} in main: the operation is in a fence epoch, in which rank 0 "
                f"called MPI_Win_{call} at wrong.c:{LINE + 4} in main; the access epochs of a rank on a window are "
                "disjoint"
                ) in finished.stderr, finished.stderr


RGET = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    int rank, x = 0, mine[4] = {0};
    MPI_Win win;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mine, sizeof(mine), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Rget(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
        printf("%d\\n", x);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
def test_a_race_behind_a_broken_rule_is_told_too(tmp_path, family):
    (tmp_path / "rget.c").write_text(RGET)
    assert rmasim("cc", "--watch", "-o", tmp_path / "rget", tmp_path / "rget.c").returncode == 0
    finished = rmasim("exec", "-n", 2, "--family", family, "--semantics", "unified", tmp_path / "rget")
    assert finished.returncode == 4
    assert "rank 0: MPI_Rget at rget.c:12 in main: operations with a request need a passive" in finished.stderr
    assert "1 pair of accesses" in finished.stderr and "rget.c:13 in main" in finished.stderr, finished.stderr
