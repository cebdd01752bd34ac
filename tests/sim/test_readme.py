"""The README is correct: its commands print the shown lines, its figures are current, and its files exist."""

import os
import re
import subprocess
import sys

import pytest
from rmasim_runner import BINARY, ROOT

README = (ROOT / "README.md").read_text()
MAX_LINES = 150
NUMBERS = {"Four": 4, "Five": 5, "Six": 6, "Seven": 7, "Eight": 8}
# Each session: the command, and the lines that it prints. "..." stands for any lines, or for the rest of a line.
SESSIONS = re.findall(r"^    \$ \./rmasim (.*)\n((?:    (?!\$ ).*\n)+)", README, re.MULTILINE)
OF_PYTHON = ("compare", "check")


def printed_by(command):
    words = command.split()
    program = [sys.executable, "-m", "rmasim_analysis"] if words[0] in OF_PYTHON else [BINARY]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "analysis"), "RMASIM_PROGRAM": str(BINARY)}
    return subprocess.run([*program, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False).stdout


def pattern_of(line):
    if line == "...":
        return r"(?:.*\n)*?"
    start = line.removesuffix("...")
    return re.escape(start) + (r".*\n" if start != line else r" *\n")


def shown_in(printed, shown):
    lines = [re.sub("^    ", "", line).rstrip() for line in shown.splitlines()]
    pattern = "".join(map(pattern_of, lines))
    return re.search("^" + pattern, printed, re.MULTILINE) is not None


def sessions(*, of_check):
    return [session for session in SESSIONS if session[0].startswith("check ") == of_check]


@pytest.mark.parametrize("command, shown", sessions(of_check=False), ids=lambda text: text.split("\n")[0][:40])
def test_a_command_prints_what_is_shown(command, shown):
    assert shown_in(printed_by(command), shown), printed_by(command)


def test_all_scenarios_are_counted():
    """`check` of all scenarios takes minutes. Therefore the test counts the rows of the golden runs, one for each
    scenario."""
    [(_, shown)] = sessions(of_check=True)
    rows = (ROOT / "tests/sim/golden.csv").read_text().splitlines()[1:]
    assert shown == f"    {len(rows)} scenarios as expected\n"


def test_the_number_of_families_is_todays():
    families = [path for path in (ROOT / "sim/scenario/families").iterdir() if path.is_dir()]
    assert NUMBERS[re.search(r"(\w+) families are built in", README)[1]] == len(families)


def test_every_linked_file_exists():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_readme_is_short():
    assert README.count("\n") <= MAX_LINES


def test_a_line_that_is_not_printed_is_noticed():
    assert shown_in("a\nb\nc\nd\n", "    a\n    ...\n    d\n")
    assert shown_in("a b c\nd\n", "    a b...\n    d\n")
    assert not shown_in("a\nb\nc\n", "    a\n    c\n") and not shown_in("a 2\n", "    a 1\n")
