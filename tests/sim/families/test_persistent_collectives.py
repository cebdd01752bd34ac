"""Persistent collective calls: `allreduce_init` and the others, which `start` and `startall` start."""

import pytest
from message_scenarios import WORD, results_of
from rmasim_runner import plain, rmasim, write_scenario

FAMILIES = ["newrma", "ch3", "ch4", "oldqueue", "shm", "synccount"]
ROOM, ROUNDS = 16, 3
CHECKED = ("--semantics", "unified")
RING = {"all": {"colour": 0, "cart": {"dims": ["size"], "periods": [True]}}}


def run_of(folder, family, ranks, calls, **more):
    shared = {"platform": {"ranks_per_node": ranks}} if family == "shm" else {}
    windows = {"w": {"bytes": 24 * ROOM * WORD, **({"shared": True} if family == "shm" else {})}}
    programs = calls if calls and "calls" in calls[0] else [{"calls": calls}]
    return write_scenario(folder, ranks=ranks, programs=programs, windows=windows, communicators=RING,
                          protocol={"family": family, **more.pop("protocol", {})}, **shared, **more)


def arguments(ranks):
    """The calls with their arguments, without their data."""
    ones, both = {"counts": [1] * ranks}, {"counts": [1] * ranks, "receive_counts": [1] * ranks}
    types = {"datatypes": "int64", "receive_datatypes": "int64"}
    around, pairs = {"comm": "all"}, {"counts": [1, 1], "receive_counts": [1, 1]}
    return {"bcast": {"root": 1}, "reduce": {"root": 1}, "allreduce": {}, "gather": {"root": 1}, "allgather": {},
            "scatter": {"root": 1}, "alltoall": {}, "scan": {}, "exscan": {}, "reduce_scatter_block": {},
            "reduce_scatter": ones, "gatherv": {"root": 1, **ones}, "scatterv": {"root": 1, **ones},
            "allgatherv": ones, "alltoallv": both, "alltoallw": {**both, **types}, "neighbor_allgather": around,
            "neighbor_allgatherv": {**around, "counts": [1, 1]}, "neighbor_alltoall": around,
            "neighbor_alltoallv": {**around, **pairs}, "neighbor_alltoallw": {**around, **pairs, **types}}


def data_of(call, nth):
    typed = {} if call.endswith("w") else {"datatype": "int64"}
    return {**typed, "into": {"disp": ROOM * WORD * nth}}


@pytest.mark.parametrize("family", FAMILIES)
def test_each_start_is_a_nonblocking_call(family, tmp_path):
    """Every call, started three times, with other data in the buffer each time; ranks start the requests in different
    orders. The results are those of nonblocking calls, and the packets three times as many."""
    ranks = 3
    calls = arguments(ranks)
    source = {"from": {"buffer": "b"}}
    fill = {"store": {"buffer": "b", "datatype": "int64", "count": 2 * ranks, "value": "100 * rank + 10 * round",
                      "step": 1}}
    requests = [f"r{nth}" for nth in range(len(calls))]
    made = [{f"{call}_init": {**some, **source, **data_of(call, nth), "request": f"r{nth}"}}
            for nth, (call, some) in enumerate(calls.items())]
    orders = {"when": "rank == 1", "calls": [{"startall": {"requests": requests[::-1]}}],
              "else": [{"start": {"request": one}} for one in requests]}
    program = [*made, {"repeat": {"times": ROUNDS, "as": "round", "calls": [
        fill, {"if": orders}, {"wait": {"requests": requests}}]}},
        *({"request_free": {"request": one}} for one in requests)]
    nonblocking = [{"let": {"round": ROUNDS - 1}}, fill, *(
        {f"i{call}": {**some, **source, **data_of(call, nth), "request": f"r{nth}"}}
        for nth, (call, some) in enumerate(calls.items())), {"wait": {"requests": requests}}]
    buffers = {"b": {"bytes": 2 * ranks * WORD}}
    packets, words = results_of(tmp_path, run_of(tmp_path, family, ranks, program, buffers=buffers), ranks, *CHECKED)
    nonblocked = run_of(tmp_path, family, ranks, nonblocking, buffers=buffers)
    once, expected = results_of(tmp_path, nonblocked, ranks, *CHECKED)
    assert words == expected
    assert packets == {kind: ROUNDS * count for kind, count in once.items()}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_persistent_barrier_waits_for_its_start_at_all_ranks(family, tmp_path):
    """Another barrier between start and wait is none of its instances."""
    calls = [{"barrier_init": {"request": "b"}}, {"repeat": {"times": 2, "calls": [
        {"if": {"when": "rank == 0", "calls": [{"compute": {"ns": 100000}}]}},
        {"start": {"request": "b"}}, {"barrier": {}}, {"wait": {"request": "b"}}]}},
        {"request_free": {"request": "b"}}]
    packets, _ = results_of(tmp_path, run_of(tmp_path, family, 5, calls), 5, *CHECKED)
    assert packets == {"BARRIER": 4 * 15}


def test_a_persistent_barrier_matches_no_other_barrier(tmp_path):
    """Rank 0 starts the barrier and never calls the other one, which rank 1 waits in."""
    programs = [{"ranks": "0", "calls": [{"barrier_init": {"request": "b"}}, {"start": {"request": "b"}},
                                         {"recv": {"source": 1}}, {"wait": {"request": "b"}}, {"barrier": {}}]},
                {"ranks": "1", "calls": [{"barrier_init": {"request": "b"}}, {"barrier": {}}, {"send": {"target": 0}},
                                         {"start": {"request": "b"}}, {"wait": {"request": "b"}}]}]
    stuck = rmasim("run", run_of(tmp_path, "newrma", 2, programs))
    assert stuck.returncode == 3, stuck.stderr
    assert "barrier" in stuck.stderr


@pytest.mark.parametrize("call", ["barrier", "allreduce", "scan", "alltoall", "neighbor_allgather"])
def test_explore_finds_one_end_of_persistent_calls(call, tmp_path):
    data = {} if call == "barrier" else {"datatype": "int64", "value": "rank + 1", "into": {}}
    some = {"comm": "all"} if "neighbor" in call else {}
    calls = [{f"{call}_init": {**data, **some, "request": "r"}}, {"start": {"request": "r"}},
             {"if": {"when": "rank == 0", "calls": [{"send": {"target": 1}}]}},
             {"if": {"when": "rank == 1", "calls": [{"recv": {"source": 0}}]}},
             {"wait": {"request": "r"}}, {"start": {"request": "r"}}, {"wait": {"request": "r"}},
             {"request_free": {"request": "r"}}]
    found = rmasim("explore", run_of(tmp_path, "newrma", 2, calls))
    assert found.returncode == 0, found.stdout + found.stderr
    assert "There is 1 end state" in found.stdout


@pytest.mark.parametrize(("calls", "words"), [
    ([{"start": {"request": "r"}}, {"start": {"request": "r"}}], "is active; complete it by WAIT or TEST"),
    ([{"start": {"request": "r"}}, {"request_free": {"request": "r"}}], "is active; complete it by WAIT or TEST"),
    ([{"start": {"request": "r"}}], "the request of this call is still active"),
    ([{"allreduce": {}}, {"iallreduce": {"request": "s"}}, {"wait": {"request": "s"}}], "")])
def test_active_and_inactive_requests(calls, words, tmp_path):
    path = run_of(tmp_path, "newrma", 2, [{"allreduce_init": {"request": "r"}}, *calls])
    refused = rmasim("run", path)
    assert refused.returncode == (4 if words else 0), refused.stderr
    assert words in plain(refused.stderr)


def test_requests_of_different_calls_do_not_match(tmp_path):
    programs = [{"ranks": str(rank), "calls": [{call: {"request": "r"}}, {"start": {"request": "r"}},
                                               {"wait": {"request": "r"}}]}
                for rank, call in enumerate(["allreduce_init", "iallreduce"])]
    programs[1]["calls"][1:2] = []
    refused = rmasim("run", run_of(tmp_path, "newrma", 2, programs))
    assert refused.returncode == 4
    assert "allreduce_init" in refused.stderr and "iallreduce" in refused.stderr


def test_a_buffer_is_free_while_its_request_is_inactive(tmp_path):
    def program(at):
        calls = [{"allreduce_init": {"datatype": "int64", "value": 1, "into": {}, "request": "r"}},
                 {"start": {"request": "r"}}, {"wait": {"request": "r"}}, {"start": {"request": "r"}},
                 {"wait": {"request": "r"}}]
        calls.insert(at, {"load": {"datatype": "int64", "as": "x"}})
        return calls
    for at in range(1, 6):
        finished = rmasim("run", run_of(tmp_path, "newrma", 2, program(at)), "--semantics", "unified")
        assert finished.returncode == (4 if at in (2, 4) else 0), f"{at}: {finished.stderr}"
