"""Persistent requests of messages: SEND_INIT and its modes, RECV_INIT, START and STARTALL, in every family, timed and
in every order."""

import json

import pytest
from message_scenarios import ALL_EAGER, ALL_LONG, require, scenario
from rmasim_runner import plain, result_of, rmasim

FAMILIES = ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount")
ELEMENT = {"datatype": "int64"}
MODES = {"send": "SEND", "bsend": "SEND", "ssend": "SSEND", "rsend": "SEND"}
BUSY = {"compute": {"ns": 50_000}}
START, WAIT = {"start": {"request": "r"}}, {"wait": {"request": "r"}}


def repeated(times, *calls):
    return {"repeat": {"times": times, "as": "i", "calls": list(calls)}}


def send_init(mode="send", request="r", **more):
    return {f"{mode}_init": {"target": 1, "tag": 3, "request": request, **ELEMENT, **more}}


def recv_init(request="r", **more):
    return {"recv_init": {"source": 0, "tag": 3, "request": request, **ELEMENT, **more}}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("eager_bytes", (ALL_EAGER, ALL_LONG))
@pytest.mark.parametrize("mode", MODES)
def test_a_request_is_started_again_and_again(tmp_path, family, eager_bytes, mode):
    """START sends the contents that the buffer has at this moment."""
    sends = [{"buffer_attach": {"bytes": 3 * 520}}, send_init(mode, **{"from": {"win": "w"}}),
             repeated(3, {"store": {"win": "w", **ELEMENT, "value": "10 + i"}}, *([BUSY] if mode == "rsend" else []),
                      START, WAIT),
             {"request_free": {"request": "r"}}, require("r == 0"), {"buffer_detach": {}}]
    receives = [{"array": {"s": 3}}, recv_init(into={"win": "w"}),
                repeated(3, START, {"wait": {"request": "r", "status": "s"}},
                         require("s[0] == 0 && s[1] == 3 && s[2] == 1"),
                         {"load": {"win": "w", **ELEMENT, "as": "x"}}, require("x == 10 + i")),
                {"request_free": {"request": "r"}}, require("r == 0")]
    path = scenario(tmp_path, family, sends, receives, eager_bytes=eager_bytes)
    result = result_of(path, "--check-invariants", "--semantics", "separate")
    assert result["outcome"] == "finished", result.get("stuck")
    kinds = ["SEND_RTS", "SEND_CTS", "SEND_DATA"] if eager_bytes == ALL_LONG else [MODES[mode]]
    if mode == "ssend" and eager_bytes == ALL_EAGER:
        kinds.append("SSEND_ACK")
    assert result["messages"]["by_kind"] == dict.fromkeys(kinds, 3)


@pytest.mark.parametrize("family", FAMILIES)
def test_startall_starts_in_order_and_the_variables_keep_the_requests(tmp_path, family):
    names = ["r", "t"]
    sends = [send_init(value=1), send_init(request="t", value=2),
             repeated(2, {"startall": {"requests": names}}, {"waitall": {"requests": names}}),
             require("r != 0 && t != 0")]
    receives = [recv_init(**{"as": "x"}), recv_init(request="t", **{"as": "y"}),
                repeated(2, {"startall": {"requests": names}}, {"waitall": {"requests": names}},
                         require("x == 1 && y == 2"), {"let": {"x": 0, "y": 0}})]
    assert result_of(scenario(tmp_path, family, sends, receives))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_an_inactive_request_is_complete_with_the_empty_status(tmp_path, family):
    calls = [{"array": {"s": 3}}, recv_init(),
             {"wait": {"request": "r", "status": "s"}}, require("r != 0 && s[0] == -2 && s[1] == -1 && s[2] == 0"),
             {"test": {"request": "r", "as": "done"}}, require("done == 1"),
             {"waitany": {"requests": ["r"], "as": "n"}}, require("n == -1"),
             {"waitsome": {"requests": ["r"], "as": "n"}}, require("n == -1"),
             {"irecv": {"source": 1, "request": "q"}}, {"send": {"target": 1}},
             {"waitany": {"requests": ["r", "q"], "as": "n"}}, require("n == 1 && q == 0")]
    other = [{"recv": {"source": 0}}, {"send": {"target": 0}}]
    assert result_of(scenario(tmp_path, family, calls, other))["outcome"] == "finished"


def test_requests_of_every_kind_are_completed_by_one_call(tmp_path):
    put = {"rput": {"target": 1, "value": 7, "request": "p", **ELEMENT}}
    lock, unlock = {"lock": {"target": 1, "type": "shared"}}, {"unlock": {"target": 1}}
    all_three = {"waitall": {"requests": ["r", "p", "q"]}}
    calls = [send_init(value=1), lock, repeated(2, START, put, {"isend": {"target": 1, "request": "q"}}, all_three,
                                                require("r != 0 && p == 0 && q == 0")), unlock]
    other = [repeated(2, {"recv": {"source": 0, "tag": 3, **ELEMENT}}, {"recv": {"source": 0}})]
    assert result_of(scenario(tmp_path, "newrma", calls, other))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("calls, call, rule", (
    ([recv_init(), START, START], "start", "the request of recv_init is active"),
    ([recv_init(), START, {"request_free": {"request": "r"}}], "request_free", "the request of recv_init is active"),
    ([recv_init(), {"cancel": {"request": "r"}}], "cancel", "the persistent request is inactive"),
    ([{"irecv": {"source": 1, "request": "r"}}, START], "start", "the request is not persistent"),
    ([{"let": {"r": 0}}, START], "start", "the request is MPI_REQUEST_NULL"),
    ([recv_init(), START], "recv_init", "the request of this call is still active")))
def test_rules_of_their_use(tmp_path, family, calls, call, rule):
    result = result_of(scenario(tmp_path, family, calls, []))
    (error,) = result["stuck"]
    assert result["outcome"] == "erroneous"
    assert (error["rank"], error["call"].removeprefix("request_")) == (0, call.removeprefix("request_"))
    assert rule in error["reason"]


@pytest.mark.parametrize("started", (False, True))
def test_start_of_a_receive_updates_the_window_of_its_rank(tmp_path, started):
    """NOSTORE promises that the rank has not updated its window since the last synchronisation."""
    receive = [START, WAIT] if started else []
    calls = [recv_init(source=1, into={"win": "w"}), {"fence": {"win": "w"}}, *receive,
             {"fence": {"win": "w", "assert": ["nostore"]}}, {"request_free": {"request": "r"}}]
    sends = [{"fence": {"win": "w"}}, *([{"send": {"target": 0, "tag": 3, **ELEMENT}}] if started else []),
             {"fence": {"win": "w"}}]
    result = result_of(scenario(tmp_path, "newrma", calls, sends))
    if not started:
        assert result["outcome"] == "finished"
        return
    (error,) = result["stuck"]
    assert (result["outcome"], error["rank"], error["call"]) == ("erroneous", 0, "fence")
    assert "nostore" in error["reason"] and "called request_start" in error["reason"]


@pytest.mark.parametrize("family", FAMILIES)
def test_an_active_send_may_be_freed(tmp_path, family):
    sends = [send_init("ssend", value=5), START, {"request_free": {"request": "r"}}, require("r == 0")]
    receives = [BUSY, {"recv": {"source": 0, "tag": 3, "as": "x", **ELEMENT}}, require("x == 5")]
    assert result_of(scenario(tmp_path, family, sends, receives))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_cancelled_receive_can_be_started_again(tmp_path, family):
    receives = [{"array": {"s": 3}}, recv_init(source=1, **{"as": "x"}), START, {"cancel": {"request": "r"}},
                {"wait": {"request": "r", "status": "s"}}, require("s[2] == -1"), {"send": {"target": 1}},
                START, {"wait": {"request": "r", "status": "s"}}, require("s[2] == 1 && x == 9")]
    sends = [{"recv": {"source": 0}}, {"send": {"target": 0, "tag": 3, "value": 9, **ELEMENT}}]
    assert result_of(scenario(tmp_path, family, receives, sends))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_requests_to_nobody(tmp_path, family):
    calls = [{"array": {"s": 3}}, send_init(target=-1), recv_init(request="t", source=-1),
             repeated(2, {"startall": {"requests": ["r", "t"]}}, {"wait": {"request": "r"}},
                      {"wait": {"request": "t", "status": "s"}}, require("s[0] == -1 && s[2] == 0"))]
    assert result_of(scenario(tmp_path, family, calls, calls))["messages"]["total"] == 0


def test_an_error_of_the_message_names_the_call_that_made_the_request(tmp_path):
    sends = [{"send": {"target": 1, "tag": 3, "count": 2, **ELEMENT}}]
    (error,) = result_of(scenario(tmp_path, "newrma", sends, [recv_init(), START, WAIT]))["stuck"]
    assert (error["rank"], error["call"]) == (1, "recv_init")
    assert error["reason"].startswith("MPI_ERR_TRUNCATE: ")


def test_a_deadlock_names_what_a_started_request_waits_for(tmp_path):
    finished = rmasim("run", scenario(tmp_path, "newrma", [recv_init(source=1), START, WAIT], []))
    assert finished.returncode == 3
    assert "waits for SEND from rank 1" in plain(finished.stderr)


def test_semantics_know_when_the_buffer_is_in_use(tmp_path):
    """A load while the receive is active is a race; one after the wait is none."""
    def races(*between):
        programs = ([send_init(value=1), START, WAIT], [recv_init(into={"win": "w"}), START, *between])
        path = scenario(tmp_path, "newrma", *programs)
        return rmasim("run", path, "--semantics", "unified").returncode

    load = {"load": {"win": "w", "as": "x", **ELEMENT}}
    assert races(load, WAIT) == 4
    assert races(WAIT, load) == 0
    assert races(WAIT, load, {"request_free": {"request": "r"}}) == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_every_order_of_two_started_sends(tmp_path, family):
    """Rank 2 receives from any rank, twice by one request: both orders are found, and nothing else."""
    send = [{"send_init": {"target": 2, "value": "rank + 1", "request": "r", **ELEMENT}}, START, WAIT]
    receive = [{"recv_init": {"source": "any", "request": "r", "as": "x", **ELEMENT}}, START, WAIT,
               {"let": {"first": "x"}}, START, WAIT, {"let": {"both": "10 * first + x"}},
               require("both == 12 || both == 21")]
    path = scenario(tmp_path, family, send, send, receive)
    finished = rmasim("explore", path, "--format", "json")
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    assert found["exhausted"] and found["failing"] == 0 and len(found["end_states"]) == 2


def test_the_trace_has_the_requests(tmp_path):
    trace = tmp_path / "trace.json"
    result_of(scenario(tmp_path, "newrma", [send_init(value=1), START, WAIT], [recv_init(), START, WAIT]),
              "--trace", trace)
    events = json.loads(trace.read_text(encoding="utf-8"))
    events = events["traceEvents"] if isinstance(events, dict) else events
    arguments = {event["name"]: event["args"] for event in events if event.get("ph") == "X" and event["tid"] is not None
                 and event["name"] in ("send_init", "request_start", "recv_init")}
    assert arguments["send_init"]["target"] == 1 and arguments["send_init"]["bytes"] == 8
    assert arguments["recv_init"]["source"] == 0
    assert arguments["request_start"]["requests"]
