"""Operations that the network interface executes, in a run with virtual time: their costs, and the work that the target
does not have.
"""

import json

from rmasim_runner import SCENARIOS, result_of, rmasim

LOCK_PUT = SCENARIOS / "ch4/lock-put.json"
MESSAGES = ("--set", "protocol.native=none")


def test_what_the_interface_needs_takes_time():
    times = [result_of(LOCK_PUT, "--set", f"platform.nic.operation_ns={ns}")["time_ns"] for ns in (0, 1000)]
    assert times[1] - times[0] == 1000
    slow = result_of(LOCK_PUT, "--set", "platform.nic.operation_ns=0", "--set",
                     "platform.nic.bandwidth_gbps=0.064")["time_ns"]
    assert 1000 - 2 < slow - times[0] <= 1000  # 8 bytes at 8 MB/s, less those at 25 GB/s


def test_costs_of_the_interface_are_in_the_result_where_it_is_used():
    assert "nic" not in result_of(LOCK_PUT, *MESSAGES)["settings"]["platform"]
    assert result_of(LOCK_PUT)["settings"]["platform"]["nic"]["operation_ns"] == 100


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


def atomic_scenario(call, **platform):
    """Returns an accumulate under OFI, on a network with the features of `platform`."""
    return {"name": "atomic", "ranks": 2, "protocol": {"family": "ch4", "network": "ofi", "native": "all"},
            "platform": {"nic": platform}, "windows": {"w": {"bytes": 8192}},
            "programs": [{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "shared"}}, call,
                                                  {"unlock": {"target": 1}}]}]}


def kinds_of(path, scenario, *options):
    path.write_text(json.dumps(scenario), encoding="utf-8")
    kinds = result_of(path, *options)["messages"]["by_kind"]
    return {kind: number for kind, number in kinds.items() if "LOCK" not in kind}


ADD = {"accumulate": {"target": 1, "datatype": "int64", "op": "sum", "value": 1}}
MESSAGE, ATOMIC = {"ACC": 1, "ACC_ACK": 1}, {"ATOMIC_ACC": 1}
SAME_OP = ("--set", "protocol.accumulate_ops=same_op")


def test_an_atomic_operation_reads_and_writes_memory(tmp_path):
    path = tmp_path / "s.json"

    def time_with(**nic):
        path.write_text(json.dumps(atomic_scenario(ADD, **nic)), encoding="utf-8")
        return result_of(path)["time_ns"]

    free = time_with(operation_ns=0, atomic_ns=0)
    assert time_with(operation_ns=300, atomic_ns=700) - free == 1000
    slow = time_with(operation_ns=0, atomic_ns=0, bandwidth_gbps=0.064) - free
    assert 2000 - 4 < slow <= 2000  # 8 bytes there and back at 8 MB/s


def test_the_network_needs_every_operation_that_others_may_use(tmp_path):
    """The network must support all operations, unless all ranks use the same operation or an info key lists the
    operations."""
    path = tmp_path / "s.json"
    weak = atomic_scenario(ADD, atomics=["sum", "replace", "no_op", "compare_and_swap"])
    hint = ["sum", "no_op"]
    assert kinds_of(path, atomic_scenario(ADD)) == ATOMIC
    assert kinds_of(path, weak) == MESSAGE
    assert kinds_of(path, weak, *SAME_OP) == ATOMIC
    weak["protocol"]["which_accumulate_ops"] = hint
    assert kinds_of(path, weak) == ATOMIC
    weak["protocol"]["which_accumulate_ops"] = [*hint, "prod"]
    assert kinds_of(path, weak) == MESSAGE
    # Not defined for the datatype, so no rank uses it.
    weak["protocol"]["which_accumulate_ops"] = [*hint, "maxloc"]
    assert kinds_of(path, weak) == ATOMIC


def test_an_operation_that_the_network_lacks_is_a_message(tmp_path):
    unsupported = atomic_scenario(ADD, atomics=["prod"])
    assert kinds_of(tmp_path / "s.json", unsupported, *SAME_OP) == MESSAGE


def test_pairs_and_much_data_are_messages(tmp_path):
    path = tmp_path / "s.json"
    pair = {"accumulate": {"target": 1, "datatype": "int32_int32", "op": "maxloc", "value": 1}}
    assert kinds_of(path, atomic_scenario(pair), *SAME_OP) == MESSAGE
    eight = {"accumulate": {"target": 1, "datatype": "int64", "op": "sum", "count": 8, "value": 1}}
    assert kinds_of(path, atomic_scenario(eight, atomic_bytes=64)) == ATOMIC
    assert kinds_of(path, atomic_scenario(eight, atomic_bytes=63)) == MESSAGE


def test_all_needs_ofi(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps(atomic_scenario(ADD)), encoding="utf-8")
    refused = rmasim("run", path, "--set", "protocol.network=ucx")
    assert refused.returncode == 2
    assert "protocol.native: found all; allowed: none or put_get, or protocol.network ofi" in refused.stderr


DYNAMIC = {
    "name": "dynamic", "ranks": 2, "protocol": {"family": "ch4"}, "windows": {"w": {"dynamic": True}},
    "buffers": {"b": {"bytes": 32}},
    "programs": [
        {"ranks": "0", "calls": [{"recv": {"source": 1, "datatype": "int64", "as": "there"}},
                                 {"lock": {"target": 1, "type": "exclusive"}},
                                 {"put": {"target": 1, "disp": "there", "datatype": "int64", "value": 7}},
                                 {"unlock": {"target": 1}}, {"barrier": {}}]},
        {"ranks": "1", "calls": [{"win_attach": {"over": {"buffer": "b"}}},
                                 {"get_address": {"buffer": "b", "as": "mine"}},
                                 {"send": {"target": 0, "datatype": "int64", "value": "mine"}}, {"barrier": {}}]}]}


def test_ofi_writes_into_dynamic_windows_as_well(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps(DYNAMIC), encoding="utf-8")
    assert result_of(path)["messages"]["by_kind"]["PUT"] == 1
    assert result_of(path, "--set", "protocol.network=ofi")["messages"]["by_kind"]["WRITE"] == 1
