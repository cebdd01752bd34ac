"""Worlds of family ch4: explore finds each defect of the library by itself, and finds no defect that is fixed."""

import json

import pytest
from explore_runner import WORLDS, explore, run

# Defect 1: START takes the POST of 2 for that of 1, which has polled between calls, and whose window is not exposed.
EARLY = "nothing happens outside its epoch: rank 0 accesses the memory of rank 1 (window w) before rank 1 called post"
# The texts for the shortest failing orders of the worlds that fail, ...
FAILURES = {
    "defect-1-early": EARLY,
    "defect-1-empty": "(defect 1)",
    "defect-1-nocheck": "(defect 1)",
    "defect-1-race": EARLY,
    "defect-1-two-posts": "(defect 1)",
    "defect-2": "(defect 2)",
    "defect-3": "get of rank 0 to rank 1 (window w, displacement 0) is not complete at its origin when flush_local",
    "defect-4": "get of rank 0 to rank 1 (window w, displacement 0) is not complete at its origin when request_wait",
    "defect-5": "(defect 5)",
}
# ... and those that have too many orders for all of them, where none fails.
MANY_ORDERS = {"atomics-own-and-other", "defect-1-two-posts", "defect-2", "mem-efficient"}
SOME_ORDERS = 20000
# Those that take seconds: the default tests go through some orders, the long ones through all.
LARGE = {"atomic-beside-message", "atomics", "large", "native-reader", "reader-behind-writer", "two-threads",
         "two-windows"}
# Eight of messages only that are explored whole whatever the network carries out, too.
EIGHT = ("lock-contention", "flush", "fence-ring", "pscw", "two-windows", "two-threads", "fetch-own-and-other",
         "lock-all-two")
MODES = {"puts and gets": ("native=put_get",), "all": ("native=all", "network=ofi")}
WORLDS_OF_CH4 = sorted(file.stem for file in (WORLDS / "ch4").glob("*.json"))


def found_in(world, *options, limit=1000000):
    if world in MANY_ORDERS:
        limit = SOME_ORDERS
    result = explore(WORLDS / f"ch4/{world}.json", "--limit", str(limit), "--format", "json", *options)
    return result, json.loads(result.stdout)


@pytest.mark.parametrize("world", [pytest.param(world, marks=pytest.mark.long if world in LARGE else ())
                                   for world in WORLDS_OF_CH4])
def test_every_world_fails_by_its_defect_or_finishes(world):
    result, found = found_in(world)
    if world in FAILURES:
        assert found["failing"] > 0
        assert any(FAILURES[world] in line for failure in found["failures"] for line in failure["what"])
    else:
        assert (result.returncode, found["failing"]) == (0, 0), result.stderr
        assert found["exhausted"] == (world not in MANY_ORDERS)


@pytest.mark.parametrize("world", sorted(LARGE))
def test_no_large_world_fails_early(world):
    result, found = found_in(world, limit=SOME_ORDERS)
    assert (result.returncode, found["failing"], found["exhausted"]) == (0, 0, False), result.stderr


@pytest.mark.parametrize("world", sorted(FAILURES))
def test_mended_leaves_none_of_the_defects(world):
    result, found = found_in(world, "--set", "protocol.fixed=true")
    assert (result.returncode, found["failing"]) == (0, 0), result.stderr
    assert found["exhausted"] == (world not in MANY_ORDERS)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("world", EIGHT)
def test_eight_worlds_are_explored_whole_with_native_operations_too(world, mode):
    options = [word for setting in MODES[mode] for word in ("--set", f"protocol.{setting}")]
    result, found = found_in(world, *options)
    assert (result.returncode, found["failing"], found["exhausted"]) == (0, 0, True), result.stderr


def values_of(found, *names):
    return sorted(tuple(end["values"][name] for name in names) for end in found["end_states"])


def test_two_native_puts_of_a_rank_have_no_order_on_a_network_that_reorders():
    """MPI defines no order of two puts, and ch4 does not depend on an order of native operations (CH4-PKT-4)."""
    world = WORLDS / "ch4/two-puts.json"
    assert "none fails, as long as packets of a pair keep their order" in explore(world).stdout
    reordered = explore(world, "--set", "platform.network.reorder_ns=1", "--format", "json")
    found = json.loads(reordered.stdout)
    assert reordered.returncode == 1 and 0 < found["failing"] < found["executions"] and found["exhausted"]
    assert not found["pairs_in_order"]
    messages = ("--set", "protocol.native=none", "--set", "platform.network.reorder_ns=1", "--format", "json")
    as_messages = json.loads(explore(world, *messages).stdout)
    assert (as_messages["failing"], as_messages["exhausted"]) == (0, True)


def test_operations_of_the_network_are_atomic_by_element():
    """MPI 4.1, 12.7.1: accumulates are atomic for each element, but not as a whole."""
    result, found = found_in("two-elements")
    assert result.returncode == 0 and found["exhausted"]
    names = next(end["values"] for end in found["end_states"]).keys()
    assert len(names) == 2 and set(values_of(found, *names)) == {(1, 1), (1, 2), (2, 1), (2, 2)}
    one = json.loads(explore(WORLDS / "ch4/two-elements.json", "--format", "json",
                             "--set", "protocol.native=none").stdout)
    # One value for both elements, because they are always equal.
    assert sorted(tuple(end["values"].values()) for end in one["end_states"]) == [(1,), (2,)]


@pytest.mark.parametrize("reduction", ["dynamic", "none"])
def test_elements_that_nobody_else_accesses_add_no_orders(tmp_path, reduction):
    """Without reduction they do: the end of each operation is a step."""
    def executions(count):
        path = tmp_path / f"{count}.json"
        put = {"put": {"target": 0, "disp": "32 * rank", "count": count, "datatype": "int64", "value": "rank"}}
        path.write_text(json.dumps({
            "name": "apart", "ranks": 3, "protocol": {"family": "ch4"}, "windows": {"w": {"bytes": 96}},
            "programs": [{"ranks": "1-2", "calls": [
                {"lock": {"target": 0, "type": "shared", "assert": ["nocheck"]}}, put, {"unlock": {"target": 0}}]}]}))
        found = json.loads(explore(path, "--format", "json", "--reduction", reduction).stdout)
        assert found["exhausted"] and len(found["end_states"]) == 1
        return found["executions"]

    assert (executions(4) == executions(1)) == (reduction == "dynamic")


def test_an_exploration_covers_both_kinds_of_progress():
    calls, agent = (found_in("between-calls", "--set", f"progress={kind}")[1] for kind in ("calls", "agent"))
    assert calls["executions"] == agent["executions"] and calls["exhausted"]
    assert [end["values"] for end in calls["end_states"]] == [end["values"] for end in agent["end_states"]]
    assert len(calls["end_states"]) == 2


def test_a_start_that_hangs_names_the_count_that_it_waits_for():
    result = run(WORLDS / "ch4/defect-1-two-posts.json", "--format", "json")
    assert result.returncode == 3
    ended = json.loads(result.stdout)
    assert ended["outcome"] == "deadlock"
    assert "its count of POSTs is 2, and START waits until it is 1" in json.dumps(ended)
