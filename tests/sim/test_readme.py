"""The README is correct: its figures are current, and its files exist. tests/pages compares what its commands print."""

import re

from rmasim_runner import ROOT

README = (ROOT / "README.md").read_text()
MAX_LINES = 150
NUMBERS = {"Four": 4, "Five": 5, "Six": 6, "Seven": 7, "Eight": 8}
CHECKED = re.compile(r"^    \$ \./rmasim check scenarios .*\n    (.*)\n", re.MULTILINE)


def test_all_scenarios_are_counted():
    """`check` of all scenarios takes minutes. Therefore the test counts the rows of the golden runs, one for each
    scenario."""
    rows = (ROOT / "tests/sim/golden.csv").read_text().splitlines()[1:]
    for page in (README, (ROOT / "analysis/README.md").read_text()):
        assert CHECKED.findall(page) == [f"{len(rows)} scenarios as expected"]


def test_the_number_of_families_is_todays():
    families = [path for path in (ROOT / "sim/scenario/families").iterdir() if path.is_dir()]
    assert NUMBERS[re.search(r"(\w+) families are built in", README)[1]] == len(families)


def test_every_linked_file_exists():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_readme_is_short():
    assert README.count("\n") <= MAX_LINES
