"""Family shm: every MEM_SYNC is necessary. If a MEM_SYNC is omitted, some order of a correct world gives a wrong
result, and explore names the missing MEM_SYNC."""

import json

import pytest
from explore_runner import WORLDS, explore

# Stores that leave late show under tso, loads that are early under weak only.
SHOWN_BY = [("mutex.unlock", "tso"), ("fence.before", "tso"), ("mutex.lock", "weak"), ("fence.after", "weak")]


def counter(tmp_path, order, without):
    scenario = json.loads((WORLDS / "shm-counter.json").read_text())
    scenario["platform"]["memory"] = {"order": order, "without_mem_sync": without}
    path = tmp_path / "counter.json"
    path.write_text(json.dumps(scenario))
    return path


@pytest.mark.parametrize("barrier, order", SHOWN_BY)
def test_left_out_it_is_missed(tmp_path, barrier, order):
    found = explore(counter(tmp_path, order, [barrier]), "--out", str(tmp_path))
    assert found.returncode == 1
    assert "expected 1, got 0" in found.stderr or "expected 2, got 1" in found.stderr
    assert f"MEM_SYNC {barrier} of rank" in found.stderr


@pytest.mark.parametrize("order", ["sc", "tso", "weak"])
def test_with_all_of_them_every_order_is_right(tmp_path, order):
    found = explore(counter(tmp_path, order, []))
    assert found.returncode == 0
    assert "every distinguishable order" in found.stdout


@pytest.mark.parametrize("barrier", ["mutex.lock", "fence.after"])
def test_where_loads_are_not_early_two_of_them_do_nothing(tmp_path, barrier):
    assert explore(counter(tmp_path, "tso", [barrier])).returncode == 0
