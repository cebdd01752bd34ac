"""Windows that the ranks of a node share, in runs with virtual time."""

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario

FIGURES = SCENARIOS / "newrma/shared_memory"
ALL = sorted(path.stem for path in FIGURES.glob("*.json"))
# Every rank on its own node: all operations are packets, and there are no local barriers or local locks.
ALL_REMOTE = {
    "mixed-nodes": {"BARRIER": 768, "PUT+RMA_DONE": 128, "ACC+LOCK.S+UNLOCK": 128, "RMA_DONE_ACK": 256},
    "mixed-nodes-ring": {"POST": 128, "COMPLETE": 128, "PUT+RMA_DONE": 128, "PUT+LOCK.X+UNLOCK": 64,
                         "RMA_DONE_ACK": 192, "BARRIER": 384},
}
SLOW = ["--set", "platform.memory.drain_ns=1000000", "--set", "platform.memory.stale_ns=1000000"]


@pytest.mark.parametrize("name", ALL_REMOTE)
def test_mixed_nodes_have_the_data_of_separate_ones(name, tmp_path):
    path = FIGURES / f"{name}.json"
    apart = ["--set", "platform.ranks_per_node=1"]
    assert rmasim("run", path, "--memory", tmp_path / "mixed").returncode == 0
    assert rmasim("run", path, *apart, "--memory", tmp_path / "apart").returncode == 0
    assert (tmp_path / "mixed").read_bytes() == (tmp_path / "apart").read_bytes()
    assert result_of(path, *apart)["messages"]["by_kind"] == ALL_REMOTE[name]


@pytest.mark.parametrize("order", ["sc", "tso", "weak"])
@pytest.mark.parametrize("name", ALL)
def test_slow_memory_changes_no_value(name, order):
    for seed in (1, 2):
        finished = rmasim("run", FIGURES / f"{name}.json", "--check-invariants", "--seed", seed, *SLOW,
                          "--set", f"platform.memory.order={order}")
        assert finished.returncode == 0, finished.stderr


def test_a_run_names_the_missing_barrier():
    finished = rmasim("run", FIGURES / "pscw.json", *SLOW,
                      "--set", 'platform.memory.without_mem_sync=["post.before"]')
    assert finished.returncode == 1
    assert "rank 0 read a stale value of w[0] of rank 1: MEM_SYNC post.before of rank 1 was omitted" in finished.stderr
    assert "rank 0 at programs[0].calls[1].load" in finished.stderr


def test_memory_barriers_take_time():
    path = FIGURES / "fence.json"
    free = result_of(path, "--set", "costs.mem_sync_ns=0")
    dear = result_of(path, "--set", "costs.mem_sync_ns=1000")
    assert free["time_spent"]["mem_sync_ns"] == 0
    # Two ranks, two fences, two barriers each.
    assert dear["time_spent"]["mem_sync_ns"] == 8000
    assert dear["shared_memory"]["mem_syncs"] == {"fence.before": 4, "fence.after": 4}
    assert dear["time_ns"] == free["time_ns"] + 4000


def shared(folder, programs, ranks=2, ranks_per_node=2, is_shared=True):
    return write_scenario(folder, ranks=ranks, platform={"ranks_per_node": ranks_per_node}, programs=programs,
                          windows={"w": {"bytes": 16, "shared": is_shared}})


def test_a_load_that_gives_something_else_fails_the_run(tmp_path):
    path = shared(tmp_path, [{"ranks": "0", "calls": [{"store": {"value": 3}}, {"load": {"as": "x", "expect": 4}}]}])
    finished = rmasim("run", path)
    assert finished.returncode == 1
    assert "rank 0 at programs[0].calls[1].load" in finished.stderr
    assert result_of(path)["expectations_failed"] == [
        {"what": "rank 0 at programs[0].calls[1].load", "expected": "4", "got": "3"}]


@pytest.mark.parametrize("ranks_per_node, is_shared, allowed", [
    (1, True, "a rank of the same node"), (2, False, 'the rank itself, or a window with "shared": true')])
def test_only_shared_windows_of_the_node_are_reached(tmp_path, ranks_per_node, is_shared, allowed):
    for call in ({"load": {"target": 1, "as": "x"}}, {"store": {"target": 1}}):
        path = shared(tmp_path, [{"ranks": "0", "calls": [call]}], ranks_per_node=ranks_per_node, is_shared=is_shared)
        finished = rmasim("run", path)
        assert finished.returncode == 2
        location = f"programs[0].calls[0].{next(iter(call))}.target (rank 0)"
        assert location in finished.stderr and allowed in finished.stderr


def test_start_before_post_on_one_node_is_a_deadlock_with_its_cycle(tmp_path):
    calls = [{"start": {"group": ["1 - rank"]}}, {"post": {"group": ["1 - rank"]}}, {"complete": {}}, {"wait": {}}]
    path = shared(tmp_path, [{"ranks": "all", "calls": calls}])
    result = result_of(path)
    assert result["outcome"] == "deadlock"
    assert result["cycle"] == [0, 1]
    assert result["stuck"][0]["reason"] == (
        'POST from its own node: rank 1; on window "w", rank 0 has called start once, rank 1 has never called post')
    # MPI allows START to wait; on separate nodes the START of the design does not.
    assert result_of(path, "--set", "platform.ranks_per_node=1")["outcome"] == "finished"
