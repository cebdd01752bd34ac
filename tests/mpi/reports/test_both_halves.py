"""Reports on MPI programs name both halves of an error. They have MPI's names of calls, names of MPI_Win_set_name, and
no addresses, so two runs print the same bytes."""

import json
import re

import pytest
from bodies import Bodies
from hosts import said
from mpi_runner import rmasim

TEMPLATE = """#include <mpi.h>
static MPI_Win win, named, dynamic;
static void take(int target, int type, MPI_Win of) { MPI_Win_lock(type, target, 0, of); }
int main(int argc, char** argv) {
    int at = 1, rank, other, data[16] = {0}, *cells;
    MPI_Aint there;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &named);
    MPI_Win_set_name(named, "table of owners");
    if (argc < 2) return (int)there;
    BODY
    MPI_Win_free(&win);
    MPI_Win_free(&named);
    MPI_Finalize();
    return 0;
}
"""
LINE = 14
BARRIER = "MPI_Barrier(MPI_COMM_WORLD);"
FREE = "MPI_Win_free(&win); MPI_Win_free(&named); MPI_Finalize(); exit(0);"
TO = "1, MPI_INT, other, 0, 1, MPI_INT"
LEFT_OPEN = ("if (rank == 1) {\ntake(0, MPI_LOCK_SHARED, win); MPI_Win_unlock(0, win);\n"
             "take(0, MPI_LOCK_SHARED, named);\n}")
NOT_LOCKED = f"take(other, MPI_LOCK_SHARED, named);\nMPI_Put(data, {TO}, named);\nMPI_Win_flush_local(rank, named);"
AFTER_UNLOCK = "take(other, MPI_LOCK_SHARED, named);\nMPI_Win_unlock(other, named);\nMPI_Win_flush(other, named);"
CROSSED = (f"take(rank, MPI_LOCK_EXCLUSIVE, named); {BARRIER}\nMPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, named);\n"
           f"MPI_Put(data, {TO}, named);\nMPI_Win_flush(other, named);")
UNFREED = "MPI_Win_free(&win); MPI_Finalize(); exit(0);"
R_PUT = (f"MPI_Request r; MPI_Win_lock_all(0, named);\nMPI_Rput(data, {TO}, named, &r);"
         f"MPI_Wait(&r, MPI_STATUS_IGNORE);\nMPI_Get(data + 4, {TO}, named);\nMPI_Win_unlock_all(named);")
SAME_LINE = "MPI_Win_fence(0, named);\nMPI_Put(data, 1, MPI_INT, 0, 0, 1, MPI_INT, named);\nMPI_Win_fence(0, named);"
BUFFER = (f"MPI_Win_lock_all(0, win);\nMPI_Get(data + 2, {TO}, win);\n"
          "MPI_Get(data + 1, 2, MPI_INT, other, 4, 2, MPI_INT, win);\nMPI_Win_unlock_all(win);")
ATTACHES = ("MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic); MPI_Win_set_name(dynamic, \"pieces\");\n"
            "MPI_Win_attach(dynamic, data + 4, 16);\nMPI_Get_address(data + 4, &there);\n"
            "MPI_Bcast(&there, 1, MPI_AINT, 0, MPI_COMM_WORLD); MPI_Win_fence(0, dynamic);\n")
PIECES = (f"{ATTACHES}MPI_Put(cells, 1, MPI_INT, 0, there + 8, 1, MPI_INT, dynamic);\nMPI_Win_fence(0, dynamic);\n"
          "MPI_Win_free(&dynamic);")
BEYOND = f"{ATTACHES}if (rank == 1) MPI_Put(cells, 2, MPI_INT, 0, there + 12, 2, MPI_INT, dynamic);"
NOWHERE = f"{ATTACHES}if (rank == 1) MPI_Put(cells, 2, MPI_INT, 0, there + 4096, 2, MPI_INT, dynamic);"
RPUT_IN_FENCE = (f"MPI_Request r; MPI_Win_fence(0, named);\n\nMPI_Rput(data, {TO}, named, &r);\n"
                 "MPI_Wait(&r, MPI_STATUS_IGNORE); MPI_Win_fence(0, named);")
OUTSIDE = "MPI_Win_fence(0, named);\nMPI_Put(data, 1, MPI_INT, other, 16, 1, MPI_INT, named);\nMPI_Win_fence(0, named);"
ALL = (RPUT_IN_FENCE, OUTSIDE, LEFT_OPEN, NOT_LOCKED, AFTER_UNLOCK, CROSSED, UNFREED, R_PUT, SAME_LINE, BUFFER, PIECES,
       BEYOND, NOWHERE)
PROGRAM = Bodies(TEMPLATE, ALL, file="halves.c")
TAKE = "halves.c:3 in take"
FAMILIES = ["newrma", "ch3", "ch4"]


def run(body, *options):
    return rmasim("exec", "-n", 2, *options, *PROGRAM(body))


def errors(body, *options):
    """Runs a program that breaks a rule. Returns standard error and the errors of the JSON result."""
    finished = run(body, "--format", "json", *options)
    assert finished.returncode == 4, finished.stderr
    return finished.stderr, json.loads(finished.stdout)["stuck"]


@pytest.mark.parametrize("family", [*FAMILIES, "oldqueue"])
def test_an_epoch_left_open(family):
    said, (error, *_) = errors(LEFT_OPEN, "--family", family)
    text = f'MPI_Win_unlock is missing; open on window "table of owners": MPI_Win_lock of rank 0 at {TAKE}'
    assert text in said and text in error["reason"]
    assert error["epochs"] == [
        {"rank": 1, "call": "MPI_Win_lock", "place": TAKE, "window": "table of owners", "target": 0}]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_target_that_is_not_locked(family):
    said, found = errors(NOT_LOCKED, "--family", family)
    assert [one["call"] for one in found] == ["MPI_Win_flush_local"] * len(found)
    rank = found[0]["rank"]
    assert (f'rank {rank} is not locked; open on window "table of owners": MPI_Win_lock of rank {1 - rank} at {TAKE}'
            in said)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_flush_after_the_unlock(family):
    said, found = errors(AFTER_UNLOCK, "--family", family)
    rank = found[0]["rank"]
    assert (f'no epoch of rank {rank} is open on window "table of owners"; MPI_Win_unlock at halves.c:{LINE + 1} in '
            f"main has closed the last one: MPI_Win_lock of rank {1 - rank} at {TAKE}") in said, said


@pytest.mark.parametrize("family", [*FAMILIES, "oldqueue"])
def test_locks_in_a_cycle(family):
    if family == "oldqueue":
        return  # the locks of a window from MPI_Win_allocate are taken in its UNLOCK
    finished = run(CROSSED, "--family", family, "--format", "json")
    assert finished.returncode == 3, finished.stderr
    result = json.loads(finished.stdout)
    said = finished.stderr
    for wait in result["cycle_waits"]:
        assert wait["taken"]["place"] == TAKE and wait["window"] == "table of owners"
        assert (f"rank {wait['rank']} waits in {wait['call']} at {wait['place']} for the lock of rank "
                f"{wait['lock_of']} on window \"table of owners\", which rank {wait['for']} took at {TAKE}") in said
        assert wait["call"].startswith("MPI_Win_")


def test_a_window_that_is_not_freed_is_a_note():
    finished = run(UNFREED)
    assert finished.returncode == 0, finished.stderr
    note = ('window "table of owners" of MPI_Win_allocate at halves.c:11 in main is not freed at MPI_Finalize of ranks '
            "0 and 1; fix: call MPI_Win_free for the window on all its ranks before MPI_Finalize; "
            "see sim/checkers/usage/RULES.md#not_freed")
    assert f"Note: {note}\n" in finished.stdout
    assert json.loads(run(UNFREED, "--format", "json").stdout)["notes"] == [note]


def test_the_same_error_of_all_ranks_is_one_line():
    """MPI_Rput in a fence epoch does not end the run; a put outside of the window ends it. Both put at the same time;
    in the own host, the first one ends the run."""
    finished = run(RPUT_IN_FENCE)
    assert finished.returncode == 4
    assert f"  ranks 0 and 1: MPI_Rput at halves.c:{LINE + 2} in main: operations with a request" in finished.stderr
    finished = run(OUTSIDE)
    assert f"  {said('same_error')}: MPI_Put at halves.c:{LINE + 1} in main: the operation " in finished.stderr
    assert finished.stderr.count("fix: ") == 1


def test_a_report_without_semantics_says_that_races_are_not_checked():
    line = "Not checked: data races; --semantics separate checks them\n"
    assert run(UNFREED).stdout.count(line) == 1 and line not in run(UNFREED, "--semantics", "separate").stdout


def findings(body, *options):
    finished = run(body, "--semantics", "unified", "--format", "json", *options)
    assert finished.returncode == 4, finished.stderr
    return json.loads(finished.stdout)["semantics"]["findings"], finished.stderr


def test_a_wait_for_a_request_frees_the_buffer_only():
    (one,), _ = findings(R_PUT)
    assert [access["what"] for access in one["accesses"]] == ["MPI_Rput", "MPI_Get"]
    assert one["remedy"] == ("call MPI_Win_flush for the target between the two accesses; MPI_Wait for the request of "
                             "MPI_Rput frees the buffer only")
    assert one["first_ranks"] == one["second_ranks"] == [0, 1] and one["times"] == 2
    assert one["win"] == "table of owners"


def test_the_same_line_at_all_ranks_is_one_finding():
    (one,), said = findings(SAME_LINE)
    assert one["first_ranks"] == one["second_ranks"] == [0, 1] and one["targets"] == [0]
    assert "fix: call MPI_Win_fence between the two accesses, on all ranks" in said
    assert 'bytes 0 to 4 of window "table of owners" of rank 0' in said


def test_a_buffer_is_named_by_its_variable():
    (one,), said = findings(BUFFER)
    assert one["rule"] == "buffer_in_use" and one["bytes"] == [8, 12]
    assert [access["bytes"] for access in one["accesses"]] == [[8, 12], [4, 12]]
    assert "MPI_Win_flush_local" in one["remedy"] and "MPI_Win_unlock_all" in one["remedy"]
    assert re.search(r'bytes 8 to 12 of buffer "data" of rank \d \(data\[2\], declared at halves.c:5\)', said), said


@pytest.mark.parametrize("family", FAMILIES)
def test_attached_memory(family):
    (one,), said = findings(PIECES, "--family", family)
    assert (one["win"], one["bytes"], one["targets"]) == ("pieces", [8, 12], [0])
    assert one["attached_at"] == f"halves.c:{LINE + 1} in main"
    assert f'bytes 8 to 12 of the memory that rank 0 attached to window "pieces" at halves.c:{LINE + 1} in main' in said


def test_what_is_attached_is_named():
    attached = f"16 bytes at halves.c:{LINE + 1} in main"
    said, _ = errors(BEYOND)
    assert (f"found 2 elements of 4 bytes at byte 12 of memory that rank 0 has attached: {attached}; allowed: within "
            f"attached memory; rank 0 has attached {attached}") in said
    said, _ = errors(NOWHERE)
    assert "found 2 elements of 4 bytes at an address that rank 0 has not attached" in said


@pytest.mark.parametrize("number", range(len(ALL)))
def test_two_runs_print_the_same_bytes(number):
    """Addresses differ from run to run."""
    options = ("--semantics", "unified", "--format", "json")
    one, other = (run(ALL[number], *options) for _ in range(2))
    assert one.returncode == other.returncode and one.stderr == other.stderr
    texts = [re.sub(r'"wall_s": [\d.e-]+', "", finished.stdout) for finished in (one, other)]
    assert texts[0] == texts[1]
