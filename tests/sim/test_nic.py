"""Operations that the network interface carries out, with a clock: what they cost, and what the target does not do."""

import json

from rmasim_runner import SCENARIOS, result_of, rmasim

LOCK_PUT = SCENARIOS / "ch4/lock-put.json"
MESSAGES = ("--set", "protocol.native=none")


def test_a_native_put_is_four_packets_and_a_write():
    kinds = {"LOCK": 1, "LOCK_ACK": 1, "WRITE": 1, "UNLOCK": 1, "UNLOCK_ACK": 1}
    found = result_of(LOCK_PUT)
    assert found["messages"]["by_kind"] == kinds and found["messages"]["total"] == 5


def test_what_the_interface_needs_takes_time():
    times = [result_of(LOCK_PUT, "--set", f"platform.nic.operation_ns={ns}")["time_ns"] for ns in (0, 1000)]
    assert times[1] - times[0] == 1000
    slow = result_of(LOCK_PUT, "--set", "platform.nic.operation_ns=0", "--set",
                     "platform.nic.bandwidth_gbps=0.064")["time_ns"]
    assert 1000 - 2 < slow - times[0] <= 1000  # 8 bytes at 8 MB/s, less those at 25 GB/s


def test_costs_of_the_interface_are_in_the_result_where_it_is_used():
    assert "nic" not in result_of(LOCK_PUT, *MESSAGES)["settings"]["platform"]
    assert result_of(LOCK_PUT)["settings"]["platform"]["nic"] == {"operation_ns": 100, "bandwidth_gbps": 200}


BUSY = {
    "ranks": 2, "protocol": {"family": "ch4"}, "windows": {"w": {"bytes": 64}},
    "programs": [
        {"ranks": "0", "calls": [{"lock": {"target": 1, "type": "shared", "assert": ["nocheck"]}},
                                 {"put": {"target": 1, "datatype": "int64", "value": 7}},
                                 {"flush": {"target": 1}}, {"unlock": {"target": 1}}]},
        {"ranks": "1", "calls": [{"compute": {"ns": 1000000}}]}]}


def test_a_busy_target_delays_messages_and_no_native_operation(tmp_path):
    path = tmp_path / "busy.json"
    path.write_text(json.dumps({"name": "busy", **BUSY}), encoding="utf-8")

    trace = {}
    for name, options in (("messages", MESSAGES), ("native", ())):
        target = tmp_path / f"{name}.json"
        assert rmasim("run", path, *options, "--trace", target).returncode == 0
        events = json.loads(target.read_text(encoding="utf-8"))["traceEvents"]
        trace[name] = next(one["ts"] + one["dur"] for one in events if one.get("name") == "flush" and "dur" in one)
    assert trace["messages"] > 1000 > 10 > trace["native"]


def test_the_interface_has_a_track_of_its_own_in_traces(tmp_path):
    assert rmasim("run", LOCK_PUT, "--trace", tmp_path / "t.json").returncode == 0
    assert "rank 1 NIC" in (tmp_path / "t.json").read_text(encoding="utf-8")
