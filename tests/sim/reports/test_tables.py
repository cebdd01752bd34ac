"""The figures of a result about tables of target elements: searches, loops over the slots, exhausted pools, fall-backs
of LOCK_ALL. All numbers are counted by hand from the clauses."""

import json

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim

LOCK_ALL = {"lock_all": {"win": "a"}}


def put(target, window="a"):
    return {"put": {"win": window, "target": target, "datatype": "int64", "value": target}}


def scenario(tmp_path, calls, ranks=4, **more):
    file = tmp_path / "tables.json"
    file.write_text(json.dumps({
        "name": "tables", "ranks": ranks, "windows": {"a": {"bytes": 64}, "b": {"bytes": 64}},
        "programs": [{"ranks": "0", "calls": calls}]} | more))
    return file


def test_a_search_compares_the_elements_of_its_slot(tmp_path):
    """Targets 1 and 3 share slot 1. The search for 1 finds an empty slot, the search for 3 compares 1, the search for 2
    finds an empty slot, and the second search for 3 compares 1 and 3."""
    calls = [LOCK_ALL, put(1), put(3), put(2), put(3), {"unlock_all": {"win": "a"}}]
    result = result_of(scenario(tmp_path, calls), "--set", "protocol.slots=2", "--set", "data=false")
    table = result["tables"]["a"]
    assert (table["slots"], table["longest_list"]) == (2, 2)
    # Answers are searched for as well: LOCK_GRANTED of 3 (two elements), and three RMA_DONE_ACKs (1, 2, 1).
    assert table["searches"] == 4 + 4
    assert table["elements_compared"] == 0 + 1 + 0 + 2 + (2 + 1 + 2 + 1)
    assert result["tables"]["b"]["searches"] == 0


@pytest.mark.parametrize("cost_ns", [0, 3])
def test_a_walk_costs_its_slots(tmp_path, cost_ns):
    calls = [LOCK_ALL, put(3), {"unlock_all": {"win": "a"}}]
    plain = result_of(scenario(tmp_path, calls))
    walked = result_of(scenario(tmp_path, calls), "--set", f"costs.walk_slot_ns={cost_ns}")
    assert walked["tables"]["a"]["slots_walked"] % 4 == 0  # slots 0 to 3 in each walk
    spent = walked["time_spent"].get("walk_ns", 0)
    assert spent == cost_ns * walked["tables"]["a"]["slots_walked"]
    assert walked["time_ns"] - plain["time_ns"] <= spent
    assert ("walk_ns" in walked["time_spent"]) == (cost_ns > 0)
    assert walked["messages"] == plain["messages"]


def test_a_fall_back_says_when_and_why():
    result = result_of(SCENARIOS / "newrma/lock_all/fall-back.json")
    table = result["tables"]["w"]
    (one,) = result["fall_backs"]
    assert table["fall_backs"] == {"count": 1, "total_ns": one["took_ns"], "needed_by": {"w": 1}}
    assert (one["rank"], one["window"], one["call"], one["needed_by"]) == (0, "w", "put", "w")
    assert 0 < one["at_ns"] < one["at_ns"] + one["took_ns"] < result["time_ns"]
    assert table["targets_restored"] == 5  # seven targets, two elements
    assert result["elements"]["target.global"]["time_waited_ns"] == 0
    text = rmasim("run", SCENARIOS / "newrma/lock_all/fall-back.json").stdout
    assert "rank 0: LOCK_ALL of w fell back to requests for the locks of all ranks at" in text
    assert "because put on w found no free target element" in text


def test_a_window_falls_back_for_another_one(tmp_path):
    calls = [LOCK_ALL, put(1), {"lock": {"win": "b", "target": 2, "type": "shared"}}, put(2, "b"),
             {"unlock": {"win": "b", "target": 2}}, {"unlock_all": {"win": "a"}}]
    shared = scenario(tmp_path, calls, protocol={"target_pool": {"local": 0, "global": 1}})
    result = result_of(shared)
    assert result["tables"]["a"]["fall_backs"]["needed_by"] == {"b": 1}
    assert result["tables"]["b"]["fall_backs"]["count"] == 0
    # With an element of its own b leaves a alone.
    own = result_of(shared, "--set", "windows.b.protocol.target_pool.local=1")
    assert own["tables"]["a"]["fall_backs"]["count"] == 0 and "fall_backs" not in own
    assert own["settings"]["windows"]["b"]["protocol"] == {
        "slots": 8, "op_pool": {"local": 32}, "target_pool": {"local": 1}}
    assert own["elements"]["target.local.b"]["size"] == 1 and own["elements"]["target.local.a"]["size"] == 0


def test_nocheck_that_was_forgotten_is_counted(tmp_path):
    """There is one target element. The lock of target 2 takes the element of target 1, and with it the information
    NOCHECK. UNLOCK of target 1 takes the element back, and is sent to target 1."""
    lock = [{"lock": {"win": "a", "target": target, "type": "shared", "assert": ["nocheck"]}} for target in (1, 2)]
    calls = [*lock, {"unlock": {"win": "a", "target": 1}}, {"unlock": {"win": "a", "target": 2}}]
    result = result_of(scenario(tmp_path, calls, protocol={"target_pool": {"local": 1, "global": 0}}))
    table = result["tables"]["a"]
    assert (table["targets_restored"], table["targets_made_again"], table["unlocks_without_lock"]) == (2, 2, 2)


def test_each_window_has_its_own_slots(tmp_path):
    calls = [LOCK_ALL, put(1), put(3), {"unlock_all": {"win": "a"}}, {"lock_all": {"win": "b"}}, put(1, "b"),
             put(3, "b"), {"unlock_all": {"win": "b"}}]
    for family in ("newrma", "ch3"):
        tables = result_of(scenario(tmp_path, calls, protocol={"family": family, "slots": 4}), "--set",
                           "windows.b.protocol.slots=2")["tables"]
        assert [(use["slots"], use["longest_list"]) for use in tables.values()] == [(4, 1), (2, 2)], family


def test_families_without_tables_have_none():
    result = result_of(SCENARIOS / "newrma/fence/put-right.json", "--set", "protocol.family=oldqueue")
    assert "tables" not in result and "fall_backs" not in result
