"""Data that take time to leave, and the times at which operations are complete, calculated by hand.

In these tests, calls and packets cost no CPU time and have no header. 1 MB leaves in 80 us (100 Gbit/s). A packet
without data takes 1,000 ns, the latency. No message waits for a round trip. Copies take 8 ns per megabyte, and the gap
is 10 ns for each packet; the tests allow for both.
"""

import pytest
from rmasim_runner import plain, result_of, rmasim, write_scenario

NO_LIMIT = ("--set", "protocol.eager_limit_bytes=2147483647")
FLOW = ("--set", "platform.network.model=flow")
MB = 1_000_000
COPIES = 120  # ns, with nine gaps
NO_COSTS = {"call_ns": 0, "post_op_ns": 0, "search_step_ns": 0, "issue_ns": 0, "handle_ns": 0, "copy_gbps": 1e6,
            "copy_limit_bytes": 2147483647, "copy_segment_bytes": 2147483647}
LOCK, UNLOCK = {"lock": {"target": 1, "type": "shared", "assert": ["nocheck"]}}, {"unlock": {"target": 1}}
PUT_1_MB = {"put": {"target": 1, "count": MB}}


def scenario(tmp_path, *calls, network=None, **members):
    network = {"overhead_ns": 0, "header_bytes": 0, "rendezvous_bytes": 2147483647, **(network or {})}
    platform = {"network": network, **members.pop("platform", {})}
    return write_scenario(tmp_path, **{"ranks": 2, "windows": {"w": {"bytes": MB}}, "costs": NO_COSTS,
                                       "programs": [{"ranks": "0", "calls": [LOCK, *calls]}], **members,
                                       "platform": platform})


def spent(result, cause):
    return result["time_spent"][cause + "_ns"]


def about(ns):
    return pytest.approx(ns, abs=COPIES)


@pytest.fixture(name="ten_puts")
def ten_puts_of_a_megabyte_on_one_element(tmp_path):
    return scenario(tmp_path, {"repeat": {"times": 10, "calls": [PUT_1_MB]}}, UNLOCK,
                    protocol={"op_pool": {"local": 1, "global": 0}})


def test_nine_puts_wait_until_the_port_has_sent_the_one_before(ten_puts):
    """The data of the last put leave inside UNLOCK. The acknowledgement of this put arrives 1,000 + 1,000 ns later."""
    result = result_of(ten_puts, "--check-invariants")
    assert result["outcome"] == "finished"
    assert spent(result, "wait_element") == about(9 * 80_000)
    assert spent(result, "wait_send") == about(80_000)
    assert spent(result, "wait_ack") == about(2_000)
    assert result["time_ns"] == about(10 * 80_000 + 2_000)


def test_without_a_limit_they_wait_for_nothing_though_they_take_as_long(ten_puts):
    result = result_of(ten_puts, *NO_LIMIT)
    assert spent(result, "wait_element") == spent(result, "wait_send") == 0
    assert spent(result, "wait_ack") == about(10 * 80_000 + 2_000)
    assert result["time_ns"] == about(10 * 80_000 + 2_000)


def test_in_the_flow_model_they_wait_until_the_communication_has_ended(ten_puts):
    """The duration of the communication includes the latency."""
    result = result_of(ten_puts, *FLOW, "--check-invariants")
    assert spent(result, "wait_element") == about(9 * 81_000)
    assert spent(result, "wait_send") == about(81_000)
    without = result_of(ten_puts, *FLOW, *NO_LIMIT)
    assert spent(without, "wait_element") == spent(without, "wait_send") == 0


def test_within_a_node_data_leave_through_its_memory(tmp_path):
    path = scenario(tmp_path, PUT_1_MB, PUT_1_MB, UNLOCK, platform={"ranks_per_node": 2},
                    protocol={"op_pool": {"local": 1, "global": 0}})
    for model in ((), FLOW):
        assert spent(result_of(path, *model, "--check-invariants"), "wait_element") == about(20_000)


def test_ranks_that_share_a_port_wait_for_each_others_data(tmp_path):
    calls = [{"lock": {"target": 2, "type": "shared", "assert": ["nocheck"]}},
             {"put": {"target": 2, "count": MB, "disp": "rank"}}, {"flush_local": {"target": 2}},
             {"unlock": {"target": 2}}]
    path = scenario(tmp_path, ranks=3, platform={"ranks_per_node": 2}, windows={"w": {"bytes": MB + 1}},
                    programs=[{"ranks": "rank < 2", "calls": calls}])
    assert spent(result_of(path, "--check-invariants"), "wait_send") == about(80_000 + 160_000)


@pytest.mark.parametrize("count, ns", [(16384, 0), (16385, 1311)])
def test_data_up_to_the_limit_are_copied_away(tmp_path, count, ns):
    path = scenario(tmp_path, {"put": {"target": 1, "count": count}}, {"flush_local": {"target": 1}}, UNLOCK)
    assert spent(result_of(path), "wait_send") == pytest.approx(ns, abs=1)


def test_only_data_that_are_buffered_are_copied_by_their_origin(ten_puts):
    """Copying a megabyte takes 100 us at 80 Gbit/s. The target copies the data in both cases."""
    copies = ("--set", "costs.copy_gbps=80")
    assert spent(result_of(ten_puts, *copies), "copy") == about(10 * 100_000)
    assert spent(result_of(ten_puts, *copies, *NO_LIMIT), "copy") == about(20 * 100_000)


def test_an_accumulate_waits_like_a_put_and_a_get_for_its_answer(tmp_path):
    accumulate = {"accumulate": {"target": 1, "count": MB // 8, "datatype": "int64", "op": "sum", "value": 1}}
    flush = {"flush_local": {"target": 1}}
    result = result_of(scenario(tmp_path, accumulate, flush, UNLOCK), "--check-invariants")
    assert spent(result, "wait_send") == about(80_000)
    result = result_of(scenario(tmp_path, {"get": {"target": 1, "count": MB}}, flush, UNLOCK), "--check-invariants")
    assert spent(result, "wait_send") == 0
    assert spent(result, "wait_operations") == about(1_000 + 81_000)


# ---- Progress

@pytest.mark.parametrize("progress", ["calls", "agent"])
@pytest.mark.parametrize("compute_ns, waited_ns", [(79_000, 1_000), (81_000, 0)])
def test_a_rank_that_computes_finds_the_element_free_in_its_next_call(tmp_path, progress, compute_ns, waited_ns):
    path = scenario(tmp_path, PUT_1_MB, {"compute": {"ns": compute_ns}}, PUT_1_MB, UNLOCK, progress=progress,
                    protocol={"op_pool": {"local": 1, "global": 0}, "optimizations": {"piggyback": False}})
    result = result_of(path, "--check-invariants")
    assert spent(result, "wait_element") == waited_ns
    assert result["elements"]["op.local.w"]["times_exhausted"] == (waited_ns > 0)


def test_an_agent_sends_announced_data_while_its_rank_computes(tmp_path):
    path = scenario(tmp_path, PUT_1_MB, {"compute": {"ns": 500_000}}, UNLOCK,
                    protocol={"rendezvous_threshold_bytes": 65536, "optimizations": {"piggyback": False}})
    after = 2_000  # from the end of the data to the acknowledgement, and of a packet and its answer
    assert result_of(path)["time_ns"] == about(500_000 + 80_000 + after + 10)  # RMA_DONE follows the data
    assert result_of(path, "--set", "progress=agent")["time_ns"] == about(500_000 + after + 10)


def test_an_announcement_takes_a_round_trip(tmp_path):
    path = scenario(tmp_path, PUT_1_MB, UNLOCK)
    eager, announced = result_of(path), result_of(path, "--set", "protocol.rendezvous_threshold_bytes=16384")
    assert announced["time_ns"] == eager["time_ns"] + 2 * 1_000
    assert announced["messages"]["by_kind"] == eager["messages"]["by_kind"] | {"RTS": 1, "CTS": 1}


# ---- Faults

def test_a_stalled_nic_holds_the_data_back_and_a_late_arrival_does_not(tmp_path):
    calls = PUT_1_MB, {"flush_local": {"target": 1}}, UNLOCK
    stalls = {"stalls": [{"ranks": "0", "at_ns": 0, "for_ns": 50_000}]}
    result = result_of(scenario(tmp_path, *calls, faults=stalls), "--check-invariants")
    assert spent(result, "wait_send") == about(130_000)
    late = {"delays": [{"from": "0", "to": "1", "delay_ns": 50_000}]}
    assert spent(result_of(scenario(tmp_path, *calls, faults=late), "--check-invariants"), "wait_send") == about(80_000)


def test_the_data_of_a_lost_packet_have_left(tmp_path):
    faults = {"losses": [{"from": "0", "to": "1", "nth": 1}]}
    path = scenario(tmp_path, PUT_1_MB, {"flush_local": {"target": 1}}, UNLOCK, faults=faults)
    result = result_of(path)
    assert result["faults"]["packets_lost"]["first"][0]["packet"] == "0>1 PUT"
    assert spent(result, "wait_send") == 0
    assert result["messages"]["by_kind"] == {"PUT": 1, "RMA_DONE": 1, "RMA_DONE_ACK": 1}


def test_a_rank_that_died_hears_nothing(tmp_path):
    faults = {"deaths": [{"ranks": "0", "at_ns": 40_000}]}
    result = result_of(scenario(tmp_path, PUT_1_MB, {"flush_local": {"target": 1}}, UNLOCK, faults=faults))
    assert result["outcome"] == "lost_rank"
    assert result["time_ns"] == about(81_000)


@pytest.mark.parametrize("source, target, kind", [("0", "1", "RTS"), ("1", "0", "CTS")])
def test_a_lost_announcement_is_named_as_the_cause(tmp_path, source, target, kind):
    faults = {"losses": [{"from": source, "to": target, "nth": 1}]}
    path = scenario(tmp_path, PUT_1_MB, UNLOCK, faults=faults, protocol={"rendezvous_threshold_bytes": 0})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert (f"the packet {source}>{target} {kind} was lost (the 1st of its pair of ranks); "
            "rank 0 waits for rank 1 (completion of operations)") in plain(finished.stderr)


def test_a_trace_shows_when_data_have_left(tmp_path):
    path = scenario(tmp_path, PUT_1_MB, {"flush_local": {"target": 1}}, UNLOCK)
    trace = tmp_path / "trace.json"
    assert rmasim("run", path, "--trace", trace).returncode == 0
    assert "data sent: 0>1 PUT" in trace.read_text()
