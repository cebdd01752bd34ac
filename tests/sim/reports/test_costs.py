"""The parameters of the cost model (analysis/COSTS.md), calculated by hand. Each test changes one parameter and expects
the difference of two times. Packets have no header, and calls and packets cost no CPU time unless a test says so."""

import pytest
from rmasim_runner import SCENARIOS, result_of, write_scenario

NO_LIMIT = 2147483647
FREE = {"call_ns": 0, "post_op_ns": 0, "search_step_ns": 0, "issue_ns": 0, "handle_ns": 0, "mem_sync_ns": 0,
        "mutex_ns": 0, "copy_gbps": 1e6, "copy_limit_bytes": NO_LIMIT, "copy_segment_bytes": NO_LIMIT, "reduce_ns": 0,
        "direct_ns": 0, "direct_small_gbps": 1e6, "direct_medium_gbps": 1e6, "direct_large_gbps": 1e6}
NETWORK = {"latency_ns": 1000, "bandwidth_gbps": 8, "overhead_ns": 0, "gap_ns": 0, "header_bytes": 0,
           "rendezvous_bytes": NO_LIMIT}  # 1 ns for a byte
NIC = {"overhead_ns": 0, "completion_ns": 0, "operation_ns": 0, "read_ns": 0, "atomic_ns": 0, "bandwidth_gbps": 1e6}
NATIVE = {"family": "ch4", "network": "ofi", "native": "all"}
MESSAGES = {"family": "ch4", "native": "none"}
FAMILIES = ({"family": "newrma"}, {"family": "ch3"}, MESSAGES, {"family": "oldqueue"})
COUNT = 4000


def scenario(folder, *calls, target=1, protocol=None, costs=None, network=None, nic=None, ranks=2, ranks_per_node=1,
             shared=False, origins=1):
    """The first ranks lock the target, make the calls and unlock. All ranks end with a barrier."""
    epoch = [{"lock": {"target": target, "type": "shared"}}, *calls, {"unlock": {"target": target}}]
    return write_scenario(
        folder, ranks=ranks, protocol=protocol or MESSAGES, costs=FREE | (costs or {}), data=False,
        platform={"network": NETWORK | (network or {}), "nic": NIC | (nic or {}), "ranks_per_node": ranks_per_node},
        windows={"w": {"bytes": 1 << 20} | ({"shared": True} if shared else {})},
        programs=[{"ranks": f"rank < {origins}", "calls": [*epoch, {"barrier": {}}]},
                  {"ranks": f"rank >= {origins}", "calls": [{"barrier": {}}]}])


def time_ns(folder, *calls, **members):
    result = result_of(scenario(folder, *calls, **members))
    assert result["outcome"] == "finished"
    return result["time_ns"]


def added(folder, calls, key, value, part="costs", **members):
    """The time that a parameter with this value adds to a run, compared with the value 0 or no limit."""
    other = time_ns(folder, *calls, **members)
    members[part] = {**(members.get(part) or {}), key: value}
    return time_ns(folder, *calls, **members) - other


def put(count=COUNT, target=1):
    return {"put": {"target": target, "count": count}}


def accumulate(op, count=COUNT, target=1):
    return {"accumulate": {"target": target, "count": count, "datatype": "int8", "op": op}}


@pytest.mark.parametrize("protocol", FAMILIES, ids=lambda one: one["family"])
def test_an_accumulate_computes_its_elements(tmp_path, protocol):
    assert added(tmp_path, [accumulate("sum")], "reduce_ns", 2, protocol=protocol) == 2 * COUNT
    assert added(tmp_path, [accumulate("replace")], "reduce_ns", 2, protocol=protocol) == 0


def test_family_synccount_computes_the_elements_of_an_accumulate():
    """The scenario has one accumulate of one element."""
    times = [result_of(SCENARIOS / "synccount/counts/one-accumulate.json", "--set", f"costs.reduce_ns={ns}")["time_ns"]
             for ns in (0, 1000)]
    assert times[1] - times[0] == 1000


def test_the_interface_computes_without_the_processor(tmp_path):
    assert added(tmp_path, [accumulate("sum")], "reduce_ns", 2, protocol=NATIVE) == 0


@pytest.mark.parametrize("protocol", FAMILIES, ids=lambda one: one["family"])
@pytest.mark.parametrize("count, ns_per_byte", [(1000, 1), (1001, 2), (2000, 2), (2001, 4)])
def test_operations_on_the_own_window_have_three_rates(tmp_path, protocol, count, ns_per_byte):
    costs = {"direct_small_bytes": 1000, "direct_medium_bytes": 2000, "direct_small_gbps": 8, "direct_medium_gbps": 4,
             "direct_large_gbps": 2}
    free = time_ns(tmp_path, put(count, 0), target=0, protocol=protocol)
    assert time_ns(tmp_path, put(count, 0), target=0, protocol=protocol, costs=costs) - free == pytest.approx(
        count * ns_per_byte, abs=count * 1e-4)
    assert added(tmp_path, [put(count, 0)], "direct_ns", 70, target=0, protocol=protocol) == 70


def test_family_shm_accesses_memory_at_these_rates(tmp_path):
    def time_with(**costs):
        fence = {"fence": {}}
        path = write_scenario(tmp_path, ranks=2, protocol={"family": "shm"}, costs=FREE | costs, data=False,
                              platform={"network": NETWORK, "ranks_per_node": 2},
                              windows={"w": {"bytes": COUNT, "shared": True}},
                              programs=[{"ranks": "0", "calls": [fence, put(), fence]},
                                        {"ranks": "1", "calls": [fence, fence]}])
        return result_of(path)["time_ns"]

    assert time_with(direct_small_gbps=8, direct_ns=70) - time_with() == COUNT + 70


def test_an_accumulate_on_a_shared_window_acquires_and_releases_a_mutex(tmp_path):
    shared = {"protocol": {"family": "ch3"}, "ranks_per_node": 2, "shared": True}
    assert added(tmp_path, [accumulate("sum")], "mutex_ns", 15, **shared) == 30
    assert added(tmp_path, [put()], "mutex_ns", 15, **shared) == 0


@pytest.mark.parametrize("direct", [False, True])
def test_ch4_accesses_shared_windows_of_its_node_if_it_is_asked_to(tmp_path, direct):
    protocol = MESSAGES | {"direct_on_node": direct}
    result = result_of(scenario(tmp_path, put(), protocol=protocol, ranks_per_node=2, shared=True))
    assert ("PUT" in result["messages"]["by_kind"]) != direct


# ---- Messages: copies take 1 ns for a byte at 8 Gb/s, the wire as long.

def send(count=COUNT):
    return [{"send": {"target": 1, "count": count}}]


def message_ns(folder, count=COUNT, **members):
    """The time of one message."""
    network = NETWORK | members.pop("network", {})
    path = write_scenario(folder, ranks=2, protocol=members.pop("protocol", MESSAGES),
                          costs=FREE | members.pop("costs", {}), data=False, platform={"network": network},
                          windows={"w": {"bytes": 8}},
                          programs=[{"ranks": "0", "calls": [{"send": {"target": 1, "count": count}}]},
                                    {"ranks": "1", "calls": [{"recv": {"source": 0, "count": count}}]}])
    return result_of(path)["time_ns"]


def test_a_message_is_copied_sent_and_copied(tmp_path):
    assert message_ns(tmp_path) == 1000 + COUNT
    assert message_ns(tmp_path, costs={"copy_gbps": 8}) == 1000 + 3 * COUNT


def test_a_message_beyond_the_limit_is_not_copied(tmp_path):
    costs = {"copy_gbps": 8, "copy_limit_bytes": COUNT}
    assert message_ns(tmp_path, costs=costs) == 1000 + 3 * COUNT
    assert message_ns(tmp_path, COUNT + 1, costs=costs) == 1000 + COUNT + 1


@pytest.mark.parametrize("copy_gbps, copy_ns", [(16, 0.5), (8, 1), (4, 2)])
def test_copies_overlap_with_the_wire_beyond_a_segment(tmp_path, copy_gbps, copy_ns):
    """The slowest of copy, wire and copy counts in full, the others for one segment."""
    segment = 1000
    slowest = max(copy_ns, 1)
    others = 2 * copy_ns if slowest == 1 else copy_ns + 1
    costs = {"copy_gbps": copy_gbps, "copy_segment_bytes": segment}
    assert message_ns(tmp_path, costs=costs) == 1000 + slowest * COUNT + others * segment


def test_a_long_message_waits_for_a_round_trip(tmp_path):
    """A packet without data needs 30 ns to be built, 40 ns to be handled, and 2 x 100 ns at the network."""
    costs, network = {"issue_ns": 30, "handle_ns": 40}, {"overhead_ns": 100}
    short = message_ns(tmp_path, costs=costs, network=network | {"rendezvous_bytes": COUNT})
    long = message_ns(tmp_path, costs=costs, network=network | {"rendezvous_bytes": COUNT - 1})
    assert long - short == 2 * (1000 + 30 + 40 + 200)


def test_a_message_that_the_protocol_announces_waits_once(tmp_path):
    announced = MESSAGES | {"message_eager_bytes": 100}
    assert message_ns(tmp_path, protocol=announced, network={"rendezvous_bytes": 100}) == message_ns(
        tmp_path, protocol=announced)


def test_an_operation_that_newrma_announces_waits_once(tmp_path):
    announced = {"family": "newrma", "rendezvous_threshold_bytes": 100}
    assert time_ns(tmp_path, put(), protocol=announced, network={"rendezvous_bytes": 100}) == time_ns(
        tmp_path, put(), protocol=announced)


def test_a_packet_occupies_a_port_for_the_gap_and_its_bytes(tmp_path):
    """The second put leaves after the first one's 4,000 bytes and the gap."""
    assert added(tmp_path, [put()], "gap_ns", 500, part="network") == 0
    two = added(tmp_path, [put(), put()], "gap_ns", 500, part="network")
    assert two >= 500


# ---- Operations of the network interface

@pytest.mark.parametrize("key", ["overhead_ns", "operation_ns", "completion_ns"])
def test_each_operation_of_an_interface_costs(tmp_path, key):
    assert added(tmp_path, [put(8)], key, 100, part="nic", protocol=NATIVE) == 100


def test_reading_memory_takes_time(tmp_path):
    get = {"get": {"target": 1, "count": 8}}
    assert added(tmp_path, [get], "read_ns", 100, part="nic", protocol=NATIVE) == 100
    assert added(tmp_path, [put(8)], "read_ns", 100, part="nic", protocol=NATIVE) == 0


@pytest.mark.parametrize("count, copied", [(64, True), (65, False)])
def test_the_processor_copies_only_small_puts(tmp_path, count, copied):
    ns = added(tmp_path, [put(count)], "copy_gbps", 8, protocol=NATIVE, nic={"inline_bytes": 64})
    assert ns == (count if copied else 0)


def test_memory_of_the_interface_counts_only_if_it_is_slower_than_the_wire(tmp_path):
    as_fast = time_ns(tmp_path, put(), protocol=NATIVE, nic={"bandwidth_gbps": 8})
    assert as_fast == time_ns(tmp_path, put(), protocol=NATIVE)
    assert time_ns(tmp_path, put(), protocol=NATIVE, nic={"bandwidth_gbps": 4}) - as_fast == COUNT


@pytest.mark.parametrize("disp, ns", [("0", 200), ("8 * rank", 100)])
def test_atomic_operations_on_one_address_are_executed_one_after_the_other(tmp_path, disp, ns):
    """Two origins send a fetch_and_op at the same time."""
    fetch = {"fetch_and_op": {"target": 2, "disp": disp, "datatype": "int64", "op": "sum"}}
    members = {"protocol": NATIVE, "ranks": 3, "target": 2, "origins": 2}
    flush = {"flush": {"target": 2}}
    network = {"network": {"bandwidth_gbps": 1e6}}
    assert added(tmp_path, [fetch, flush], "atomic_ns", 100, part="nic", **members, **network) == pytest.approx(
        ns, abs=2)
