"""The protocol's memory does not grow with the number of ranks."""

import os
import subprocess
from pathlib import Path

import pytest

from rmasim_runner import BINARY, result_of, write_scenario

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


LOCK_PUT = [{"lock": {"target": "(rank + 1) % size", "type": "exclusive"}},
            {"put": {"target": "(rank + 1) % size", "count": 8}}, {"unlock": {"target": "(rank + 1) % size"}}]
HALO = [{"generate": {"pattern": "halo_2d", "rows": 8, "columns": 8, "bytes": 256, "iterations": 3}}]


def test_a_nearest_neighbour_program_takes_2_KiB_a_rank_at_most(tmp_path):
    for calls in (RING, HALO):
        path = write_scenario(tmp_path, ranks=64, windows={"w": {"bytes": 2048}},
                              programs=[{"ranks": "all", "calls": calls}])
        memory = result_of(path)["memory_bytes_per_rank"]
        assert memory["total"] <= 2048
        assert memory["pools"] < memory["pools_bound"], "pools grow with use"


def test_a_queue_at_the_target_takes_no_more_than_new_rma(tmp_path):
    """Family oldqueue needs the same number of bytes for any number of ranks, and at most as many as New RMA for the
    same program."""
    path = write_scenario(tmp_path, ranks=64, windows={"w": {"bytes": 64}}, data=False,
                          programs=[{"ranks": "all", "calls": LOCK_PUT}])
    old = ["--set", "protocol.family=oldqueue"]
    small = result_of(path, *old)["memory_bytes_per_rank"]
    assert small == result_of(path, *old, "--set", "ranks=16384")["memory_bytes_per_rank"]
    assert small["total"] <= result_of(path)["memory_bytes_per_rank"]["total"]


def test_a_hot_target_of_4096_origins_keeps_a_request_each_at_most(tmp_path):
    """All requests are in the queue at the same time, because the agent polls later. Their memory belongs to the queue
    and not to the origins."""
    calls = [{"lock": {"target": 0, "type": "exclusive"}}, {"put": {"target": 0, "count": 8}},
             {"unlock": {"target": 0}}]
    path = write_scenario(tmp_path, ranks=4097, windows={"w": {"bytes": 64}}, data=False, progress="agent",
                          protocol={"family": "oldqueue"}, agent={"interval_ns": 1_000_000},
                          programs=[{"ranks": "rank > 0", "calls": calls},
                                    {"ranks": "0", "calls": [{"compute": {"ns": 2_000_000}}]}])
    result = result_of(path)
    assert result["messages"]["total"] == 2 * 4096
    assert result["queue"]["max_requests"] == result["queue"]["requests_looked_at"] == 4096
    assert result["queue"]["looks"] == 1 and result["lock_waits"]["count"] == 4096


def test_used_memory_stays_below_its_bound():
    """Three of the four pools are exhausted. The other figures are the same in both sums."""
    memory = result_of(ROOT / "scenarios/workloads/transpose.json")["memory_bytes_per_rank"]
    assert memory["total"] == memory["engine"] + memory["tables"] + memory["pools"]
    assert 0 < memory["pools"] <= memory["pools_bound"]


def test_what_is_fetched_ahead_for_many_ranks_changes_nothing(tmp_path):
    """From 4,096 ranks on, the simulator prefetches data of later events. The prefetches must not change the events of
    a ring of ranks."""
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


def page_faults_of(scenario):
    """Returns the number of page faults of a run."""
    process = subprocess.Popen([BINARY, "run", str(scenario)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    return used.ru_minflt


@pytest.mark.long
@pytest.mark.skipif("[madvise]" not in Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text(),
                    reason="huge pages are not given to those who ask")
def test_random_targets_have_huge_pages_and_a_ring_has_not(tmp_path):
    """A huge page causes one page fault. Targets are chosen in the call, or before the call, or are neighbours."""
    faults = {}
    for drawn, target in (("0", "random(size)"), ("random(size)", "drawn"), ("0", "(rank + 1) % size")):
        calls = [{"let": {"drawn": drawn}}, {"lock_all": {}}, {"put": {"target": target, "count": 8}},
                 {"unlock_all": {}}]
        path = write_scenario(tmp_path, ranks=65536, windows={"w": {"bytes": 64}}, data=False,
                              programs=[{"ranks": "all", "calls": calls}])
        faults[target] = page_faults_of(path)
    *of_random, of_ring = faults.values()
    assert max(of_random) < of_ring / 3, faults
