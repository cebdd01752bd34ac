"""Mutexes in exploration: with the reduction, explore finds the same end states as the enumeration of all orders."""

import json
import random

import pytest
from explore_runner import explore

CALLS = [
    {"accumulate": {"target": 0, "disp": 4, "datatype": "int64", "value": 1}},
    {"accumulate": {"target": 0, "disp": 8, "datatype": "int64", "value": 3}},
    {"fetch_and_op": {"target": 0, "disp": 0, "datatype": "int32", "value": 5, "as": "a"}},
    {"compare_and_swap": {"target": 1, "disp": 8, "datatype": "int64", "compare": 0, "value": "rank + 1", "as": "b"}},
    {"put": {"target": 1, "disp": 0, "datatype": "int64", "value": "rank + 7"}},
    {"get": {"target": 1, "disp": 0, "datatype": "int64", "as": "c"}},
    {"load": {"target": 0, "disp": 8, "datatype": "int64", "as": "d"}},
]


def scenario(seed):
    rng = random.Random(seed)
    # With one rank inside an operation of two mutexes and the other one inside any, thousands of orders.
    programs = [{"ranks": str(rank), "calls": [{"fence": {"assert": ["noprecede"]}}, rng.choice(CALLS),
                                               {"fence": {"assert": ["nosucceed"]}}]} for rank in range(2)]
    memory = {"order": rng.choice(["sc", "tso", "weak"]), "coherent": rng.random() < 0.6}
    if rng.random() < 0.4:
        memory["without_mem_sync"] = [rng.choice(["mutex.lock", "mutex.unlock", "fence.before", "fence.after"])]
    return {"name": f"shm-{seed}", "ranks": 2, "platform": {"ranks_per_node": 2, "memory": memory},
            "protocol": {"family": "shm", "region_bytes": rng.choice([0, 8])},
            "windows": {"w": {"bytes": 24, "shared": True}}, "programs": programs}


@pytest.mark.parametrize("seed", range(24))
def test_ends_are_those_of_plain_enumeration(tmp_path, seed):
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(scenario(seed)))
    options = ["--format", "json", "--out", str(tmp_path)]
    found = [json.loads(explore(path, "--reduction", reduction, *options).stdout)
             for reduction in ("dynamic", "none")]
    assert all(one["exhausted"] for one in found)
    reduced, plain = ({end["digest"] for end in one["end_states"]} for one in found)
    assert reduced == plain
    assert found[0]["executions"] < found[1]["executions"]
