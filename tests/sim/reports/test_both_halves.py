"""Reports name both halves of an error: the call that breaks a rule or waits, and the call of the same rank or of
another one that explains it. All facts are also in the JSON result."""

import json

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim, without_positions, write_scenario

LOCKING = ["newrma", "ch3", "ch4", "oldqueue"]
LOCK = {"lock": {"target": 1, "type": "exclusive"}}
PUT = {"put": {"target": 1, "datatype": "int64", "value": 1}}


def erroneous(tmp_path, programs, family, **more):
    """Runs a scenario with two windows, which must break a rule. Returns standard error and the first error."""
    windows = {"w": {"bytes": 64}, "owners": {"bytes": 64}}
    path = write_scenario(tmp_path, windows=windows, protocol={"family": family}, programs=programs, **more)
    finished = rmasim("run", path, "--format", "json")
    assert finished.returncode == 4, finished.stderr
    explored = rmasim("explore", path, "--out", tmp_path)
    assert explored.returncode == 4, explored.stdout + explored.stderr
    error = json.loads(finished.stdout)["stuck"][0]
    assert error["reason"] in without_positions(explored.stdout + explored.stderr)
    return without_positions(finished.stderr), error


def on(window, calls):
    """The calls on another window."""
    return [{verb: {"win": window, **arguments} for verb, arguments in call.items()} for call in calls]


# Calls that leave an epoch open, the missing call, and the epoch as text and as JSON (without rank, window and place).
LEFT_OPEN = {
    "lock": ([{"lock": {"target": 2, "type": "shared"}}], "unlock", "lock of rank 2", {"target": 2}),
    "lock_all": ([{"lock_all": {}}], "unlock_all", "lock_all", {}),
    "start": ([{"start": {"group": [1, 2]}}], "complete", "start for ranks 1 and 2", {"group": [1, 2]}),
    "post": ([{"post": {"group": [1]}}], "wait", "post for rank 1", {"group": [1]}),
    "fence": ([{"fence": {}}, PUT], "fence", "fence", {}),
}


@pytest.mark.parametrize("family", LOCKING)
@pytest.mark.parametrize("call", LEFT_OPEN)
def test_an_epoch_left_open(tmp_path, call, family):
    if (call, family) == ("lock_all", "oldqueue"):
        return  # it has no LOCK_ALL
    calls, missing, text, facts = LEFT_OPEN[call]
    first = on("w", [{"lock": {"target": 1, "type": "shared"}}, {"unlock": {"target": 1}}])
    programs = [{"ranks": "0", "calls": first + on("owners", calls)}]
    of_others = {"fence": [{"fence": {}}], "start": [{"post": {"group": [0]}}, {"wait": {}}]}
    if call in of_others:
        programs.append({"ranks": "1-2", "calls": on("owners", of_others[call])})
    said, error = erroneous(tmp_path, programs, family, ranks=3)
    location = f"programs[0].calls[2].{call}"
    assert f"{missing} is missing" in error["reason"]
    assert f'{text} at {location} on window "owners"' in error["reason"] and error["reason"] in said
    assert error["epochs"] == [{"rank": 0, "call": call, "place": location, "window": "owners"} | facts]


@pytest.mark.parametrize("family", LOCKING)
def test_a_target_that_is_not_locked(tmp_path, family):
    """The error names this target, and those that are locked."""
    calls = [LOCK, {"lock": {"target": 2, "type": "shared"}}, {"put": {"target": 3}}]
    said, error = erroneous(tmp_path, [{"ranks": "0", "calls": on("w", calls)}], family, ranks=4)
    assert error["reason"] == ('rank 3 is not locked; open on window "w": lock of rank 1 at programs[0].calls[0].lock; '
                               "lock of rank 2 at programs[0].calls[1].lock")
    assert error["reason"] in said and error["window"] == "w"
    assert [epoch["target"] for epoch in error["epochs"]] == [1, 2]


@pytest.mark.parametrize("family", LOCKING)
def test_an_epoch_that_was_closed(tmp_path, family):
    calls = [LOCK, PUT, {"unlock": {"target": 1}}, PUT]
    _, error = erroneous(tmp_path, [{"ranks": "0", "calls": on("w", calls)}], family, ranks=2)
    assert error["reason"].endswith(
        'no epoch of rank 0 is open on window "w"; unlock at programs[0].calls[2].unlock has closed the last one: lock '
        "of rank 1 at programs[0].calls[0].lock")
    (epoch,) = error["epochs"]
    assert (epoch["closed_by"], epoch["closed_at"]) == ("unlock", "programs[0].calls[2].unlock")


@pytest.mark.parametrize("family", LOCKING)
def test_a_lock_twice(tmp_path, family):
    _, error = erroneous(tmp_path, [{"ranks": "0", "calls": on("w", [LOCK, LOCK])}], family, ranks=2)
    assert error["reason"] == ('rank 1 is already locked; open on window "w": lock of rank 1 at '
                               "programs[0].calls[0].lock")


@pytest.mark.parametrize("family", LOCKING)
def test_a_group_wait_names_who_is_missing(tmp_path, family):
    """Ranks 3, 5 and 6 of the group never call start."""
    programs = [{"ranks": "0", "calls": [{"post": {"group": "1-6"}}, {"wait": {}}]},
                {"ranks": "1,2,4", "calls": [{"start": {"group": [0]}},
                                             {"put": {"target": 0, "disp": "8 * rank", "datatype": "int64"}},
                                             {"complete": {}}]}]
    path = write_scenario(tmp_path, ranks=7, windows={"w": {"bytes": 64}}, protocol={"family": family},
                          programs=programs)
    finished = rmasim("run", path, "--format", "json")
    assert finished.returncode == 3, finished.stderr
    result = json.loads(finished.stdout)
    (call,) = result["stuck"]
    assert call["awaited"] == [3, 5, 6] and "from ranks 3, 5 and 6" in call["reason"]
    assert result["cause"].startswith("rank 0 waits in wait at programs[0].calls[1].wait for rank 3 (COMPLETE), whose "
                                      "program has ended")


@pytest.mark.parametrize("family", LOCKING)
def test_locks_in_a_cycle(tmp_path, family):
    """The report names the call by which each holder took its lock."""
    path = SCENARIOS / "errors/crossed-locks.json"
    finished = rmasim("run", path, "--set", f"protocol.family={family}", "--format", "json")
    assert finished.returncode == 3, finished.stderr
    result = json.loads(finished.stdout)
    assert result["cycle"] == [0, 1]
    lock = "programs[0].calls[0].lock"
    for rank, wait in enumerate(result["cycle_waits"]):
        other = 1 - rank
        assert (wait["rank"], wait["for"], wait["what"], wait["lock_of"]) == (rank, other, "lock", other)
        assert wait["taken"] == {"rank": other, "call": "lock", "place": lock, "window": "w", "target": other}
        assert (f"rank {rank} waits in {wait['call']} at {wait['place']} for the lock of rank {other} on window \"w\", "
                f"which rank {other} took at {lock}") in result["cause"]
    assert all(f"took at {lock}" in call["reason"] for call in result["stuck"])
    explored = rmasim("explore", path, "--set", f"protocol.family={family}", "--out", tmp_path)
    assert f"took at {lock}" in without_positions(explored.stdout + explored.stderr)


def test_a_run_node_by_node_is_repeated_for_its_report(tmp_path):
    """Only a run in the order of time records epochs."""
    path = write_scenario(tmp_path, ranks=2, windows={"w": {"bytes": 64}},
                          programs=[{"ranks": "0", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                                             {"recv": {"source": 1}}]},
                                    {"ranks": "1", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                                             {"put": {"target": 0}}, {"unlock": {"target": 0}},
                                                             {"send": {"target": 0}}]}])
    result = result_of(path)
    assert result["outcome"] == "deadlock"
    assert "the lock of rank 0 on window \"w\", which rank 0 took at programs[0].calls[0].lock" in result["cause"]
