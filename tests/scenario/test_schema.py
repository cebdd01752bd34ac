"""The schema and the program accept the same scenarios.

RMASIM_BINARY names the program. Without it these tests fail: if they were skipped, a difference between schema and
program would not be found.
"""

import json

import pytest

from broken_texts import cases_of
from scenario_tools import BROKEN, GOOD, SCENARIOS, broken_path, load, schema_errors, validate


def test_good_scenarios_satisfy_the_schema():
    for path in [*SCENARIOS, *GOOD]:
        assert schema_errors(load(path)) == [], path


def test_good_scenarios_satisfy_the_program():
    paths = [*SCENARIOS, *GOOD]
    result = validate(paths)
    assert result.exit_code == 0, result.complaints
    assert result.accepted == set(paths)


def test_every_broken_text_has_a_name_of_its_own():
    names = [case.file for case in BROKEN]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("packed", [
    b"=== a.json | ranks | 1 to 4 | 2 | structural\n{}\n",  # no "exit"
    b"=== a.json | ranks | 1 to 4 | exit 2 | yes\n{}\n",
    b"=== a.json | ranks | 1 to 4 | exit 2 | structural\n{}=== b.json | seed | 0 | exit 2 | structural\n",
])
def test_a_wrong_file_of_broken_texts_is_noticed(packed):
    with pytest.raises(AssertionError, match="a.json"):
        cases_of(packed)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.file)
def test_program_refuses_with_place_and_allowed_value(case):
    path = broken_path(case)
    result = validate([path])
    assert result.exit_code == case.exit_code
    complaint = result.complaints[path]
    assert complaint.startswith(f"{case.location}: found "), complaint
    found, separator, allowed = complaint.partition("; allowed: ")
    assert separator and case.allowed in allowed, complaint


def test_one_bad_file_does_not_hide_the_others():
    first, second = map(broken_path, BROKEN[:2])
    result = validate([first, GOOD[0], second])
    assert result.exit_code == 2
    assert set(result.complaints) == {first, second}
    assert result.accepted == {GOOD[0]}


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.file)
def test_schema_refuses_exactly_the_structural_ones(case):
    try:
        document = json.loads(case.text)
    except (json.JSONDecodeError, RecursionError):
        refused = True
    else:
        refused = schema_errors(document) != []
    assert refused == case.structural
