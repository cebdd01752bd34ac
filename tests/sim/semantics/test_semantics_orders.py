"""Two families of litmus tests for pairs of accesses that an order of the run hides (MM-PREDICT-1 to 3). This
file tests those of scenarios/semantics/orders: ten with locks, and one with a synchronous send. The error of a wrong
scenario is found in every order, no matter which rank gets the lock first. The corrected scenario has no error in any
order. The other family, with receives of any source, is in tests/mpi/test_any_source.py."""

import json

import pytest
from rmasim_runner import SCENARIOS, every_scenario, result_of, rmasim

WRONG = [name for name in every_scenario() if name.startswith("semantics/orders/") and ".mended" not in name]


def explored(name):
    """Returns the number of executions, and the number of those that fail."""
    finished = rmasim("explore", SCENARIOS / name, "--format", "json")
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    assert found["exhausted"]
    return found["executions"], found["failing"]


def mended(name):
    return name.replace(".json", ".mended.json")


def test_there_are_eleven():
    assert len(WRONG) == 11


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_scenario_is_found_in_every_order(name):
    executions, failing = explored(name)
    assert failing == executions > 1


@pytest.mark.parametrize("name", WRONG)
def test_its_twin_is_blamed_in_none(name):
    executions, failing = explored(mended(name))
    assert failing == 0 and executions > 1


@pytest.mark.parametrize("family", ["ch3", "ch4"])
@pytest.mark.parametrize("name", WRONG)
def test_one_run_of_another_family_finds_it(name, family):
    """Their explorations are long."""
    for one, is_wrong in ((name, True), (mended(name), False)):
        semantics = result_of(SCENARIOS / one, "--set", f'protocol.family="{family}"')["semantics"]
        assert bool(semantics["findings"]) == is_wrong
