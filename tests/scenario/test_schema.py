"""The schema and the program must agree on what a scenario is.

The program's path is in RMASIM_BINARY; without it these tests fail, since skipping them would hide a schema that
drifts.
"""

import json

import pytest

from scenario_tools import BROKEN, GOOD, SCENARIOS, broken_cases, load, schema_errors, validate


def test_good_scenarios_satisfy_the_schema():
    for path in [*SCENARIOS, *GOOD]:
        assert schema_errors(load(path)) == [], path


def test_good_scenarios_satisfy_the_program():
    paths = [*SCENARIOS, *GOOD]
    result = validate(paths)
    assert result.exit_code == 0, result.complaints
    assert result.accepted == set(paths)


def test_every_broken_file_is_in_the_table():
    assert sorted(path.name for path in BROKEN) == sorted(case.file for case in broken_cases())


@pytest.mark.parametrize("case", broken_cases(), ids=lambda case: case.file)
def test_program_refuses_with_place_and_allowed_value(case):
    result = validate([case.path])
    assert result.exit_code == case.exit_code
    complaint = result.complaints[case.path]
    assert complaint.startswith(f"{case.place}: found "), complaint
    found, separator, allowed = complaint.partition("; allowed: ")
    assert separator and case.allowed in allowed, complaint


def test_one_bad_file_does_not_hide_the_others():
    result = validate([BROKEN[0], GOOD[0], BROKEN[1]])
    assert result.exit_code == 2
    assert set(result.complaints) == {BROKEN[0], BROKEN[1]}
    assert result.accepted == {GOOD[0]}


@pytest.mark.parametrize("case", broken_cases(), ids=lambda case: case.file)
def test_schema_refuses_exactly_the_structural_ones(case):
    try:
        document = json.loads(case.path.read_text())
    except (json.JSONDecodeError, RecursionError):
        refused = True
    else:
        refused = schema_errors(document) != []
    assert refused == case.structural
