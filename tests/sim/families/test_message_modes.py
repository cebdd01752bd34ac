"""Probes, the modes of sends, cancelled receives and the buffer of BSEND: in every family, timed and in every order."""

import json

import pytest
from message_scenarios import ALL_EAGER, ALL_LONG, require, scenario
from rmasim_runner import plain, result_of, rmasim

FAMILIES = ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount")
ELEMENT = {"datatype": "int64"}
ANY = {"source": "any", "tag": "any"}
BUSY = {"compute": {"ns": 50_000}}


def message(call, value=7, tag=3, **more):
    return {call: {"target": 1, "tag": tag, "value": value, **ELEMENT, **more}}


RECV = {"recv": {"source": 0, "tag": 3, "as": "x", **ELEMENT}}
EAGER = {"send": {"SEND": 1}, "bsend": {"SEND": 1}, "rsend": {"SEND": 1}, "ssend": {"SSEND": 1, "SSEND_ACK": 1}}
LONG = {"SEND_RTS": 1, "SEND_CTS": 1, "SEND_DATA": 1}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("eager_bytes", (ALL_EAGER, ALL_LONG))
@pytest.mark.parametrize("mode", EAGER)
def test_packets_and_data_of_each_mode(tmp_path, family, mode, eager_bytes):
    attach = [{"buffer_attach": {"bytes": 520}}] if mode == "bsend" else []
    detach = [{"buffer_detach": {}}] if mode == "bsend" else []
    for send in ([message(mode)], [message(f"i{mode}", request="r"), {"wait": {"request": "r"}}]):
        ready = [BUSY] if mode == "rsend" else []
        path = scenario(tmp_path, family, [*attach, *ready, *send, *detach], [RECV, require("x == 7")],
                        eager_bytes=eager_bytes)
        result = result_of(path, "--check-invariants", "--semantics", "separate")
        assert result["messages"]["by_kind"] == (LONG if eager_bytes == ALL_LONG else EAGER[mode])


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("mode, eager_bytes, waits", (
    ("send", ALL_EAGER, False), ("send", ALL_LONG, True), ("ssend", ALL_EAGER, True), ("ssend", ALL_LONG, True),
    ("bsend", ALL_EAGER, False), ("bsend", ALL_LONG, False)))
def test_which_sends_wait_for_their_receive(tmp_path, family, mode, eager_bytes, waits):
    """Each rank sends before it receives."""
    calls = [{"buffer_attach": {"bytes": 520}}, {mode: {"target": "1 - rank", **ELEMENT}},
             {"recv": {"source": "1 - rank", **ELEMENT}}, {"buffer_detach": {}}]
    finished = rmasim("run", scenario(tmp_path, family, calls, calls, eager_bytes=eager_bytes))
    assert finished.returncode == (3 if waits else 0)
    if waits:
        why = "send is synchronous" if eager_bytes == ALL_EAGER else "message is longer than message_eager_bytes"
        assert f"waits for RECV of rank 1, because the {why}" in plain(finished.stderr)
        assert "a cycle of waits" in finished.stderr


@pytest.mark.parametrize("family", FAMILIES)
def test_a_synchronous_send_is_complete_when_a_receive_matches(tmp_path, family):
    programs = [[message("issend", request="r"), {"test": {"request": "r", "as": "early"}}, require("early == 0"),
                 {"recv": {"source": 1}}, {"test": {"request": "r", "as": "early"}}, require("early == 0"),
                 {"wait": {"request": "r"}}],
                [{"send": {"target": 0}}, BUSY, RECV]]
    assert result_of(scenario(tmp_path, family, *programs))["time_ns"] > 50_000


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("eager_bytes", (ALL_EAGER, ALL_LONG))
def test_probes_find_messages_and_do_not_receive_them(tmp_path, family, eager_bytes):
    status = require("s[0] == 0 && s[1] == 3 && s[2] == 2")
    probe = [{"array": {"s": 3}},
             {"probe": {**ANY, "status": "s"}}, status,
             {"iprobe": {**ANY, "as": "found", "status": "s"}}, status, require("found == 1"),
             {"iprobe": {"source": 0, "tag": 4, "as": "found"}}, require("found == 0"),
             {"iprobe": {"source": -1, "as": "found", "status": "s"}}, require("found == 1 && s[0] == -1 && s[2] == 0"),
             {"recv": {"source": 0, "tag": 3, "count": 2, **ELEMENT, "into": {"win": "w"}}},
             {"iprobe": {**ANY, "as": "found"}}, require("found == 0")]
    path = scenario(tmp_path, family, [message("send", count=2, step=1)], probe, eager_bytes=eager_bytes,
                    expect={"memory": [{"ranks": "1", "win": "w", "datatype": "int64", "values": [7, 8]}]})
    assert result_of(path, "--semantics", "separate")["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("eager_bytes", (ALL_EAGER, ALL_LONG))
def test_a_matched_message_is_received_by_mrecv_only(tmp_path, family, eager_bytes):
    """Rank 1 takes the first message, receives the second, and then receives the first."""
    receive = [{"array": {"s": 3}},
               {"mprobe": {**ANY, "message": "m"}},
               {"recv": {**ANY, "as": "second", **ELEMENT}},
               {"iprobe": {**ANY, "as": "found"}}, require("found == 0 && m != 0"),
               {"mrecv": {"message": "m", "as": "first", "status": "s", **ELEMENT}},
               require("first == 7 && second == 8 && m == 0 && s[0] == 0 && s[1] == 3 && s[2] == 1"),
               {"improbe": {**ANY, "message": "m", "as": "found"}}, require("found == 0"),
               {"send": {"target": 0}},
               {"let": {"found": 0}},
               {"while": {"when": "found == 0", "calls": [
                   {"improbe": {"source": 0, "tag": 5, "message": "m", "as": "found", "status": "s"}}]}},
               {"imrecv": {"message": "m", "as": "third", "request": "r", **ELEMENT}},
               {"wait": {"request": "r", "status": "s"}},
               require("third == 9 && s[0] == 0 && s[1] == 5 && s[2] == 1"),
               {"mprobe": {"source": -1, "message": "m"}},
               {"mrecv": {"message": "m", "status": "s", **ELEMENT}}, require("s[0] == -1 && s[2] == 0")]
    send = [message("isend", 7, request="a"), message("isend", 8, request="b"), {"wait": {"requests": ["a", "b"]}},
            {"recv": {"source": 1}}, message("ssend", 9, 5)]
    path = scenario(tmp_path, family, send, receive, eager_bytes=eager_bytes)
    assert result_of(path, "--semantics", "separate")["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_cancel_ends_a_receive_that_has_not_matched(tmp_path, family):
    """The count of a cancelled receive is -1. A receive that has matched and a send are not cancelled."""
    programs = [[message("send", 1), {"recv": {"source": 1}}, message("send", 2, 4), {"recv": {"source": 1}},
                 message("isend", 3, 5, request="q"), {"cancel": {"request": "q"}}, {"wait": {"request": "q"}}],
                [{"array": {"s": 3}},
                 {"irecv": {"source": 0, "tag": 4, "request": "r", "as": "x", **ELEMENT}},
                 {"cancel": {"request": "r"}}, {"wait": {"request": "r", "status": "s"}}, require("s[2] == -1"),
                 {"send": {"target": 0}}, RECV, require("x == 1"),
                 {"irecv": {"source": 0, "tag": 4, "request": "r", "as": "x", **ELEMENT}},
                 {"probe": {"source": 0, "tag": 5}} if False else BUSY,
                 {"send": {"target": 0}}, {"recv": {"source": 0, "tag": 5, "as": "y", **ELEMENT}},
                 {"cancel": {"request": "r"}}, {"wait": {"request": "r", "status": "s"}},
                 require("x == 2 && y == 3 && s[2] == 1")]]
    assert result_of(scenario(tmp_path, family, *programs))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_explore_finds_both_ends_of_a_cancelled_receive(tmp_path, family):
    programs = [[message("send", 5)],
                [{"array": {"s": 3}}, {"irecv": {"source": 0, "tag": 3, "request": "r", "as": "x", **ELEMENT}},
                 {"cancel": {"request": "r"}}, {"wait": {"request": "r", "status": "s"}},
                 {"if": {"when": "s[2] == -1", "calls": [RECV]}}, require("x == 5"),
                 {"store": {"win": "w", "value": "s[2]", **ELEMENT}}]]
    finished = rmasim("explore", scenario(tmp_path, family, *programs), "--format", "json")
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    assert found["exhausted"] and found["failing"] == 0 and len(found["end_states"]) == 2


@pytest.mark.parametrize("family", FAMILIES)
def test_a_ready_send_needs_a_posted_receive(tmp_path, family):
    """In some orders, the message arrives before its receive is posted."""
    path = scenario(tmp_path, family, [message("rsend")], [RECV])
    finished = rmasim("explore", path)
    assert finished.returncode != 0
    error = "recv: rank 0 sent the message by RSEND before this receive was posted"
    assert error in plain(finished.stdout + finished.stderr)
    late = rmasim("run", scenario(tmp_path, family, [message("rsend")], [BUSY, RECV]))
    assert late.returncode == 4 and "by RSEND before this receive was posted" in late.stderr


@pytest.mark.parametrize("calls, error", (
    ([message("bsend")], "bsend: no buffer is attached"),
    ([{"buffer_attach": {"bytes": 519}}, message("bsend")], "the message needs 520 bytes of the attached buffer"),
    ([{"buffer_attach": {"bytes": 1}}, {"buffer_attach": {"bytes": 1}}], "buffer_attach: a buffer is attached already"),
    ([{"buffer_detach": {}}], "buffer_detach: no buffer is attached"),
    ([{"let": {"m": 5}}, {"mrecv": {"message": "m"}}], "no message that MPROBE or IMPROBE has found has the number 5"),
    ([{"let": {"r": 0}}, {"cancel": {"request": "r"}}], "cancel: the request is MPI_REQUEST_NULL"),
))
def test_errors_of_programs(tmp_path, calls, error):
    finished = rmasim("run", scenario(tmp_path, "newrma", calls, []))
    assert finished.returncode == 4 and error in plain(finished.stderr)


@pytest.mark.parametrize("family", FAMILIES)
def test_long_buffered_messages_use_the_buffer_until_they_are_requested(tmp_path, family):
    """Two messages of 8 bytes need 1,040 bytes. BUFFER_DETACH waits for the receive of rank 1."""
    attach = {"buffer_attach": {"bytes": 1_040}}
    two = [message("bsend", 1), message("bsend", 2)]
    receive = [BUSY, RECV, require("x == 1"), RECV, require("x == 2")]
    path = scenario(tmp_path, family, [attach, *two, {"buffer_detach": {}}, attach, {"buffer_detach": {}}], receive,
                    eager_bytes=ALL_LONG)
    assert result_of(path)["time_ns"] > 50_000
    finished = rmasim("run", scenario(tmp_path, family, [attach, *two, message("bsend", 3)], [BUSY, RECV],
                                      eager_bytes=ALL_LONG))
    assert finished.returncode == 4 and "0 of its 1040 bytes are free" in finished.stderr
    finished = rmasim("run", scenario(tmp_path, family, [attach, two[0], {"buffer_detach": {}}], [], eager_bytes=0))
    assert finished.returncode == 3
    assert "waits for RECV of rank 1, because a buffered message is longer" in plain(finished.stderr)


@pytest.mark.parametrize("kind", ("SSEND", "SSEND_ACK"))
def test_a_loss_is_the_cause(tmp_path, kind):
    path = scenario(tmp_path, "newrma", [message("ssend")], [RECV], faults={"losses": [{"kind": kind, "nth": 1}]})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert f"the packet {'0>1' if kind == 'SSEND' else '1>0'} {kind} was lost" in finished.stderr


@pytest.mark.parametrize("family", ("newrma", "ch3", "ch4", "oldqueue"))
@pytest.mark.parametrize("probes, races", ((True, False), (False, True)))
def test_semantics_orders_a_rank_after_the_message_that_it_probed(tmp_path, family, probes, races):
    lock, unlock = {"lock": {"target": 2, "type": "shared"}}, {"unlock": {"target": 2}}
    recv = {"recv": {"source": 0, "tag": 3, **ELEMENT}}
    programs = [[lock, {"put": {"target": 2, **ELEMENT}}, unlock, message("send")],
                [BUSY, *([{"probe": ANY}] if probes else []), lock, {"get": {"target": 2, "as": "x", **ELEMENT}},
                 unlock, recv],
                []]
    finished = rmasim("run", scenario(tmp_path, family, *programs), "--semantics", "separate", "--format", "json")
    assert bool(json.loads(finished.stdout)["semantics"]["findings"]) == races


@pytest.mark.parametrize("family", ("newrma", "ch3", "ch4", "oldqueue"))
@pytest.mark.parametrize("mode, races", (("ssend", False), ("issend", False), ("send", True)))
def test_semantics_orders_a_synchronous_send_after_its_receive(tmp_path, family, mode, races):
    """Rank 1 puts before it receives. Rank 0 gets the data after its send."""
    lock, unlock = {"lock": {"target": 2, "type": "shared"}}, {"unlock": {"target": 2}}
    wait = mode == "issend"
    send = [message(mode, **({"request": "r"} if wait else {})), *([{"wait": {"request": "r"}}] if wait else [])]
    programs = [[*send, BUSY, lock, {"get": {"target": 2, "as": "x", **ELEMENT}}, unlock],
                [lock, {"put": {"target": 2, **ELEMENT}}, unlock, {"recv": {"source": 0, "tag": 3, **ELEMENT}}],
                []]
    finished = rmasim("run", scenario(tmp_path, family, *programs), "--semantics", "separate", "--format", "json")
    assert bool(json.loads(finished.stdout)["semantics"]["findings"]) == races
