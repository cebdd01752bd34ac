"""Parts of sweeps that need no simulator: ranges of values, the journal, and outputs that are a single file."""

import pytest

from rmasim_analysis.errors import BadInput
from rmasim_analysis.files import refuse_overwriting
from rmasim_analysis.sweep.journal import Journal
from rmasim_analysis.sweep.ranges import geometric

MANIFEST = {"runs": 3}


def values(*range_):
    return [case["x"] for case in geometric("--vary", "x", *range_).cases]


def test_a_logarithmic_range_of_whole_numbers_has_each_once():
    assert values(1, 4, 1.2) == [1, 2, 3, 4]
    assert values(1, 16, 2) == [1, 2, 4, 8, 16]
    assert values(1.0, 2.0, 1.5) == [1, 1.5]


def test_a_line_that_was_cut_off_is_no_part_of_the_next(tmp_path):
    (tmp_path / "sweep").mkdir()
    with Journal(tmp_path / "sweep", MANIFEST) as journal:
        journal.add(0, {"outcome": "finished"}, {"ranks": 2}, 0.1)
    lines = tmp_path / "sweep/runs.jsonl"
    for number in (1, 2):
        with open(lines, "ab") as file:
            file.write(b'{"run": 1, "cpu_')  # killed while it wrote
        with Journal(tmp_path / "sweep", MANIFEST) as journal:
            assert sorted(journal.runs) == list(range(number))
            journal.add(number, {"outcome": "finished"}, {}, 0.1)
    assert len(lines.read_text().splitlines()) == 3


def test_two_outputs_are_two_files(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "same")
    for other in ("same", "./same", "link"):
        with pytest.raises(BadInput, match="the file of --junit"):
            refuse_overwriting([("--against", None)], [("--junit", tmp_path / "same"), ("--save", tmp_path / other)])
    refuse_overwriting([], [("--junit", tmp_path / "one"), ("--save", tmp_path / "other"), ("--save", None)])
    refuse_overwriting([], [("--junit", "/dev/null"), ("--save", "/dev/null")])
