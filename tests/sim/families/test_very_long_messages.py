"""Messages of more than 2^31 - 1 bytes, in every family: they are announced, whatever the limit is, and their data are
several packets of at most 1 GiB. The runs keep no data. With a smaller `message_part_bytes`, the data of short messages
are several packets, too."""

import json

import pytest
from message_scenarios import ALL_EAGER, require, results_of, scenario
from rmasim_runner import plain, result_of, rmasim

FAMILIES = ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount")
GIB = 2**30
BYTES = 4 * GIB + 5
SEND = {"send": {"target": 1, "count": BYTES}}


def written(tmp_path, family, send, receive):
    return scenario(tmp_path, family, send, receive, eager_bytes=ALL_EAGER, data=False)


@pytest.mark.parametrize("family", FAMILIES)
def test_its_data_are_several_packets(tmp_path, family):
    receive = [{"array": {"s": 3}}, {"recv": {"source": 0, "count": 5 * GIB, "status": "s"}},
               require(f"s[0] == 0 && s[2] == {BYTES}")]
    result = result_of(written(tmp_path, family, [SEND], receive))
    assert result["outcome"] == "finished"
    assert result["messages"]["by_kind"] == {"SEND_RTS": 1, "SEND_CTS": 1, "SEND_DATA": 5}
    short = result_of(written(tmp_path, family, [{"send": {"target": 1, "count": 5}}],
                              [{"recv": {"source": 0, "count": 5}}]))
    headers_bytes = short["messages"]["bytes"] - 5
    assert result["messages"]["bytes"] == BYTES + 7 * headers_bytes


@pytest.mark.parametrize("family", FAMILIES)
def test_the_largest_message_of_one_packet(tmp_path, family):
    calls = [{"send": {"target": 1, "count": 2 * GIB - 1}}], [{"recv": {"source": 0, "count": 2 * GIB - 1}}]
    assert result_of(written(tmp_path, family, *calls))["messages"]["by_kind"] == {"SEND": 1}
    calls = [{"send": {"target": 1, "count": 2 * GIB}}], [{"recv": {"source": 0, "count": 2 * GIB}}]
    assert result_of(written(tmp_path, family, *calls))["messages"]["by_kind"] == {
        "SEND_RTS": 1, "SEND_CTS": 1, "SEND_DATA": 2}


@pytest.mark.parametrize("name", ("ssend", "rsend", "isend", "issend", "irsend", "send_init"))
def test_each_mode_of_a_send(tmp_path, name):
    """Elements of eight bytes: 2^29 + 1 of them have 2^32 + 8 bytes."""
    count = GIB // 2 + 1
    has_request = name.startswith("i") or name.endswith("_init")
    send = [{"barrier": {}}, {name: {"target": 1, "datatype": "int64", "count": count,
                                     **({"request": "r"} if has_request else {})}}]
    send += [{"start": {"request": "r"}}] * name.endswith("_init") + [{"wait": {"request": "r"}}] * has_request
    send += [{"request_free": {"request": "r"}}] * name.endswith("_init")
    receive = [{"array": {"s": 3}}, {"irecv": {"source": 0, "datatype": "int64", "count": count, "request": "q"}},
               {"barrier": {}}, {"wait": {"request": "q", "status": "s"}}, require(f"s[2] == {count}")]
    by_kind = result_of(written(tmp_path, "newrma", send, receive))["messages"]["by_kind"]
    assert {kind: by_kind[kind] for kind in by_kind if kind != "BARRIER"} == {
        "SEND_RTS": 1, "SEND_CTS": 1, "SEND_DATA": 5}


def test_a_buffered_message_and_a_matched_receive(tmp_path):
    """The buffer has room for one message at a time."""
    send = [{"buffer_attach": {"bytes": BYTES + 512}}, {"bsend": {"target": 1, "count": BYTES}}, {"buffer_detach": {}}]
    receive = [{"array": {"s": 3}}, {"mprobe": {"source": "any", "tag": "any", "message": "m", "status": "s"}},
               require(f"s[2] == {BYTES}"), {"imrecv": {"message": "m", "count": BYTES, "request": "r"}},
               {"waitall": {"requests": ["r"], "status": "s"}}, require(f"s[2] == {BYTES}")]
    assert result_of(written(tmp_path, "newrma", send, receive))["outcome"] == "finished"


@pytest.mark.parametrize("family", FAMILIES)
def test_it_may_not_fit_its_receive(tmp_path, family):
    path = written(tmp_path, family, [SEND], [{"recv": {"source": 0, "count": 2 * GIB}}])
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert f"a message of {BYTES} elements of byte does not fit {2 * GIB} of byte" in plain(finished.stderr)
    assert "rank 0 sends it at programs[0].calls[0].send" in plain(finished.stderr)


def test_every_order_of_two(tmp_path):
    """Each rank sends to the other one, and receives."""
    calls = [{"irecv": {"source": "1 - rank", "count": 2 * GIB, "request": "r"}},
             {"send": {"target": "1 - rank", "count": 2 * GIB}}, {"wait": {"request": "r"}}]
    finished = rmasim("explore", written(tmp_path, "newrma", calls, calls))
    assert finished.returncode == 0 and "none fails" in finished.stdout, finished.stdout + finished.stderr


# Size of a part, elements of 8 bytes, packets SEND_DATA.
PARTS = ((16, 5, 3), (16, 4, 2), (16, 3, 1), (17, 5, 3), (24, 6, 2), (25, 6, 1), (1, 1, 1), (1, 2, 2), (16, 9, 5))


def in_parts(tmp_path, family, send, receive, part_bytes, **members):
    path = scenario(tmp_path, family, send, receive, eager_bytes=0, **members)
    written = json.loads(path.read_text())
    written["protocol"]["message_part_bytes"] = part_bytes
    path.write_text(json.dumps(written))
    return path


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("part_bytes, count, packets", PARTS)
def test_parts_of_a_short_message(tmp_path, family, part_bytes, count, packets):
    """The receive has room for 7 elements. A longer message is an error."""
    send = [{"isend": {"target": 1, "datatype": "int64", "count": count, "value": 3, "step": 2, "request": "r"}},
            {"wait": {"request": "r"}}]
    receive = [{"recv": {"source": 0, "datatype": "int64", "count": 7, "into": {"win": "w", "disp": 0}}}]
    path = in_parts(tmp_path, family, send, receive, part_bytes)
    if count > 7:
        finished = rmasim("run", path)
        assert finished.returncode == 4 and "does not fit 7 of int64" in plain(finished.stderr), finished.stderr
        return
    by_kind, words = results_of(tmp_path, path, 2)
    assert by_kind == {"SEND_RTS": 1, "SEND_CTS": 1, "SEND_DATA": packets}
    assert words[1] == [3 + 2 * k for k in range(count)] + [0] * (8 - count)


@pytest.mark.parametrize("call", ("bsend", "ssend", "rsend"))
def test_parts_in_each_mode(tmp_path, call):
    send = [{"buffer_attach": {"bytes": 1024}}, {"barrier": {}},
            {call: {"target": 1, "datatype": "int64", "count": 7, "value": 1, "step": 1}}, {"buffer_detach": {}}]
    receive = [{"irecv": {"source": 0, "datatype": "int64", "count": 7, "into": {"win": "w", "disp": 0},
                          "request": "r"}}, {"barrier": {}}, {"wait": {"request": "r"}}]
    by_kind, words = results_of(tmp_path, in_parts(tmp_path, "newrma", send, receive, 24), 2)
    assert by_kind["SEND_DATA"] == 3 and words[1] == [1, 2, 3, 4, 5, 6, 7, 0]


def test_parts_arrive_in_every_order(tmp_path):
    """Two messages of three parts, in a network where packets overtake each other."""
    send = [{"isend": {"target": 1, "tag": tag, "datatype": "int64", "count": 3, "value": 10 * tag, "step": 1,
                       "request": f"s{tag}"}} for tag in (1, 2)] + [{"waitall": {"requests": ["s1", "s2"]}}]
    receive = [{"recv": {"source": 0, "tag": tag, "datatype": "int64", "count": 3, "into": {"win": "w", "disp": disp}}}
               for tag, disp in ((1, 0), (2, 24))]
    values = [10, 11, 12, 20, 21, 22]
    memory = [{"ranks": "1", "win": "w", "datatype": "int64", "disp": 0, "values": values}]
    path = in_parts(tmp_path, "newrma", send, receive, 8, expect={"outcome": "finished", "memory": memory})
    written = json.loads(path.read_text())
    written["platform"]["network"] = {"reorder_ns": 1000}
    path.write_text(json.dumps(written))
    finished = rmasim("explore", path)
    assert finished.returncode == 0 and "none fails" in finished.stdout, finished.stdout + finished.stderr


@pytest.mark.parametrize("count", (2**40 + 1, -1))
def test_a_count_has_a_limit(tmp_path, count):
    finished = rmasim("run", written(tmp_path, "newrma", [{"send": {"target": 1, "count": count}}],
                                     [{"recv": {"source": 0}}]))
    assert finished.returncode == 2 and f"found {count}" in plain(finished.stderr), finished.stderr
