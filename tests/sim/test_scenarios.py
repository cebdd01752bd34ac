"""Every scenario of the project fulfils its expectations."""

import json

import pytest

from rmasim_runner import SCENARIOS, document_of, every_scenario, plain_result, plain_run, result_of, rmasim


@pytest.mark.parametrize("name", every_scenario())
def test_is_as_expected(name):
    scenario = document_of(SCENARIOS / name)
    assert "expect" in scenario, "a scenario of the project says what it expects"
    assert plain_run(name).returncode == 0, plain_run(name).stderr
    assert "expectations_failed" not in plain_result(name)


def test_a_text_says_that_it_is_as_expected():
    finished = rmasim("run", SCENARIOS / "newrma/lock/lock-put-unlock.json")
    assert finished.returncode == 0
    assert "As the scenario expects." in finished.stdout


# For each of these, another scenario shows the same with fewer ranks or operations.
LARGE = {"synccount/counts/variant-1-1024-ranks.json", "synccount/counts/variant-2-1024-ranks.json",
         "workloads/random-access-batches.json"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long) if name in LARGE else name
                                  for name in every_scenario()])
def test_violates_no_invariant_and_is_the_same_when_checked(name):
    plain, checked = plain_result(name), result_of(SCENARIOS / name, "--check-invariants")
    assert checked.pop("checked").keys() == {"calls", "operations", "lock_grants"}
    assert {**plain, "wall_s": 0} == {**checked, "wall_s": 0}


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
