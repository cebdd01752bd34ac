"""SENDs above `message_eager_bytes`, in every family: they wait for their RECV, and a report names the missing call."""

import pytest
from rmasim_runner import plain, result_of, rmasim, write_scenario

FAMILIES = ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount")
KINDS = ("SEND_RTS", "SEND_CTS", "SEND_DATA")
WAITS_FOR_RECV = "waits for RECV of rank 1, because the message is longer than message_eager_bytes"
SEND = {"send": {"target": "1 - rank", "datatype": "int64", "count": 2, "value": 5}}
RECV = {"recv": {"source": "1 - rank", "datatype": "int64", "count": 2, "into": {"win": "w", "disp": 0}}}
BUSY = {"compute": {"ns": 20_000}}


def scenario(tmp_path, family, *programs, eager_bytes=8, **members):
    shared = family == "shm"
    return write_scenario(tmp_path, ranks=2, windows={"w": {"bytes": 64, "shared": shared}},
                          platform={"ranks_per_node": 2 if shared else 1},
                          protocol={"family": family, "message_eager_bytes": eager_bytes},
                          programs=[{"ranks": str(rank), "calls": calls} for rank, calls in enumerate(programs)],
                          **members)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_send_waits_for_its_recv(tmp_path, family):
    expect = {"memory": [{"ranks": "1", "win": "w", "datatype": "int64", "disp": 0, "values": [5, 5]}]}
    result = result_of(scenario(tmp_path, family, [SEND], [BUSY, RECV], expect=expect))
    assert result["outcome"] == "finished"
    assert result["messages"]["by_kind"] == dict.fromkeys(KINDS, 1)
    assert result["time_ns"] > 20_000


@pytest.mark.parametrize("family", FAMILIES)
def test_up_to_the_limit_it_does_not(tmp_path, family):
    result = result_of(scenario(tmp_path, family, [SEND], [BUSY, RECV], eager_bytes=16))
    assert result["messages"]["by_kind"] == {"SEND": 1}


@pytest.mark.parametrize("family", FAMILIES)
def test_who_relies_on_buffering_deadlocks(tmp_path, family):
    path = scenario(tmp_path, family, [SEND, RECV], [SEND, RECV])
    assert result_of(path, "--set", "protocol.message_eager_bytes=16")["outcome"] == "finished"
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert "a cycle of waits: rank 0 waits for rank 1 (RECV); rank 1 waits for rank 0 (RECV)" in plain(finished.stderr)
    assert WAITS_FOR_RECV in finished.stderr


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_loss_is_the_cause(tmp_path, family, kind):
    path = scenario(tmp_path, family, [SEND], [BUSY, RECV], faults={"losses": [{"kind": kind, "nth": 1}]})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    way = "1>0" if kind == "SEND_CTS" else "0>1"
    assert f"the packet {way} {kind} was lost" in finished.stderr


def test_what_does_not_fit_is_an_error_of_its_recv(tmp_path):
    short = {"recv": {**RECV["recv"], "count": 1}}
    finished = rmasim("run", scenario(tmp_path, "newrma", [SEND], [short]))
    assert finished.returncode == 4
    assert "a message of 2 elements of int64 does not fit 1 of int64" in finished.stderr
