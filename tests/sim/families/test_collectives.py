"""The results of BCAST, REDUCE, ALLREDUCE, GATHER, ALLGATHER, SCATTER and ALLTOALL, and their messages, counted by hand
for 1, 2, 5 and 8 ranks, alone and on a communicator of every third rank, in every family.

For p ranks with n bytes each, where q is the largest power of two up to p:

    binomial bcast, reduce      p - 1 messages of n
    binomial gather, scatter    p - 1 messages; rank root + d has min(lowest bit of d, p - d) blocks of n
    linear bcast to scatter     p - 1 messages of n
    recursive doubling          allreduce: q log2 q + 2 (p - q) messages of n
                                allgather: p log2 p messages, p (p - 1) blocks of n
    halving                     2 q log2 q + 2 (p - q) messages, 2 (q - 1) + 2 (p - q) blocks of n
    ring, pairwise, linear      p (p - 1) messages of n
    Bruck                       p ceil(log2 p) messages; allgather: p (p - 1) blocks of n
                                alltoall: p times the one bits of the numbers below p
"""

import json
import re
import struct

import pytest
from rmasim_runner import plain, rmasim, write_scenario

FAMILIES = ["newrma", "ch3", "ch4", "oldqueue", "shm", "synccount"]
KINDS = ["BCAST", "REDUCE", "ALLREDUCE", "GATHER", "ALLGATHER", "SCATTER", "ALLTOALL"]
OTHERS = {"bcast": "linear", "reduce": "linear", "allreduce": "reduce_bcast", "gather": "linear", "allgather": "ring",
          "scatter": "linear", "alltoall": "pairwise"}
WORD, COUNT = 8, 2
# By hand: number of messages, and blocks of n bytes in all. By default, 2 elements of 8 bytes are divided by ALLREDUCE
# if p < 4. ALLGATHER is recursive doubling if p is a power of two, otherwise Bruck. ALLTOALL is Bruck from 8 ranks on.
DEFAULT = {1: {},
           2: {"BCAST": (1, 1), "REDUCE": (1, 1), "ALLREDUCE": (4, 2), "GATHER": (1, 1), "ALLGATHER": (2, 2),
               "SCATTER": (1, 1), "ALLTOALL": (2, 2)},
           5: {"BCAST": (4, 4), "REDUCE": (4, 4), "ALLREDUCE": (10, 10), "GATHER": (4, 5), "ALLGATHER": (15, 20),
               "SCATTER": (4, 5), "ALLTOALL": (20, 20)},
           8: {"BCAST": (7, 7), "REDUCE": (7, 7), "ALLREDUCE": (24, 24), "GATHER": (7, 12), "ALLGATHER": (24, 56),
               "SCATTER": (7, 12), "ALLTOALL": (24, 96)}}
OTHER = {1: {},
         2: {"BCAST": (1, 1), "REDUCE": (1, 1), "ALLREDUCE": (2, 2), "GATHER": (1, 1), "ALLGATHER": (2, 2),
             "SCATTER": (1, 1), "ALLTOALL": (2, 2)},
         5: {"BCAST": (4, 4), "REDUCE": (4, 4), "ALLREDUCE": (8, 8), "GATHER": (4, 4), "ALLGATHER": (20, 20),
             "SCATTER": (4, 4), "ALLTOALL": (20, 20)},
         8: {"BCAST": (7, 7), "REDUCE": (7, 7), "ALLREDUCE": (14, 14), "GATHER": (7, 7), "ALLGATHER": (56, 56),
             "SCATTER": (7, 7), "ALLTOALL": (56, 56)}}
EVERYBODY = {"everybody": {"colour": 0}}
EVERY_THIRD = {"some": {"colour": "rank % 3 == 1 ? 0 : undefined"}}


def all_collectives(me, size, root, named):
    """Returns each collective call once, with two elements. The results are stored in the window, at eight positions of
    16 words each."""
    def call(name, nth, **arguments):
        into = {"into": {"disp": 16 * WORD * nth}}
        return {name: {**named, "count": COUNT, "datatype": "int64", **into, **arguments}}
    return [call("bcast", 0, root=root, value=f"100 + {me}", step=1),
            call("reduce", 1, root=root, value=f"{me} + 1", step=10),
            call("allreduce", 2, op="max", value=f"{me} * 7 % 5", step=1),
            call("gather", 3, root=root, value=f"10 * {me}", step=1),
            call("allgather", 4, value=f"10 * {me} + 5", step=1),
            call("scatter", 5, root=root, value=f"1000 * {me}", step=1),
            call("alltoall", 6, value=f"100 * {me}", step=1)]


def expected(me, size, root):
    """Returns the seven results of communicator rank `me`. The results of reduce and gather are empty unless this rank
    is the root."""
    every, two = range(size), range(COUNT)
    at_root = me == root
    return [[100 + root + k for k in two],
            [sum(comm_rank + 1 for comm_rank in every) + 10 * k * size for k in two] if at_root else [],
            [max(comm_rank * 7 % 5 for comm_rank in every) + k for k in two],
            [10 * comm_rank + k for comm_rank in every for k in two] if at_root else [],
            [10 * comm_rank + 5 + k for comm_rank in every for k in two],
            [1000 * root + COUNT * me + k for k in two],
            [100 * comm_rank + COUNT * me + k for comm_rank in every for k in two]]


def run_of(folder, family, ranks, programs, **more):
    shared = {"platform": {"ranks_per_node": ranks}} if family == "shm" else {}
    windows = {"w": {"bytes": 8 * 16 * WORD, **({"shared": True} if family == "shm" else {})}}
    protocol = {"family": family, **more.pop("protocol", {})}
    return write_scenario(folder, ranks=ranks, programs=programs, windows=windows, protocol=protocol, **shared, **more)


def words_of(file, ranks):
    text = file.read_bytes()
    part = len(text) // ranks
    return [struct.unpack(f"{part // WORD}q", text[rank * part:(rank + 1) * part]) for rank in range(ranks)]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("where", ["world", "every third rank"])
@pytest.mark.parametrize("algorithms", ["default", "other"])
@pytest.mark.parametrize("size", DEFAULT)
def test_messages_by_hand_and_data(size, algorithms, where, family, tmp_path):
    root = size // 2
    some = where != "world"
    ranks = 3 * size if some else size
    calls = all_collectives("some.rank", "some.size", root, {"comm": "some"}) if some else \
        all_collectives("rank", "size", root, {})
    program = {"calls": calls, **({"ranks": "rank % 3 == 1"} if some else {})}
    protocol = {"collectives": OTHERS} if algorithms == "other" else {}
    path = run_of(tmp_path, family, ranks, [program], protocol=protocol,
                  **({"communicators": EVERY_THIRD} if some else {}))
    memory = tmp_path / "memory"
    finished = rmasim("run", path, "--format", "json", "--check-invariants", "--memory", memory)
    assert finished.returncode == 0, finished.stderr
    messages = json.loads(finished.stdout)["messages"]
    by_hand = (OTHER if algorithms == "other" else DEFAULT)[size]
    assert messages["by_kind"] == {kind: count for kind, (count, _) in by_hand.items()}
    words = words_of(memory, ranks)
    members = range(1, ranks, 3) if some else range(ranks)
    for rank in range(ranks):
        results = expected(members.index(rank), size, root) if rank in members else [[]] * 7
        for nth, result in enumerate(results):
            found = words[rank][16 * nth:16 * nth + 16]
            assert list(found) == result + [0] * (16 - len(result)), f"rank {rank}: {KINDS[nth]}"


@pytest.mark.parametrize("algorithms", ["default", "other"])
@pytest.mark.parametrize("kind", KINDS)
def test_bytes_by_hand(kind, algorithms, tmp_path):
    """5 ranks make one collective call with 2 words each. The bytes are the blocks of the table, of 16 bytes each, in
    addition to the bytes of a run with count 0."""
    name = kind.lower()
    sizes = []
    for count in (0, 2):
        path = run_of(tmp_path, "newrma", 5, [{"calls": [{name: {"count": count, "datatype": "int64"}}]}],
                      protocol={"collectives": OTHERS} if algorithms == "other" else {})
        sizes.append(json.loads(rmasim("run", path, "--format", "json").stdout)["messages"])
    messages, blocks = (OTHER if algorithms == "other" else DEFAULT)[5][kind]
    assert [one["by_kind"] for one in sizes] == [{kind: messages}] * 2
    assert sizes[1]["bytes"] - sizes[0]["bytes"] == blocks * 16


@pytest.mark.parametrize("root", range(6))
def test_any_root(root, tmp_path):
    path = run_of(tmp_path, "newrma", 6, [{"calls": all_collectives("rank", "size", root, {})}])
    memory = tmp_path / "memory"
    assert rmasim("run", path, "--memory", memory).returncode == 0
    for rank, words in enumerate(words_of(memory, 6)):
        for nth, result in enumerate(expected(rank, 6, root)):
            assert list(words[16 * nth:16 * nth + len(result)]) == result


@pytest.mark.parametrize("family", FAMILIES)
def test_a_root_may_be_many_calls_ahead(family, tmp_path):
    """The root of ten BCASTs waits for no rank. The other ranks compute first, and then find the data of all ten."""
    rounds = 10
    calls = [{"if": {"when": "rank != 1", "calls": [{"compute": {"ns": 1000000}}]}},
             {"let": {"sum": 0, "x": 0}},
             {"repeat": {"times": rounds, "as": "i",
                         "calls": [{"bcast": {"root": 1, "datatype": "int64", "value": "i * i", "as": "x"}},
                                   {"let": {"sum": "20 * sum + x"}}]}},
             {"store": {"datatype": "int64", "value": "sum"}}]
    total = sum(i * i * 20 ** (rounds - 1 - i) for i in range(rounds))
    path = run_of(tmp_path, family, 4, [{"calls": calls}],
                  expect={"memory": [{"datatype": "int64", "values": [total]}]})
    finished = rmasim("run", path, "--format", "json")
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["messages"]["by_kind"] == {"BCAST": 30}


def test_a_recv_never_takes_a_message_of_a_collective_call(tmp_path):
    """The RECV and the collective call have the same source and the same communicator. The tag of the RECV is 0, which
    is also the number of the first collective call."""
    root = [{"bcast": {"datatype": "int64", "value": 7}}, {"send": {"target": 1, "datatype": "int64", "value": 9}}]
    other = [{"recv": {"source": 0, "datatype": "int64", "into": {}}},
             {"bcast": {"datatype": "int64", "into": {"disp": 8}}}]
    path = run_of(tmp_path, "newrma", 2, [{"ranks": "0", "calls": root}, {"ranks": "1", "calls": other}],
                  expect={"memory": [{"ranks": "1", "datatype": "int64", "values": [9, 7]}]})
    finished = rmasim("run", path)
    assert finished.returncode == 0, finished.stderr


ROW = {"row": {"colour": "rank / 2"}, "column": {"colour": "rank % 2"}}


def test_different_collective_calls_are_an_error_that_names_both(tmp_path):
    path = run_of(tmp_path, "newrma", 4, [{"ranks": "0,1,2", "calls": [{"bcast": {"comm": "row"}}]},
                                          {"ranks": "3", "calls": [{"reduce": {"comm": "row", "root": 1}}]}],
                  communicators=ROW)
    broken = rmasim("run", path)
    assert broken.returncode == 4
    assert 'reduce: with root 3, count 1 of byte and op sum as collective call 1 of communicator "row"' in broken.stderr
    assert "rank 2 called bcast at programs[0].calls[0].bcast (" in broken.stderr
    assert "with root 2, count 1 of byte; all its ranks" in broken.stderr


@pytest.mark.parametrize(("one", "other", "found"), [
    ({"bcast": {"root": 0}}, {"bcast": {"root": 1}}, "with root 1, count 1 of byte"),
    ({"allreduce": {"count": 2}}, {"allreduce": {"count": 3}}, "count 3 of byte"),
    ({"allreduce": {"datatype": "int32"}}, {"allreduce": {"datatype": "uint32"}}, "count 1 of uint32"),
    ({"allreduce": {"op": "min"}}, {"allreduce": {"op": "max"}}, "op max"),
    ({"barrier": {}}, {"allgather": {}}, ") without data; all its ranks"),
])
def test_what_all_ranks_must_say_alike(one, other, found, tmp_path):
    path = run_of(tmp_path, "newrma", 2, [{"ranks": "0", "calls": [one]}, {"ranks": "1", "calls": [other]}])
    broken = rmasim("run", path)
    assert broken.returncode == 4
    assert found in broken.stderr
    assert "all its ranks must make the same collective calls in the same order" in broken.stderr


def test_crossed_collective_calls_of_two_communicators_are_a_deadlock_that_names_both(tmp_path):
    """As in communicators/crossed.json, but with allreduce, each rank waits for a rank that is in the other call."""
    calls = [{"allreduce": {"comm": "row"}}, {"allreduce": {"comm": "column"}}]
    path = run_of(tmp_path, "newrma", 4, [{"ranks": "row.rank == column.rank", "calls": calls},
                                          {"ranks": "row.rank != column.rank", "calls": calls[::-1]}],
                  communicators=ROW)
    found = rmasim("run", path)
    assert found.returncode == 3
    assert "rank 0 waits for rank 1 (allreduce of row)" in plain(found.stderr)
    assert "rank 1 waits for rank 3 (allreduce of column)" in plain(found.stderr)
    assert "waits for the message of allreduce from rank 3 (1 of column)" in found.stderr
    explored = rmasim("explore", path)
    assert explored.returncode == 3
    assert "allreduce of row" in explored.stderr and "allreduce of column" in explored.stderr


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("first", ["allreduce", "barrier"])
@pytest.mark.parametrize("second", ["allreduce", "barrier"])
def test_two_threads_in_collective_calls_of_one_communicator(second, first, family, tmp_path):
    """The second thread calls while the first thread waits for rank 1. This is an error unless the second thread uses
    another communicator."""
    def program(comm):
        other = {"comm": comm} if comm else {}
        return [{"ranks": "0", "threads": [[{first: {}}], [{"compute": {"ns": 1000}}, {second: other}]]},
                {"ranks": "1", "calls": [{"compute": {"ns": 1000000}}, {first: {}}, {second: other}]}]
    path = run_of(tmp_path, family, 2, program(None), communicators=EVERYBODY)
    refused = rmasim("run", path)
    assert refused.returncode == 4
    assert (f"rank 0 thread 1: {second} at programs[0].threads[1][1].{second}: another thread is in {first} on the "
            "same communicator") in re.sub(r" \(\d+:\d+\)", "", refused.stderr)
    path = run_of(tmp_path, family, 2, program("everybody"), communicators=EVERYBODY)
    assert rmasim("run", path).returncode == 0


def test_a_call_that_others_never_make(tmp_path):
    path = run_of(tmp_path, "newrma", 2, [{"ranks": "0", "calls": [{"bcast": {}}]}])
    broken = rmasim("run", path)
    assert broken.returncode == 4
    assert "rank 1: bcast at the end: rank 0 has called this function, and rank 1 has not" in broken.stderr


@pytest.mark.parametrize(("call", "location", "allowed"), [
    ({"bcast": {"root": 4}}, "programs[0].calls[0].bcast.root", "0 to 3"),
    ({"bcast": {"comm": "row", "root": "row.rank + 1"}}, "bcast.root (rank 1)", "this rank's \"row\" has 2 ranks"),
    ({"reduce": {"op": "replace"}}, "programs[0].calls[0].reduce.op", "sum"),
    ({"gather": {"as": "x"}}, "programs[0].calls[0].gather", "into"),
    ({"allgather": {"count": 65, "datatype": "int64", "into": {}}}, "allgather.into", "1024 bytes"),
    ({"gather": {"datatype": "int64", "into": {"disp": 1024}}}, "gather.into", "1024 bytes"),
    ({"alltoall": {"count": 536870912}}, "alltoall.count", "at most 536870911"),
])
def test_bad_arguments(call, location, allowed, tmp_path):
    path = run_of(tmp_path, "newrma", 4, [{"calls": [call]}], communicators=ROW)
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert location in refused.stderr
    assert allowed in refused.stderr


def test_only_the_root_looks_where_the_data_of_all_go(tmp_path):
    """Rank 1 names a receive buffer outside of its window. MPI permits this, because only the root's receive buffer is
    significant."""
    calls = [{"gather": {"datatype": "int64", "into": {"disp": "4096 * rank"}}}]
    path = run_of(tmp_path, "newrma", 2, [{"calls": calls}])
    assert rmasim("run", path).returncode == 0
    calls = [{"gather": {"datatype": "int64", "into": {"disp": 4096}}}]
    path = run_of(tmp_path, "newrma", 2, [{"ranks": "1", "calls": calls}, {"ranks": "0", "calls": [{"gather": {
        "datatype": "int64", "into": {}}}]}])
    assert rmasim("run", path).returncode == 0


def test_a_rank_outside_may_not_name_the_communicator(tmp_path):
    path = run_of(tmp_path, "newrma", 3, [{"calls": [{"allreduce": {"comm": "some"}}]}], communicators=EVERY_THIRD)
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert 'rank 0 is in no communicator of "some"' in refused.stderr


@pytest.mark.parametrize("family", FAMILIES)
def test_explore_finds_one_end_of_all_collective_calls(family, tmp_path):
    """The window has the same contents in every order of the packets of three ranks."""
    calls = all_collectives("rank", "size", 1, {})
    expected_words = [word for result in expected(1, 3, 1) for word in result + [0] * (16 - len(result))]
    path = run_of(tmp_path, family, 3, [{"calls": calls[:3]}],
                  expect={"memory": [{"ranks": "1", "datatype": "int64", "values": expected_words[:48]}]})
    found = rmasim("explore", path)
    assert found.returncode == 0, found.stdout + found.stderr


def edges(first, call, second, tmp_path):
    """Both ranks put to the same bytes of rank 0: one before a collective call, the other after it."""
    put = [{"put": {"target": 0}}, {"flush": {"target": 0}}]
    return run_of(tmp_path, "newrma", 2, [
        {"calls": [{"lock_all": {}}, {"if": {"when": first, "calls": put}}, call,
                   {"if": {"when": second, "calls": put}}, {"unlock_all": {}}]}])


@pytest.mark.parametrize(("call", "from_root", "to_root"), [
    ("bcast", True, False), ("scatter", True, False), ("reduce", False, True), ("gather", False, True),
    ("allreduce", True, True), ("allgather", True, True), ("alltoall", True, True)])
def test_order_of_memory(call, from_root, to_root, tmp_path):
    """MM-EDGE-10: BCAST and SCATTER order the root's puts before the call and the other ranks' puts after it. REDUCE
    and GATHER order the other ranks' puts before the call and the root's puts after it. The other calls order both.
    Without elements, a call orders nothing."""
    for first, second, ordered in (("rank == 0", "rank == 1", from_root), ("rank == 1", "rank == 0", to_root)):
        for count in (1, 0):
            finished = rmasim("run", edges(first, {call: {"count": count}}, second, tmp_path), "--semantics", "unified")
            assert (finished.returncode == 0) == (ordered and count > 0), finished.stderr
