"""The protocol's memory does not grow with the number of ranks."""

from pathlib import Path

from rmasim_runner import result_of, write_scenario

ROOT = Path(__file__).resolve().parents[2]

RING = [
    {"fence": {"assert": ["noprecede"]}},
    {"repeat": {"times": 3, "calls": [{"put": {"target": "(rank + 1) % size", "count": 8}}, {"fence": {}}]}},
]


def test_bytes_per_rank_are_equal_at_64_and_16384_ranks(tmp_path):
    path = write_scenario(tmp_path, ranks=64, windows={"w": {"bytes": 64}}, programs=[{"ranks": "all", "calls": RING}])
    small = result_of(path)["memory_bytes_per_rank"]
    large = result_of(path, "--set", "ranks=16384")["memory_bytes_per_rank"]
    assert small == large
    assert small["total"] == small["total_of_least_rank"] > 0


HALO = [{"generate": {"pattern": "halo_2d", "rows": 8, "columns": 8, "bytes": 256, "iterations": 3}}]


def test_a_nearest_neighbour_program_takes_2_KiB_a_rank_at_most(tmp_path):
    for calls in (RING, HALO):
        path = write_scenario(tmp_path, ranks=64, windows={"w": {"bytes": 2048}},
                              programs=[{"ranks": "all", "calls": calls}])
        memory = result_of(path)["memory_bytes_per_rank"]
        assert memory["total"] <= 2048
        assert memory["pools"] < memory["pools_bound"], "pools grow with use"


def test_used_memory_stays_below_its_bound():
    """With three of its four pools exhausted; the rest of the figures are the same in both sums."""
    memory = result_of(ROOT / "scenarios/workloads/transpose.json")["memory_bytes_per_rank"]
    assert memory["total"] == memory["engine"] + memory["tables"] + memory["pools"]
    assert 0 < memory["pools"] <= memory["pools_bound"]


def test_what_is_fetched_ahead_for_many_ranks_changes_nothing(tmp_path):
    """From 4,096 ranks on, data of later events is prefetched. It must not change what the ranks of a ring do."""
    path = write_scenario(tmp_path, ranks=4095, windows={"w": {"bytes": 64}}, data=False,
                          programs=[{"ranks": "all", "calls": [
                              {"lock": {"target": "(rank + 1) % size", "type": "exclusive"}},
                              {"put": {"target": "(rank + 1) % size", "count": 8}},
                              {"unlock": {"target": "(rank + 1) % size"}}]}])
    without = result_of(path)
    ahead = result_of(path, "--set", "ranks=8190")
    assert ahead["time_ns"] == without["time_ns"]
    assert ahead["messages"]["by_kind"] == {kind: 2 * n for kind, n in without["messages"]["by_kind"].items()}
    assert ahead["time_spent"] == {cause: 2 * ns for cause, ns in without["time_spent"].items()}
