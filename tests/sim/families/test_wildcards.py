"""Receives from any source or with any tag, and statuses of messages: in every family, timed and in every order."""

import json

import pytest
from message_scenarios import require
from rmasim_runner import plain, result_of, rmasim, write_scenario

FAMILIES = ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount")
ELEMENT = {"datatype": "int64"}
ANY = {"source": "any", "tag": "any", **ELEMENT}


def scenario(tmp_path, programs, family="newrma", **members):
    shared = family == "shm"
    ranks = members.pop("ranks", len(programs))
    return write_scenario(tmp_path, ranks=ranks, windows={"w": {"bytes": 64, "shared": shared}},
                          platform={"ranks_per_node": ranks if shared else 1},
                          protocol={"family": family, **members.pop("protocol", {})},
                          programs=[{"ranks": str(rank), "calls": calls} for rank, calls in enumerate(programs)],
                          **members)


def send(target, value, tag=0, **more):
    return {"send": {"target": target, "tag": tag, "value": value, **ELEMENT, **more}}


def receives_three():
    """Rank 2 posts a receive of any message before a receive from rank 0 and one of the rest. Rank 0 sends 10 and 11,
    rank 1 sends 20. The first receive matches the message that arrives first, so there are two results."""
    return [
        [send(2, 10, 5), send(2, 11, 6)],
        [send(2, 20, 7)],
        [{"array": {"s": 3, "t": 3, "u": 3}},
         {"irecv": {**ANY, "as": "a", "request": "r"}},
         {"recv": {"source": 0, "tag": "any", **ELEMENT, "as": "b", "status": "t"}},
         {"wait": {"request": "r", "status": "s"}},
         {"recv": {**ANY, "as": "c", "status": "u"}},
         require("a == 10 && b == 11 && c == 20 || a == 20 && b == 10 && c == 11"),
         require("s[0] == (a == 20) && s[1] == (a == 20 ? 7 : a - 5) && s[2] == 1"),
         require("t[0] == 0 && t[1] == b - 5 && t[2] == 1"),
         require("u[0] == (c == 20) && u[1] == (c == 20 ? 7 : c - 5) && u[2] == 1")]]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("eager_bytes", (0, 2**31 - 1))
def test_receives_match_in_the_order_of_posting_and_arrival(tmp_path, family, eager_bytes):
    path = scenario(tmp_path, receives_three(), family, protocol={"message_eager_bytes": eager_bytes})
    result = result_of(path, "--check-invariants", "--semantics", "separate")
    kinds = {"SEND": 3} if eager_bytes else {"SEND_RTS": 3, "SEND_CTS": 3, "SEND_DATA": 3}
    assert result["outcome"] == "finished" and result["messages"]["by_kind"] == kinds


@pytest.mark.parametrize("family", FAMILIES)
def test_explore_executes_both_matches(tmp_path, family):
    programs = receives_three()
    programs[2] += [{"store": {"win": "w", "value": "a", **ELEMENT}}]
    finished = rmasim("explore", scenario(tmp_path, programs, family), "--format", "json")
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    assert found["exhausted"] and found["failing"] == 0 and len(found["end_states"]) == 2


@pytest.mark.parametrize("family", FAMILIES)
def test_the_source_in_a_status_is_a_rank_of_the_communicator(tmp_path, family):
    """Ranks 1, 3 and 5 are the ranks 0, 1 and 2 of `odd`. A message of the communicator of all ranks does not match."""
    sends = [[send(5, 70, 3), *([send(2, "rank", 4, comm="odd")] if rank % 2 else [])] for rank in range(4)]
    receive = [{"array": {"s": 3}},
               {"repeat": {"times": 2, "calls": [
                   {"recv": {**ANY, "comm": "odd", "as": "x", "status": "s"}},
                   require("s[0] == (x - 1) / 2 && s[1] == 4 && s[2] == 1")]}},
               {"repeat": {"times": 4, "calls": [
                   {"recv": {**ANY, "as": "x", "status": "s"}}, require("x == 70 && s[1] == 3")]}}]
    path = scenario(tmp_path, [*sends, [], receive], family,
                    communicators={"odd": {"colour": "rank % 2 == 1 ? 0 : undefined"}})
    assert result_of(path)["messages"]["by_kind"] == {"SEND": 6}


@pytest.mark.parametrize("family", FAMILIES)
def test_calls_that_complete_requests_return_statuses(tmp_path, family):
    """Of a longer buffer, the status has the number of elements that were sent. ISEND, MPI_REQUEST_NULL and a receive
    from MPI_PROC_NULL have the statuses of MPI 4.1, 3.2.5, 3.7.3 and 3.10."""
    begin = [{"array": {"r": 4, "s": 12, "i": 4}},
             {"irecv": {**ANY, "count": 8, "request": "r[0]"}},
             {"irecv": {**ANY, "source": -1, "request": "r[1]"}},
             {"isend": {"target": 0, "tag": 2, "request": "r[2]"}}]
    null = "s[3] == -1 && s[4] == -1 && s[5] == 0"
    empty = "s[{0}] == -2 && s[{0} + 1] == -1 && s[{0} + 2] == 0"
    programs = [
        [send(1, 1, 9, count=3), {"recv": {"source": 1, "tag": 2}},
         send(1, 1, 9, count=3), {"recv": {"source": 1, "tag": 2}},
         send(1, 1, 9, count=3), {"recv": {"source": 1, "tag": 2}},
         send(1, 1, 9, count=3), {"recv": {"source": 1, "tag": 2}}],
        [*begin, {"waitall": {"requests": "r", "status": "s"}},
         require(f"s[0] == 0 && s[1] == 9 && s[2] == 3 && {null} && {empty.format(6)} && {empty.format(9)}"),
         *begin, {"wait": {"requests": "r", "status": "s"}},
         require(f"s[0] == 0 && s[1] == 9 && s[2] == 3 && {null} && {empty.format(6)} && {empty.format(9)}"),
         *begin[1:], {"wait": {"request": "r[2]"}}, {"wait": {"request": "r[1]"}},
         {"waitany": {"requests": "r", "as": "at", "status": "s"}},
         require("at == 0 && s[0] == 0 && s[1] == 9 && s[2] == 3"),
         *begin[1:], {"let": {"done": 0}},
         {"while": {"when": "done == 0", "calls": [{"testall": {"requests": "r", "as": "done", "status": "s"}}]}},
         require(f"s[0] == 0 && s[1] == 9 && s[2] == 3 && {null} && {empty.format(6)} && {empty.format(9)}")]]
    assert result_of(scenario(tmp_path, programs, family))["outcome"] == "finished"


def test_a_test_that_finds_nothing_leaves_the_array(tmp_path):
    programs = [[{"compute": {"ns": 50_000}}, send(1, 1, 9)],
                [{"array": {"s": 3}}, {"let": {"s[0]": 77}}, {"irecv": {**ANY, "request": "r"}},
                 {"test": {"request": "r", "as": "done", "status": "s"}}, require("done == 0 && s[0] == 77"),
                 {"compute": {"ns": 99_000}},
                 {"test": {"request": "r", "as": "done", "status": "s"}}, require("done == 1 && s[0] == 0")]]
    assert result_of(scenario(tmp_path, programs))["outcome"] == "finished"


def test_wildcards_may_be_computed(tmp_path):
    programs = [[send(1, 5, 8)],
                [{"array": {"s": 3}}, {"recv": {"source": "rank - 3", "tag": "-rank", **ELEMENT, "status": "s"}},
                 require("s[0] == 0 && s[1] == 8")]]
    assert result_of(scenario(tmp_path, programs))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_report_names_the_receive_of_any_source(tmp_path, family):
    """Ranks 0 and 1 wait for each other. The program of rank 2 has ended, but it is not the only possible sender."""
    finished = rmasim("run", scenario(tmp_path, [[{"recv": ANY}], [{"recv": {"source": 0}}], []], family))
    assert finished.returncode == 3
    text = plain(finished.stderr)
    assert "a cycle of waits: rank 0 waits for rank 1 (SEND from any rank); rank 1 waits for rank 0 (SEND)" in text
    assert "waits for SEND from any rank" in text
    finished = rmasim("run", scenario(tmp_path, [[{"recv": ANY}], [], []], family))
    assert "rank 0 waits for rank 1 (SEND from any rank), whose program has ended" in plain(finished.stderr)


@pytest.mark.parametrize("kind", ("SEND", "SEND_RTS", "SEND_CTS", "SEND_DATA"))
def test_a_loss_is_the_cause(tmp_path, kind):
    path = scenario(tmp_path, [[send(1, 1)], [{"recv": ANY}], []], faults={"losses": [{"kind": kind, "nth": 1}]},
                    protocol={"message_eager_bytes": 2**31 - 1 if kind == "SEND" else 0})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    way = "1>0" if kind == "SEND_CTS" else "0>1"
    assert f"the packet {way} {kind} was lost" in finished.stderr


@pytest.mark.parametrize("family", ("newrma", "ch3", "ch4", "oldqueue"))
@pytest.mark.parametrize("source, races", ((0, False), (1, True), ("any", True)))
def test_semantics_orders_a_rank_after_the_message_that_it_received(tmp_path, family, source, races):
    """Rank 0 puts to rank 3 and then sends a message to rank 2. Rank 1 sends a message much earlier. Rank 2 gets the
    data that rank 0 has put. This is a race if rank 2 has received the message of rank 1 only."""
    lock = {"lock": {"target": 3, "type": "shared"}}
    unlock = {"unlock": {"target": 3}}
    first, second = [{"recv": {**ANY, "source": source}}], [{"recv": ANY}]
    programs = [[{"compute": {"ns": 90_000}}, lock, {"put": {"target": 3, **ELEMENT}}, unlock, send(2, 1)],
                [send(2, 1)],
                [*first, lock, {"get": {"target": 3, "as": "x", **ELEMENT}}, unlock, *second],
                []]
    finished = rmasim("run", scenario(tmp_path, programs, family), "--semantics", "separate", "--format", "json")
    assert bool(json.loads(finished.stdout)["semantics"]["findings"]) == races


def test_a_trace_has_the_sender_of_a_received_message(tmp_path):
    path, trace = scenario(tmp_path, [[send(1, 1, 9)], [{"recv": ANY}]]), tmp_path / "trace.json"
    assert rmasim("run", path, "--trace", trace).returncode == 0
    events = json.loads(trace.read_text())["traceEvents"]
    [recv] = [event["args"] for event in events if event.get("name") == "recv" and "args" in event]
    assert (recv["source"], recv["tag"], recv["statuses"]) == ("any", "any", [[0, 9, 1]])


@pytest.mark.parametrize("call, error", (
    ({"send": {"target": "any"}}, "any"),
    ({"send": {"target": 0, "tag": "any"}}, "any"),
    ({"send": {"target": 0, "tag": -1}}, "tag"),
    ({"recv": {"source": -3}}, "source"),
    ({"recv": {"source": 0, "tag": -2}}, "tag"),
    ({"recv": {"source": 0, "status": "s"}}, "an array of at least 3 elements: source, tag and count of the message"),
    ({"recv": {"source": 0, "status": "x"}}, "status"),
    ({"wait": {"requests": ["x", "x"], "status": "s3"}}, "an array of at least 6 elements"),
    ({"irecv": {"source": 0, "request": "x", "status": "s3"}}, "status"),
))
def test_what_is_wrong_is_named(tmp_path, call, error):
    finished = rmasim("run", scenario(tmp_path, [[{"array": {"s": 2, "s3": 3}}, {"let": {"x": 0}}, call], []]))
    assert finished.returncode == 2 and error in finished.stderr
