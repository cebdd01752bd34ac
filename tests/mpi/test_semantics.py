"""`exec --semantics`: pairs of accesses that MPI's memory model forbids, reported with both lines. Other programs have
no findings, because messages, collective calls and synchronisation order their accesses."""

import json

import pytest
from batches import batches, linked, programs
from bodies import Bodies
from hosts import has_difference
from mpi_runner import UNDER_SMPI, rmasim

TEMPLATE = """#include <mpi.h>
static int rank, size, data[8], other[8];
static MPI_Win win;
static void put(int target, int disp) { MPI_Put(data, 1, MPI_INT, target, disp, 1, MPI_INT, win); }
static void get(int target, int disp) { MPI_Get(other, 1, MPI_INT, target, disp, 1, MPI_INT, win); }
static void put_alone(int target, int disp) {
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    put(target, disp);
    MPI_Win_unlock(target, win);
}
static void set(int target, int disp, int value) {
    MPI_Accumulate(&value, 1, MPI_INT, target, disp, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(target, win);
}
static int look(int target, int disp) {
    int seen;
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, target, disp, MPI_NO_OP, win);
    MPI_Win_flush(target, win);
    return seen;
}
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int at = 1; at < argc; ++at) {
        int window[8] = {0};
        MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        BODY
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
"""
PUT, GET = "MPI_Put at wrong.c:4 in put", "MPI_Get at wrong.c:5 in get"
MESSAGE = "MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"

# The calls of the ranks; the rule; the report's text for the two accesses.
ERRONEOUS = {
    "two puts in a fence epoch": (
        "MPI_Win_fence(0, win); put(0, 3); MPI_Win_fence(0, win);", "concurrent_rma",
        [f"rank 0: {PUT}", f"rank 1: {PUT}", 'bytes 12 to 16 of window "window 0" of rank 0']),
    "a get behind a put without a flush": (
        "if (rank == 0) { MPI_Win_lock_all(0, win); put(1, 0); get(1, 0); MPI_Win_unlock_all(win); }", "",
        [f"rank 0: {PUT}", f"rank 0: {GET}"]),
    "a get into the buffer of a put": (
        "if (rank == 0) { MPI_Win_lock_all(0, win); put(1, 0);\n"
        "MPI_Get(data, 1, MPI_INT, 1, 4, 1, MPI_INT, win); MPI_Win_unlock_all(win); }", "",
        [f"rank 0: the source buffer of {PUT}", "rank 0: the result buffer of MPI_Get at wrong.c:28 in main"]),
    "a message into the buffer of a put": (
        f"if (rank == 0) MPI_Send(other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);\n"
        f"else {{ MPI_Win_lock_all(0, win); put(0, 0); {MESSAGE} MPI_Win_unlock_all(win); }}", "",
        [f"rank 1: the source buffer of {PUT}", "rank 1: store at wrong.c:28 in main"]),
    "accumulates of two operators": (
        "MPI_Win_fence(0, win); MPI_Accumulate(data, 1, MPI_INT, 0, 0, 1, MPI_INT, rank ? MPI_SUM : MPI_PROD, win);\n"
        "MPI_Win_fence(0, win);", "",
        ["rank 0: MPI_Accumulate at wrong.c:27 in main", "rank 1: MPI_Accumulate at wrong.c:27"]),
    "a message to another rank does not order": (
        "if (rank == 0) { put_alone(2, 0); MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); }\n"
        f"if (rank == 1) {MESSAGE} if (rank == 2) put_alone(2, 0);", "", [f"rank 0: {PUT}", f"rank 2: {PUT}"]),
    "a put that is not complete before the flag": (
        "MPI_Win_lock_all(0, win); if (rank == 0) { put(2, 0); set(0, 4, 1); }\n"
        "if (rank == 1) { while (look(0, 4) != 1) {} get(2, 0); } MPI_Win_unlock_all(win);", "concurrent_rma",
        [f"rank 0: {PUT}", f"rank 1: {GET}", "complete by: MPI_Win_unlock_all"]),
    "a flag that had the value before": (
        "MPI_Win_lock_all(0, win); if (rank == 0) { put(2, 0); MPI_Win_flush(2, win); set(0, 4, 0); }\n"
        "if (rank == 1) { while (look(0, 4) != 0) {} get(2, 0); } MPI_Win_unlock_all(win);", "concurrent_rma",
        [f"rank 0: {PUT}", f"rank 1: {GET}"]),
    "a turn that is given before the put is complete": (
        "int one = 1, mine; MPI_Win_lock_all(0, win);\n"
        "MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, win); MPI_Win_flush(0, win);\n"
        "while (look(0, 1) != mine) {}\nput(1, 2); set(0, 1, mine + 1); MPI_Win_unlock_all(win);", "concurrent_rma",
        [f"rank 0: {PUT}", f"rank 1: {PUT}"]),
    "parts of indexed types that meet": (
        "MPI_Datatype type; int lengths[2] = {1, 1}, at[2] = {0, 3}; MPI_Type_indexed(2, lengths, at, MPI_INT, &type);"
        "MPI_Type_commit(&type); MPI_Win_fence(0, win);\n"
        "if (rank == 0) MPI_Put(data, 2, MPI_INT, 1, 0, 1, type, win); else put(1, 3); MPI_Win_fence(0, win);", "",
        ["rank 0: MPI_Put at wrong.c:28 in main", f"rank 1: {PUT}", "bytes 12 to 16"]),
}
RIGHT = {
    "a flag": "MPI_Win_lock_all(0, win); if (rank == 0) { put(2, 0); MPI_Win_flush(2, win); set(0, 4, 1); }"
              "if (rank == 1) { while (look(0, 4) != 1) {} get(2, 0); } MPI_Win_unlock_all(win);",
    "a flag that is taken back by a put":
        "MPI_Win_lock_all(0, win); if (rank == 0) set(0, 4, 1);"
        "if (rank == 1) { while (look(0, 4) != 1) {} put(0, 4); } MPI_Win_unlock_all(win);",
    "a flag over three ranks": "MPI_Win_lock_all(0, win);"
                               "if (rank == 0) { put(1, 0); MPI_Win_flush(1, win); set(0, 4, 1); }"
                               "if (rank == 1) { while (look(0, 4) != 1) {} set(0, 5, 1); }"
                               "if (rank == 2) { while (look(0, 5) != 1) {} get(1, 0); } MPI_Win_unlock_all(win);",
    "a turn": "int one = 1, mine; MPI_Win_lock_all(0, win);"
              "MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, win); MPI_Win_flush(0, win);"
              "while (look(0, 1) != mine) {}"
              "put(2, 2); MPI_Win_flush(2, win); set(0, 1, mine + 1); MPI_Win_unlock_all(win);",
    "a message": f"if (rank == 0) {{ put_alone(0, 0); MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); }}"
                 f"if (rank == 1) {{ {MESSAGE} put_alone(0, 0); }}",
    "two messages": f"if (rank == 0) {{ put_alone(0, 0); MPI_Send(data, 1, MPI_INT, 2, 0, MPI_COMM_WORLD); }}"
                    f"if (rank == 2) {{ {MESSAGE} MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); }}"
                    "if (rank == 1) { MPI_Recv(data, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
                    "put_alone(0, 0); }",
    "a request": "MPI_Request request; if (rank == 0) { put_alone(0, 0);"
                 "MPI_Isend(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); MPI_Wait(&request, MPI_STATUS_IGNORE); }"
                 "if (rank == 1) { MPI_Irecv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);"
                 "MPI_Waitall(1, &request, MPI_STATUSES_IGNORE); put_alone(0, 0); }",
    "a barrier": "if (rank == 0) put_alone(2, 0); MPI_Barrier(MPI_COMM_WORLD); if (rank == 1) put_alone(2, 0);",
    "a barrier with a request": "MPI_Request request; if (rank == 0) put_alone(2, 0);"
                                "MPI_Ibarrier(MPI_COMM_WORLD, &request); MPI_Wait(&request, MPI_STATUS_IGNORE);"
                                "if (rank == 1) put_alone(2, 0);",
    "a sum": "if (rank == 0) put_alone(2, 0);"
             "MPI_Allreduce(data, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); if (rank == 1) put_alone(2, 0);",
    "fences": "MPI_Win_fence(0, win); if (rank == 0) put(1, 0); MPI_Win_fence(0, win); if (rank == 2) get(1, 0);"
              "MPI_Win_fence(0, win);",
    "exclusive locks": "MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); put(0, 0); MPI_Win_unlock(0, win);",
    "a flush": "if (rank == 0) { MPI_Win_lock_all(0, win); put(1, 0); MPI_Win_flush(1, win); get(1, 0);"
               "MPI_Win_unlock_all(win); }",
    "parts of indexed types that do not meet":
        "MPI_Datatype type; int lengths[2] = {1, 1}, at[2] = {0, 3}; MPI_Type_indexed(2, lengths, at, MPI_INT, &type);"
        "MPI_Type_commit(&type); MPI_Win_fence(0, win);"
        "if (rank == 0) MPI_Put(data, 2, MPI_INT, 1, 0, 1, type, win); else if (rank == 1) put(1, 2);"
        "MPI_Win_fence(0, win);",
    "another window over the same memory, later":
        "MPI_Win_fence(0, win); if (rank == 0) put(1, 0); MPI_Win_fence(0, win); MPI_Win_free(&win);"
        "MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);"
        "MPI_Win_fence(0, win); if (rank == 2) put(1, 0); MPI_Win_fence(0, win);",
}


def run(*bodies, ranks=3, model="unified"):
    """Runs the bodies one after another."""
    return rmasim("exec", "-n", ranks, "--semantics", model, PROGRAM.path, *map(PROGRAM.number, bodies))


def require_all_right(bodies, model="unified"):
    """Checks that programs, given by name, have no findings. They run in one process. After a failure each program runs
    alone."""
    if run(*bodies.values(), model=model).returncode != 0:
        alone = {name: run(body, model=model) for name, body in bodies.items()}
        assert not {name: finished.stderr for name, finished in alone.items() if finished.returncode != 0}
        assert False, "wrong only behind others"


@pytest.mark.parametrize("name", ERRONEOUS)
def test_both_accesses_are_named(name):
    body, rule, locations = ERRONEOUS[name]
    ranks = 3 if "put(2," in body or "another rank" in name else 2
    finished = run(body, ranks=ranks)
    assert finished.returncode == 4, finished.stdout + finished.stderr
    assert "erroneous under the unified memory model: 1 pair of accesses" in finished.stderr
    for text in (rule, *locations):
        assert text in finished.stderr, finished.stderr


def test_a_wrong_one_between_right_ones_is_blamed():
    wrong, _, _ = next(iter(ERRONEOUS.values()))
    assert run(RIGHT["fences"], wrong, RIGHT["fences"]).returncode == 4


@pytest.mark.parametrize("model", ["unified", "separate"])
def test_what_is_ordered_is_right(model):
    require_all_right(RIGHT, model)


# Buffers of messages and collective calls are in use until their request is complete: rank 0 calls the one, others the
# other; and the word of the report.
TO_1, FROM_0 = "1, 0, MPI_COMM_WORLD, &request", "0, 0, MPI_COMM_WORLD, &request"
LASTING = {
    "Isend": (f"MPI_Isend(window, 1, MPI_INT, {TO_1});", f"MPI_Irecv(other, 1, MPI_INT, {FROM_0});", "send"),
    "Issend": (f"MPI_Issend(window, 1, MPI_INT, {TO_1});", f"MPI_Irecv(other, 1, MPI_INT, {FROM_0});", "send"),
    "Irecv": ("MPI_Irecv(window, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);",
              f"MPI_Isend(other, 1, MPI_INT, {FROM_0});", "receive"),
    "Send_init": (f"MPI_Send_init(window, 1, MPI_INT, {TO_1}); MPI_Start(&request);",
                  f"MPI_Recv_init(other, 1, MPI_INT, {FROM_0}); MPI_Startall(1, &request);", "send"),
    "Ibcast": ("MPI_Ibcast(window, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);",
               "MPI_Ibcast(other, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);", "receive"),
    "Igather": ("MPI_Igather(other, 1, MPI_INT, window, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);",
                "MPI_Igather(other, 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD, &request);", "receive"),
    "Iallreduce": ("MPI_Iallreduce(window, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);",
                   "MPI_Iallreduce(data, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);", "send"),
    "Ialltoallv": ("MPI_Ialltoallv(other, ones, steps, MPI_INT, window, ones, steps, MPI_INT, MPI_COMM_WORLD,"
                   "&request);",
                   "MPI_Ialltoallv(other, ones, steps, MPI_INT, data + 4, ones, steps, MPI_INT, MPI_COMM_WORLD,"
                   "&request);", "receive"),
}


def lasting(name, then):
    """Rank 2 puts into rank 0's window while rank 0's request is incomplete, or after it."""
    at_0, at_others, _ = LASTING[name]
    ranks = "rank == 1" if name in ("Isend", "Issend", "Irecv", "Send_init") else "rank > 0"
    return ("MPI_Request request = MPI_REQUEST_NULL; int ones[3] = {1, 1, 1}, steps[3] = {0, 1, 2}; (void)ones;"
            f"(void)steps;\nif (rank == 0) {{ {at_0} }}\nif ({ranks}) {{ {at_others} }}\n" + then)


IN_USE = {name: lasting(name, "MPI_Barrier(MPI_COMM_WORLD); if (rank == 2) put_alone(0, 0);"
                              "MPI_Barrier(MPI_COMM_WORLD); MPI_Wait(&request, MPI_STATUS_IGNORE);")
          for name in LASTING}
WAITS = {
    "Wait": "MPI_Wait(&request, MPI_STATUS_IGNORE);",
    "Test": "{ int done = request == MPI_REQUEST_NULL;"
            "while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE); }",
    "Waitany": "{ int at; MPI_Waitany(1, &request, &at, MPI_STATUS_IGNORE); }",
    "Waitsome": "{ int at, n; MPI_Waitsome(1, &request, &n, &at, MPI_STATUSES_IGNORE); }",
}
COMPLETE = {(name, wait): lasting(name, f"{call} MPI_Barrier(MPI_COMM_WORLD); if (rank == 2) put_alone(0, 0);")
            for name in LASTING for wait, call in WAITS.items()}


@pytest.mark.parametrize("name", LASTING)
def test_the_buffer_of_a_request_is_in_use(name):
    finished = run(IN_USE[name])
    assert finished.returncode == 4, finished.stdout + finished.stderr
    assert f"rank 0: the {LASTING[name][2]} buffer at wrong.c:28 in main" in finished.stderr, finished.stderr
    assert f"rank 2: {PUT}" in finished.stderr and "1 pair of accesses" in finished.stderr, finished.stderr


def test_a_request_that_is_complete_is_not():
    require_all_right(COMPLETE)


# Calls of all ranks that order them: an update before, another behind.
COLLECTIVE = {
    "Comm_create_group": "MPI_Group all; MPI_Comm made; MPI_Comm_group(MPI_COMM_WORLD, &all);"
                         "MPI_Comm_create_group(MPI_COMM_WORLD, all, 0, &made);",
    "Cart_create": "MPI_Comm made; int sides = 3, around = 1;"
                   "MPI_Cart_create(MPI_COMM_WORLD, 1, &sides, &around, 0, &made);",
    "Iallreduce": "MPI_Request request;"
                  "MPI_Iallreduce(data, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);"
                  "MPI_Wait(&request, MPI_STATUS_IGNORE);",
    "Allgather": "MPI_Allgather(data, 1, MPI_INT, other, 1, MPI_INT, MPI_COMM_WORLD);",
}


ORDERED = {name: f"if (rank == 0) put_alone(2, 0);{call} if (rank == 1) put_alone(2, 0);"
           for name, call in COLLECTIVE.items()}
NOT_COMPLETE = ("MPI_Request request; if (rank == 0) put_alone(2, 0);\n"
                "MPI_Iallreduce(data, other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);\n"
                "if (rank == 1) put_alone(2, 0); MPI_Wait(&request, MPI_STATUS_IGNORE);")


def test_collective_calls_order():
    require_all_right(ORDERED)


def test_a_collective_call_that_is_not_complete_does_not():
    finished = run(NOT_COMPLETE)
    assert finished.returncode == 4 and finished.stderr.count(PUT) == 2, finished.stdout + finished.stderr


# Rank 1 polls its memory until it finds the flag.
POLLED = """MPI_Win_lock_all(0, win);
if (rank == 0) { put(2, 0); FLUSH data[1] = 1; MPI_Put(&data[1], 1, MPI_INT, 1, 4, 1, MPI_INT, win); }
if (rank == 1) { while (((volatile int*)window)[4] == 0) MPI_Win_sync(win); get(2, 0); }
MPI_Win_unlock_all(win);"""
FLUSHED, NOT_FLUSHED = POLLED.replace("FLUSH", "MPI_Win_flush(2, win);"), POLLED.replace("FLUSH", "")


def test_loads_behind_a_sync_may_have_found_a_flag():
    """The checker does not observe these loads (last sentence of MM-EDGE-11)."""
    finished = run(FLUSHED)
    assert finished.returncode == 0, finished.stderr


def test_the_flag_vouches_for_what_was_complete_only():
    finished = run(NOT_FLUSHED)
    assert finished.returncode == 4 and f"rank 0: {PUT}" in finished.stderr, finished.stdout + finished.stderr
    assert f"rank 1: {GET}" in finished.stderr and "1 pair of accesses" in finished.stderr


PROGRAM = Bodies(TEMPLATE, (
    *(body for body, _, _ in ERRONEOUS.values()), *RIGHT.values(), *COMPLETE.values(),
    *ORDERED.values(), NOT_COMPLETE, FLUSHED, NOT_FLUSHED, *IN_USE.values()))


def test_the_result_says_how_many_accesses_were_checked():
    found = json.loads(rmasim("exec", "-n", 2, "--semantics", "unified", "--format", "json",
                              *PROGRAM(RIGHT["fences"])).stdout)
    assert found["semantics"]["model"] == "unified" and found["semantics"]["accesses"] > 0


@pytest.mark.parametrize("batch", batches([one for one in programs() if UNDER_SMPI or not has_difference(one)]),
                         ids=lambda batch: batch[1][0].name)
def test_the_conformance_programs_are_right(batch):
    want, some = batch
    model = () if "--semantics" in want.options else ("--semantics", "unified")
    finished = rmasim("exec", "-n", 4, *model, *want.options, linked(some))
    assert finished.returncode == 0, finished.stderr
