"""Same scenario, same seed, same bytes: in every run, with every compiler, in debug and release."""

import golden
import pytest
from rmasim_runner import SCENARIOS, every_scenario, plain_result, result_of


@pytest.mark.parametrize("name", every_scenario())
def test_is_as_it_was(name):
    assert golden.row_of(name) == golden.read()[name]


def test_no_row_is_left_over():
    assert sorted(golden.read()) == sorted(every_scenario())


def test_twice_is_the_same():
    name = "workloads/random-access.json"
    again = result_of(SCENARIOS / name)
    assert {**again, "wall_s": 0} == {**plain_result(name), "wall_s": 0}


def test_another_seed_is_another_run():
    path = SCENARIOS / "workloads/random-access.json"
    assert result_of(path, "--seed", 2)["digest"] != result_of(path)["digest"]
