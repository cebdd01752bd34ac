"""Messages that do not fit their receive: MPI_ERR_TRUNCATE and MPI_ERR_TYPE are errors of the receive, with rank, call
and line, in every family. The elements that fit are stored."""

import message_scenarios
import pytest
from message_scenarios import ALL_EAGER
from rmasim_runner import plain, result_of, rmasim

FAMILIES = ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount")
SEND = {"send": {"target": 1, "datatype": "int64", "count": 3, "value": 5}}
ROOM = {"datatype": "int64", "count": 2, "into": {"win": "w"}}
ANY = {"source": "any", "tag": "any"}
RECEIVES = {
    "recv": [{"recv": {"source": 0, **ROOM}}],
    "irecv": [{"irecv": {"source": 0, "request": "r", **ROOM}}, {"wait": {"request": "r"}}],
    "mrecv": [{"mprobe": {**ANY, "message": "m"}}, {"mrecv": {"message": "m", **ROOM}}],
    "imrecv": [{"mprobe": {**ANY, "message": "m"}}, {"imrecv": {"message": "m", "request": "r", **ROOM}},
               {"waitall": {"requests": ["r"]}}],
}


def scenario(tmp_path, send, receive, family="newrma", eager_bytes=ALL_EAGER):
    return message_scenarios.scenario(tmp_path, family, [send], receive, eager_bytes=eager_bytes)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("eager_bytes", (0, 2**31 - 1))
@pytest.mark.parametrize("call", RECEIVES)
def test_a_longer_message_is_an_error_of_its_receive(tmp_path, family, eager_bytes, call):
    path = scenario(tmp_path, SEND, RECEIVES[call], family, eager_bytes)
    result = result_of(path)
    assert result["outcome"] == "erroneous"
    (error,) = result["stuck"]
    assert (error["rank"], error["call"]) == (1, call)
    assert error["reason"] == ("MPI_ERR_TRUNCATE: a message of 3 elements of int64 does not fit 2 of int64; "
                               "rank 0 sends it at programs[0].calls[0].send")
    assert error["page"].endswith("RULES.md#truncated")
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert f"rank 1: {call}" in plain(finished.stderr) and "find its number of elements before by probe" in plain(
        finished.stderr)


@pytest.mark.parametrize("sent, received, text", (
    ("int32", "int64", "MPI_ERR_TYPE: the sender sends 1 element of int32, but the receiver expects int64"),
    ("int64", "uint64", "MPI_ERR_TYPE: the sender sends 1 element of int64, but the receiver expects uint64"),
    ("byte", "int8", "MPI_ERR_TYPE: the sender sends 1 element of byte, but the receiver expects int8")))
def test_datatypes_are_compared_not_sizes(tmp_path, sent, received, text):
    result = result_of(scenario(tmp_path, {"send": {"target": 1, "datatype": sent}},
                                [{"recv": {"source": 0, "count": 2, "datatype": received}}]))
    (error,) = result["stuck"]
    sender = "; rank 0 sends it at programs[0].calls[0].send"
    assert (result["outcome"], error["reason"]) == ("erroneous", text + sender)
    assert error["page"].endswith("RULES.md#types_differ")


@pytest.mark.parametrize("count, room", ((0, 2), (2, 2), (1, 2)))
def test_a_shorter_message_is_none(tmp_path, count, room):
    send = {"send": {"target": 1, "datatype": "int32" if count == 0 else "int64", "count": count, "value": 5}}
    receive = [{"array": {"s": 3}},
               {"recv": {"source": 0, "datatype": "int64", "count": room, "into": {"win": "w"}, "status": "s"}},
               {"let": {"z": f"1 / (s[2] == {count})"}}]
    assert result_of(scenario(tmp_path, send, receive))["outcome"] == "finished"


def test_elements_in_steps_are_one_sequence(tmp_path):
    """Neither the sender's nor the receiver's distances between elements are part of the signature."""
    send = {"send": {"target": 1, "datatype": "int64", "count": 2, "from": {"win": "w", "disp": 8, "stride": 16}}}
    receive = [{"store": {"win": "w", "datatype": "int64", "disp": 56, "value": 1}},
               {"recv": {"source": 0, "datatype": "int64", "count": 2, "into": {"win": "w", "stride": 24}}}]
    assert result_of(scenario(tmp_path, send, receive))["outcome"] == "finished"
