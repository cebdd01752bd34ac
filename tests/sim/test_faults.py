"""Faults: the run ends, reports the faults that occurred, and names the right cause. Without faults nothing changes."""

import json
import time

import pytest

from rmasim_runner import SCENARIOS, every_scenario, plain, result_of, rmasim, write_scenario

RING = [{"fence": {"assert": ["noprecede"]}},
        {"put": {"target": "(rank + 1) % size", "disp": 0, "count": 8}},
        {"fence": {}},
        {"barrier": {}}]
SIZES = [2, 5, 64]


def scenario(folder, ranks, calls, faults, **members):
    programs = calls if "calls" in calls[0] else [{"ranks": "all", "calls": calls}]
    return write_scenario(folder, ranks=ranks, programs=programs, faults=faults, **members)


def result(*arguments, **members):
    return result_of(scenario(*arguments, **members))


def lost(found, what):
    return found["faults"][what]


# ---- The promise: the right cause, in less than two seconds, for 64 ranks.

@pytest.mark.parametrize("name, cause", [
    ("dead-rank", "rank 5 died (in its 5th call); ranks 4, 6, 7 and "),
    ("lost-packet", "the packet 8>7 RMA_DONE_ACK was lost (the 1st of its pair of ranks); rank 7 waits for rank 8 "),
    ("true-deadlock", 'a cycle of waits: rank 0 waits for the lock of rank 1 on window "w", which rank 1 took at '),
])
def test_the_cause_is_right_and_comes_soon(name, cause):
    path = SCENARIOS / f"faults/{name}.json"
    assert json.loads(path.read_text())["ranks"] == 64
    began = time.monotonic()
    finished = rmasim("run", path)
    assert time.monotonic() - began < 2
    assert finished.returncode == 0
    assert f"{name}: the run cannot finish: {cause}" in plain(finished.stderr)


# ---- Failed ranks.

@pytest.mark.parametrize("ranks", SIZES)
@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_a_rank_that_dies_in_any_call_is_the_cause(tmp_path, ranks, call):
    dead = ranks - 1
    path = scenario(tmp_path, ranks, RING, {"deaths": [{"ranks": f"{dead}", "at_call": call}]})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    ordinal = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}[call]
    assert f"the run cannot finish: rank {dead} died (in its {ordinal} call); rank" in finished.stderr
    found = result_of(path)
    assert found["outcome"] == "lost_rank"
    assert lost(found, "ranks_died")["first"] == [{"rank": dead, "when": f"in its {ordinal} call"}]
    assert dead not in [one["rank"] for one in found["stuck"]]
    assert len(found["stuck"]) == ranks - 1


@pytest.mark.parametrize("at_ns", [0, 500, 1500, 3000])
def test_a_rank_that_dies_at_any_time_is_the_cause(tmp_path, at_ns):
    found = result(tmp_path, 8, RING, {"deaths": [{"ranks": "3", "at_ns": at_ns}]})
    assert found["outcome"] == "lost_rank"
    assert found["cause"].startswith(f"rank 3 died (at {at_ns} ns); rank")
    assert len(found["stuck"]) == 7


def test_a_rank_that_computes_when_it_dies_sends_nothing_any_more(tmp_path):
    calls = [{"ranks": "0", "calls": [{"compute": {"ns": 5000}}, {"send": {"target": 1}}]},
             {"ranks": "1", "calls": [{"recv": {"source": 0}}]}]
    found = result(tmp_path, 2, calls, {"deaths": [{"ranks": "0", "at_ns": 2000}]})
    assert found["messages"]["total"] == 0
    assert found["cause"] == "rank 0 died (at 2000 ns); rank 1 waits for it"


def test_a_rank_that_dies_with_its_program_over_still_fails_others(tmp_path):
    calls = [{"ranks": "0", "calls": [{"compute": {"ns": 5000}}, {"lock": {"target": 1, "type": "exclusive"}},
                                      {"put": {"target": 1, "count": 8}}, {"unlock": {"target": 1}}]}]
    found = result(tmp_path, 2, calls, {"deaths": [{"ranks": "1", "at_ns": 1000}]})
    assert found["outcome"] == "lost_rank"
    assert found["cause"] == "rank 1 died (at 1000 ns); rank 0 waits for it"
    assert lost(found, "packets_to_the_dead") == 1


def test_a_death_that_comes_after_the_end_does_not_happen(tmp_path):
    late = result(tmp_path, 4, RING, {"deaths": [{"at_ns": 1_000_000}]})
    assert late["outcome"] == "finished"
    assert lost(late, "ranks_died")["total"] == 0
    without = result_of(write_scenario(tmp_path, ranks=4, programs=[{"calls": RING}]))
    assert (late["time_ns"], late["digest"]) == (without["time_ns"], without["digest"])


def test_a_failed_rank_without_waiters_is_still_a_lost_rank(tmp_path):
    path = scenario(tmp_path, 3, [{"ranks": "2", "calls": [{"sync": {}}]}], {"deaths": [{"ranks": "2", "at_call": 1}]})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert "rank 2 died (in its 1st call); no other rank waits" in finished.stderr


def test_a_cycle_is_not_blamed_on_a_failed_rank_elsewhere(tmp_path):
    calls = [{"ranks": "0-1", "calls": [{"recv": {"source": "1 - rank"}}]},
             {"ranks": "2", "calls": [{"send": {"target": 3}}]}]
    found = result(tmp_path, 4, calls, {"deaths": [{"ranks": "2", "at_call": 1}]})
    assert found["outcome"] == "lost_rank"
    assert found["cycle"] == [0, 1]


def test_a_deadlock_before_the_death_is_not_blamed_on_it(tmp_path):
    found = result(tmp_path, 2, [{"recv": {"source": "1 - rank"}}], {"deaths": [{"ranks": "0", "at_ns": 1_000_000}]})
    assert (found["outcome"], found["cycle"]) == ("deadlock", [0, 1])


def test_ranks_queued_for_a_lock_after_a_failed_rank_wait_for_it():
    found = result_of(SCENARIOS / "faults/dead-lock-holder.json")
    assert found["cause"] == "rank 1 died (at 10000 ns); ranks 2, 3, 4 and 3 more wait for it"


def test_the_agent_of_a_dead_rank_is_dead(tmp_path):
    calls = [{"ranks": "0", "calls": [{"compute": {"ns": 50_000}}]},
             {"ranks": "1", "calls": [{"compute": {"ns": 5000}}, {"lock": {"target": 0, "type": "shared"}},
                                      {"put": {"target": 0, "count": 8}}, {"unlock": {"target": 0}}]}]
    found = result(tmp_path, 2, calls, {"deaths": [{"ranks": "0", "at_ns": 2000}]}, progress="agent")
    assert found["cause"] == "rank 0 died (at 2000 ns); rank 1 waits for it"


# ---- Lost packets.

@pytest.mark.parametrize("ranks", SIZES)
@pytest.mark.parametrize("kind, source, target", [("BARRIER", 0, 1), ("PUT+RMA_DONE", 0, 1), ("RMA_DONE_ACK", 1, 0)])
def test_each_packet_of_a_fence_is_missed(tmp_path, ranks, kind, source, target):
    loss = {"from": f"{source}", "to": f"{target}", "kind": kind}
    path = scenario(tmp_path, ranks, RING, {"losses": [loss]})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert f"the run cannot finish: the packet {source}>{target} {kind} was lost (the " in finished.stderr
    found = result_of(path)
    assert found["outcome"] == "deadlock"
    assert lost(found, "packets_lost")["total"] == 1


@pytest.mark.parametrize("kind, source, target", [("POST", 1, 0), ("COMPLETE", 0, 1), ("PUT+RMA_DONE", 0, 1),
                                                  ("RMA_DONE_ACK", 1, 0)])
def test_each_packet_of_start_and_post_is_missed(tmp_path, kind, source, target):
    calls = [{"ranks": "0", "calls": [{"start": {"group": [1]}}, {"put": {"target": 1, "count": 8}}, {"complete": {}}]},
             {"ranks": "1", "calls": [{"post": {"group": [0]}}, {"wait": {}}]}]
    found = result(tmp_path, 2, calls, {"losses": [{"from": f"{source}", "to": f"{target}", "kind": kind}]})
    assert found["cause"].startswith(f"the packet {source}>{target} {kind} was lost (the ")


@pytest.mark.parametrize("kind, source, target", [("LOCK", 0, 1), ("LOCK_GRANTED", 1, 0), ("PUT+UNLOCK", 0, 1),
                                                  ("RMA_DONE_ACK", 1, 0)])
def test_each_lost_packet_of_a_lock_also_blocks_later_requests(tmp_path, kind, source, target):
    put = {"put": {"target": 1, "count": 8}}
    calls = [{"ranks": "rank != 1", "calls": [{"compute": {"ns": "rank * 500"}},
                                              {"lock": {"target": 1, "type": "exclusive"}}, put, put,
                                              {"unlock": {"target": 1}}, {"barrier": {}}]},
             {"ranks": "1", "calls": [{"barrier": {}}]}]
    found = result(tmp_path, 4, calls, {"losses": [{"from": f"{source}", "to": f"{target}", "kind": kind}]})
    assert found["cause"].startswith(f"the packet {source}>{target} {kind} was lost (the ")
    assert found["cause"].endswith("and 3 more indirectly")


@pytest.mark.parametrize("kind, source, target", [("POST", 0, 1), ("POST", 1, 2), ("COMPLETE", 1, 0),
                                                  ("COMPLETE", 2, 1)])
def test_each_packet_of_a_tree_is_missed(tmp_path, kind, source, target):
    calls = [{"ranks": "0", "calls": [{"post": {"group": "1-6"}}, {"wait": {}}]},
             {"ranks": "1-6", "calls": [{"start": {"group": [0]}}, {"complete": {}}]}]
    found = result(tmp_path, 7, calls, {"losses": [{"from": f"{source}", "to": f"{target}", "kind": kind}]},
                   protocol={"pscw_tree": 2})
    assert found["cause"].startswith(f"the packet {source}>{target} {kind} was lost (the 1st of its pair of ranks); "
                                     "rank ")


@pytest.mark.parametrize("dead", range(1, 7))
@pytest.mark.parametrize("call", [1, 2])
def test_a_rank_that_dies_in_a_tree_is_named_and_not_one_between(tmp_path, dead, call):
    calls = [{"ranks": "0", "calls": [{"post": {"group": "1-6"}}, {"wait": {}}]},
             {"ranks": "1-6", "calls": [{"start": {"group": [0]}}, {"complete": {}}]}]
    found = result(tmp_path, 7, calls, {"deaths": [{"ranks": f"{dead}", "at_call": call}]}, protocol={"pscw_tree": 2})
    assert found["cause"].startswith(f"rank {dead} died (in its ")


def test_a_message_that_is_lost_is_missed_by_its_receiver(tmp_path):
    calls = [{"ranks": "0", "calls": [{"send": {"target": 1}}]}, {"ranks": "1", "calls": [{"recv": {"source": 0}}]}]
    found = result(tmp_path, 2, calls, {"losses": [{}]})
    assert plain(found["cause"]) == ("the packet 0>1 SEND was lost (the 1st of its pair of ranks); "
                                     "rank 1 waits for rank 0 (SEND)")


def test_a_run_that_lost_a_packet_nobody_waits_for_has_not_finished(tmp_path):
    calls = [{"ranks": "0", "calls": [{"send": {"target": 1}}]}]
    path = scenario(tmp_path, 2, calls, {"losses": [{"from": "0", "nth": 1}]})
    finished = rmasim("run", path)
    assert finished.returncode == 3
    words = "the packet 0>1 SEND was lost (the 1st of its pair of ranks)"
    assert f"  {words}" in finished.stdout
    assert f": all programs ended, but {words}\n" in finished.stderr
    found = result_of(path)
    assert (found["outcome"], found["cause"]) == ("lost_packet", f"all programs ended, but {words}")
    assert lost(found, "packets_lost") == {"total": 1, "first": [{"packet": "0>1 SEND", "nth_of_pair": 1}]}


def test_a_scenario_may_expect_a_loss(tmp_path):
    calls = [{"ranks": "0", "calls": [{"send": {"target": 1}}]}]
    path = scenario(tmp_path, 2, calls, {"losses": [{}]}, expect={"outcome": "lost_packet"})
    for arguments in (["run"], ["run", "--check-invariants"], ["explore"]):
        assert rmasim(*arguments, path).returncode == 0, arguments


PUTS_WITHOUT_ACKNOWLEDGEMENT = [
    {"ranks": "0", "calls": [{"lock": {"target": 1, "type": "shared"}}, {"put": {"target": 1, "count": 8}},
                             {"flush": {"target": 1}}, {"put": {"target": 1, "count": 8}},
                             {"flush_local": {"target": 1}}, {"put": {"target": 1, "count": 8}},
                             {"unlock": {"target": 1}}]}]


def test_an_invariant_that_a_loss_breaks_is_no_bug_of_the_core(tmp_path):
    """The PUTs are lost. PUTs are not acknowledged one by one, so no call waits for them."""
    path = scenario(tmp_path, 2, PUTS_WITHOUT_ACKNOWLEDGEMENT, {"losses": [{"kind": "PUT"}]})
    unwatched = rmasim("run", path)
    assert unwatched.returncode == 3
    assert "all programs ended, but the packet 0>1 PUT was lost" in unwatched.stderr
    finished = rmasim("run", path, "--check-invariants")
    assert finished.returncode == 3
    assert "the faults caused an invariant violation: nothing happens outside its epoch" in finished.stderr
    assert unwatched.stderr in finished.stderr


@pytest.mark.parametrize("name", [name for name in every_scenario()
                                  if not name.startswith(("scale/", "workloads/", "quickstart", "faults/"))][::20])
def test_a_loss_ends_alike_watched_and_unwatched(tmp_path, name):
    """About every third packet of each pair is lost. tests/property does the same for all scenarios."""
    patch = tmp_path / "patch.json"
    for seed in (1, 2):
        patch.write_text(json.dumps({"faults": {"losses": [{"percent": 30}]}, "seed": seed}))
        ends = [rmasim("run", SCENARIOS / name, "--patch", patch, "--format", "json", *check)
                for check in ([], ["--check-invariants"])]
        results = [json.loads(end.stdout) for end in ends]
        assert len({(end.returncode, one["outcome"], one.get("cause")) for end, one in zip(ends, results)}) == 1
        if results[0]["faults"]["packets_lost"]["total"] > 0:
            assert ends[0].returncode in (3, 4), results[0]


@pytest.mark.parametrize("kind", ["PUT", "PUT+UNLOCK", "RMA_DONE_ACK", "LOCK"])
def test_a_loss_ends_alike_in_a_given_order(tmp_path, kind):
    path = scenario(tmp_path, 2, PUTS_WITHOUT_ACKNOWLEDGEMENT, {"losses": [{"kind": kind}]})
    (tmp_path / "order.json").write_text("[]")
    played = rmasim("run", path, "--schedule", tmp_path / "order.json", "--format", "json")
    assert played.returncode == rmasim("run", path).returncode == rmasim("explore", path, "--out", tmp_path).returncode
    assert json.loads(played.stdout)["outcome"] == result_of(path)["outcome"]


def test_chance_belongs_to_the_seed(tmp_path):
    path = scenario(tmp_path, 8, [{"repeat": {"times": 200, "calls": [{"send": {"target": "(rank + 1) % size"}}]}}],
                    {"losses": [{"percent": 5}]})
    found = result_of(path)
    assert found["outcome"] == "lost_packet"
    assert 40 < lost(found, "packets_lost")["total"] < 120
    assert len(lost(found, "packets_lost")["first"]) <= 100
    assert lost(result_of(path), "packets_lost") == lost(found, "packets_lost")
    assert lost(result_of(path, "--seed", 2), "packets_lost") != lost(found, "packets_lost")


# ---- Pools.

def test_a_pool_that_shrinks_to_nothing_is_named():
    found = result_of(SCENARIOS / "faults/pool-shrinks-to-nothing.json")
    assert found["cause"] == ("the pool op.local.w of rank 0 shrank to 0 elements (in its 3rd call); "
                              "rank 0 waits for an operation element")
    assert lost(found, "pools_shrunk")["total"] == 2


@pytest.mark.parametrize("kind", ["op", "target"])
@pytest.mark.parametrize("call", range(1, 7))
def test_targets_of_which_some_are_left_do_the_work(tmp_path, kind, call):
    calls = [{"lock_all": {}},
             {"put": {"target": "(rank + 1) % size", "disp": "8 * rank", "count": 8, "value": "rank + 1"}},
             {"put": {"target": "(rank + 2) % size", "disp": "8 * rank", "count": 8, "value": "rank + 1"}},
             {"put": {"target": "(rank + 3) % size", "disp": "8 * rank", "count": 8, "value": "rank + 1"}},
             {"unlock_all": {}}, {"barrier": {}}]
    shrinks = [{"pool": f"{kind}.local.w", "to": 1, "at_call": call},
               {"pool": f"{kind}.global", "to": 0, "at_call": call}]
    path = scenario(tmp_path, 4, calls, {"shrinks": shrinks}, protocol={f"{kind}_pool": {"local": 2, "global": 2}},
                    expect={"outcome": "finished",
                            "memory": [{"ranks": "0", "disp": 8, "values": [2] * 8 + [3] * 8 + [4] * 8}]})
    finished = rmasim("run", path, "--format", "json", "--check-invariants")
    assert finished.returncode == 0, finished.stderr
    pools = json.loads(finished.stdout)["elements"]
    assert pools[f"{kind}.local.w"]["size"] == 2
    assert pools[f"{kind}.local.w"]["high_water"] <= 2


# ---- Time.

def test_a_straggler_takes_so_many_times_as_long(tmp_path):
    calls = [{"compute": {"ns": 1000}}, {"barrier": {}}]
    slow = result(tmp_path, 2, calls, {"stragglers": [{"ranks": "1", "slowdown": 3}]})
    assert slow["time_spent"]["compute_ns"] == 4000
    assert slow["time_ns"] > result_of(write_scenario(tmp_path, ranks=2, programs=[{"calls": calls}]))["time_ns"] + 2000


@pytest.mark.parametrize("progress", ["calls", "agent"])
def test_a_paused_rank_answers_when_it_resumes(tmp_path, progress):
    calls = [{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "exclusive"}}, {"put": {"target": 1, "count": 8}},
                                      {"unlock": {"target": 1}}]},
             {"ranks": "1", "calls": [{"compute": {"ns": 100}}]}]
    faults = {"pauses": [{"ranks": "1", "at_ns": 200, "for_ns": 30_000}]}
    found = result(tmp_path, 2, calls, faults, progress=progress)
    assert found["outcome"] == "finished"
    assert 31_000 < found["time_ns"] < 32_000


def test_a_stalled_interface_holds_up_its_node(tmp_path):
    calls = [{"barrier": {}}]
    faults = {"stalls": [{"ranks": "1", "at_ns": 0, "for_ns": 50_000}]}
    assert result(tmp_path, 2, calls, faults)["time_ns"] > 51_000
    both_inside = result(tmp_path, 2, calls, faults, platform={"ranks_per_node": 2})
    assert both_inside["time_ns"] < 1000


@pytest.mark.parametrize("setting", ["platform.network.model=loggp", "platform.network.model=flow"])
def test_late_packets_change_times_and_nothing_else(tmp_path, setting):
    members = {"ranks": 8, "programs": [{"calls": RING}]}
    plain = result_of(write_scenario(tmp_path, **members), "--set", setting)
    faults = {"delays": [{"from": "0", "delay_ns": 1000, "jitter_ns": 5000}]}
    late = result_of(write_scenario(tmp_path, faults=faults, **members), "--set", setting)
    assert late["messages"] == plain["messages"]
    assert late["time_ns"] > plain["time_ns"] + 1000
    assert late["digest"] == result_of(write_scenario(tmp_path, faults=faults, **members), "--set", setting)["digest"]


def test_a_link_that_is_not_there_is_bad_input_with_those_that_are(tmp_path):
    faults = {"links": [{"link": "node0up", "bandwidth": [{"at_ns": 0, "percent": 50}]}]}
    path = scenario(tmp_path, 2, RING, faults, platform={"network": {"model": "flow"}})
    finished = rmasim("run", path)
    assert finished.returncode == 2
    assert 'faults.links[0].link: found "node0up", which matches no link of the platform; ' \
           'allowed: one of "node0_down", "node0_up", "node1_down", "node1_up"; did you mean "node0_up"?' \
           in finished.stderr


@pytest.mark.parametrize("topology", ["cluster", "fat_tree", "torus", "dragonfly"])
def test_links_of_every_topology_can_degrade(tmp_path, topology):
    members = {"ranks": 8, "programs": [{"calls": RING}],
               "platform": {"topology": topology, "network": {"model": "flow"}}}
    plain = result_of(write_scenario(tmp_path, **members))
    faults = {"links": [{"link": "*", "latency": [{"at_ns": 0, "percent": 1000}]}]}
    slow = result_of(write_scenario(tmp_path, faults=faults, **members))
    assert slow["messages"] == plain["messages"]
    assert slow["time_ns"] > 3 * plain["time_ns"]


# ---- Reports.

def test_the_trace_notes_what_was_lost(tmp_path):
    calls = [{"send": {"target": "(rank + 1) % size"}}, {"send": {"target": "(rank + 1) % size"}}]
    faults = {"losses": [{"from": "0"}], "deaths": [{"ranks": "1", "at_call": 2}],
              "shrinks": [{"ranks": "2", "pool": "op.global", "to": 1, "at_call": 2}]}
    trace = tmp_path / "trace.json"
    rmasim("run", scenario(tmp_path, 3, calls, faults), "--trace", trace)
    notes = [(one["tid"] - 1, one["name"]) for one in json.loads(trace.read_text())["traceEvents"] if one["ph"] == "i"]
    assert set(notes) == {(0, "lost: 0>1 SEND"), (1, "died"), (2, "op.global shrinks to 1")}


def test_faults_that_do_nothing_leave_the_run_as_it_was(tmp_path):
    members = {"ranks": 8, "programs": [{"calls": RING}]}
    plain = result_of(write_scenario(tmp_path, **members))
    idle = {"losses": [{"nth": 1000}], "deaths": [{"at_call": 1000}], "stragglers": [{"slowdown": 1}],
            "pauses": [{"at_ns": 900_000, "for_ns": 10}], "shrinks": [{"pool": "op.global", "to": 1, "at_call": 99}]}
    with_faults = result_of(write_scenario(tmp_path, faults=idle, **members))
    assert {key: with_faults[key] for key in plain if key != "wall_s"} == \
           {key: value for key, value in plain.items() if key != "wall_s"}
