"""Worlds of family ch3: explore finds each deadlock of MPICH by itself, with its cause, and finds no deadlock in other
worlds.
"""

import json

import pytest
from explore_runner import WORLDS, explore, run

# The text for the shortest failing order; nothing: no order fails.
FAILURES = {
    "assertion-held-behind-request": "cannot carry LOCK, a later operation can",
    "cause-1-fence": "(cause 1)",
    "cause-1-flush": "",
    "cause-1-held": "(cause 1)",
    "cause-1-read": "(cause 1)",
    "cause-1-scalable": "(cause 1)",
    "cause-10": "an exclusive lock excludes others",
    "cause-11": "below zero",
    "cause-13": "(cause 13)",
    "cause-14": "nothing uses a freed window",
    "cause-2": "LOCK_ACK+GRANTED from rank 2 in window state LOCK_ALL_GRANTED",
    "cause-2-lock-alone": "LOCK_ACK+GRANTED from rank 2 in window state LOCK_ALL_GRANTED",
    "cause-3": "(cause 3)",
    "cause-4": "",
    "cause-4-mode-1": "finds several operations that can carry LOCK",
    "cause-4-own": "(cause 4)",
    "cause-4-own-lock-all": "(cause 4)",
    "cause-5": "(cause 5)",
    "cause-6": "(cause 6)",
    "cause-7": "(cause 7)",
    "cause-8": "an exclusive lock excludes others",
    "crash": "a crash at rank 2",
    "crash-no-element": "continues past the last slot",
    "flush-2020": "(cause 9)",
}


def found_in(world, *options):
    result = explore(world, "--limit", "2000", "--format", "json", *options)
    return result, json.loads(result.stdout)


def test_every_world_is_told_here_or_finishes():
    for world in sorted((WORLDS / "ch3").glob("*.json")):
        expected = FAILURES.get(world.stem)
        if world.stem == "cause-8":
            continue
        result, found = found_in(world)
        if expected is None:
            assert (result.returncode, found["failing"]) == (0, 0), (world.name, result.stderr)
        else:
            assert found["failing"] > 0, world.name
            assert expected in found["failures"][0]["what"][0], world.name


@pytest.mark.long
def test_an_exclusive_lock_beside_a_shared_one_is_found():
    result = explore(WORLDS / "ch3/cause-8.json", "--limit", "20000", "--format", "json")
    assert FAILURES["cause-8"] in json.loads(result.stdout)["failures"][0]["what"][0]


@pytest.mark.parametrize("world", ["cause-1-held", "cause-1-flush", "cause-1-fence", "cause-1-read", "cause-2",
                                   "cause-2-lock-alone"])
def test_mended_leaves_none_of_causes_1_and_2(world):
    result, found = found_in(WORLDS / f"ch3/{world}.json", "--set", "protocol.fixed=true")
    assert (result.returncode, found["failing"]) == (0, 0), result.stderr


def test_in_mode_1_a_poll_between_calls_decides_how_cause_4_ends():
    """If UNLOCK handles DISCARDED, it waits for what nobody repeats. If a poll has handled it before, an assertion
    fails, as in the shortest failing order."""
    assert "(cause 4)" in run(WORLDS / "ch3/cause-4-mode-1.json").stderr


def test_a_failed_assertion_and_a_crash_are_outcomes_of_their_own():
    for world, outcome in [("assertion-held-behind-request", "assertion"), ("crash-no-element", "crash")]:
        result = run(WORLDS / f"ch3/{world}.json", "--format", "json")
        assert result.returncode == 3
        assert json.loads(result.stdout)["outcome"] == outcome


def test_an_exploration_covers_both_kinds_of_progress():
    calls, agent = (found_in(WORLDS / "ch3/between-calls.json", "--set", f"progress={kind}")[1]
                    for kind in ("calls", "agent"))
    assert calls["executions"] == agent["executions"] and calls["exhausted"]
    assert [end["values"] for end in calls["end_states"]] == [end["values"] for end in agent["end_states"]]
    assert len(calls["end_states"]) == 2
