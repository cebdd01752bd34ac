"""Every scenario of the project meets its expectations, and has the same messages on both network models."""

import json

import pytest

from rmasim_runner import SCENARIOS, every_scenario, plain_result, plain_run, result_of, rmasim

# The flow model takes seconds for many packets: once, or fewer ranks, shows the same.
CUT_SHORT = {
    "quickstart.json": ["--set", "programs[0].calls[0].generate.iterations=1"],
    "workloads/halo-1024.json": ["--set", "programs[0].calls[0].generate.iterations=1"],
    "workloads/random-access-batches.json": ["--set", "programs[0].calls[0].repeat.times=1", "--set", "ranks=64"],
}


@pytest.mark.parametrize("name", every_scenario())
def test_is_as_expected(name):
    scenario = json.loads((SCENARIOS / name).read_text())
    assert "expect" in scenario, "a scenario of the project says what it expects"
    assert plain_run(name).returncode == 0, plain_run(name).stderr
    assert "expectations_failed" not in plain_result(name)


def test_a_text_says_that_it_is_as_expected():
    finished = rmasim("run", SCENARIOS / "newrma/lock/lock-put-unlock.json")
    assert finished.returncode == 0
    assert "As the scenario expects." in finished.stdout


@pytest.mark.parametrize("name", every_scenario())
def test_violates_no_invariant_and_is_the_same_when_checked(name):
    plain, checked = plain_result(name), result_of(SCENARIOS / name, "--check")
    assert {**plain, "wall_s": 0} == {**checked, "wall_s": 0}


def every_scenario_on_flow():
    """To start SimGrid takes ten times what a small run does. Where many scenarios are alike, theirs are slow tests.
    Groups share no links."""
    alike = ("semantics/", "synccount/counts/")
    return [pytest.param(name, marks=pytest.mark.slow if name.startswith(alike) else ()) for name in every_scenario()
            if not name.startswith("groups/")]


@pytest.mark.again
@pytest.mark.parametrize("name", every_scenario_on_flow())
def test_counts_are_the_same_on_flow(name):
    settings = CUT_SHORT.get(name, ["--set", "seed=1"])
    on_loggp = result_of(SCENARIOS / name, *settings)
    on_flow = result_of(SCENARIOS / name, *settings, "--set", "platform.network.model=flow")
    assert on_flow["outcome"] == on_loggp["outcome"]
    assert on_flow["messages"] == on_loggp["messages"]


def test_a_moved_count_is_reported(tmp_path):
    scenario = json.loads((SCENARIOS / "newrma/lock/lock-put-unlock.json").read_text())
    del scenario["$schema"]
    scenario["expect"]["messages"]["by_kind"]["RMA_DONE_ACK"] = 2
    scenario["expect"]["messages"]["total"] = 3
    path = tmp_path / "moved.json"
    path.write_text(json.dumps(scenario))
    finished = rmasim("run", path)
    assert finished.returncode == 1
    assert "messages.by_kind.RMA_DONE_ACK" in finished.stderr
    moved = result_of(path)["expectations_failed"]
    assert {"what": "messages.total", "expected": "3", "got": "2"} in moved
