"""Follows the tutorials: writes the files of a page, runs its commands, and compares their output with the page. For
the README, only the fast commands are run."""

import pathlib
import re
import subprocess
import sys

import pytest
from verbs import ENVIRONMENT, PROGRAM, ROOT

HAS_MPI = pathlib.Path(PROGRAM).with_name("rmasim_mpi").exists()
PAGES = [pytest.param("analysis/TUTORIAL.md", "", marks=pytest.mark.long),
         pytest.param("sim/mpi/TUTORIAL.md", "",
                      marks=[pytest.mark.long, pytest.mark.skipif(not HAS_MPI, reason="needs rmasim_mpi")]),
         pytest.param("analysis/README.md", r"./rmasim (tune|check|compare|report scenarios)", marks=pytest.mark.long)]
FILE = re.compile(r"[Ii]n `([\w./-]+)`:\n\n```\w*\n(.*?)```", re.DOTALL)
COMMANDS = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)
PYTHON_VERBS = ("sweep", "tune", "check", "compare", "report")


def steps(text):
    """Returns the files and commands of a page in their order: ("file", name, contents) or ("run", command, shown
    output)."""
    found = [(match.start(), ("file", match[1], match[2])) for match in FILE.finditer(text)]
    for block in COMMANDS.finditer(text):
        for session in re.split(r"^(?=    \$ )", block[0], flags=re.MULTILINE):
            if session.startswith("    $ "):
                command, _, shown = re.sub("^    ", "", session, flags=re.MULTILINE).partition("\n")
                found.append((block.start(), ("run", command.removeprefix("$ "), shown.strip("\n"))))
    return [step for _, step in sorted(found, key=lambda one: one[0])]


def play(command, folder):
    """Runs a line of the page in a shell, with `./rmasim` replaced by the command that the launcher starts. Returns
    standard output and standard error together."""
    verb = re.match(r"./rmasim (\w+)", command)
    if verb:
        program = [sys.executable, "-m", "rmasim_analysis"] if verb[1] in PYTHON_VERBS else [PROGRAM]
        command = command.replace("./rmasim", " ".join(program), 1)
    finished = subprocess.run(command, shell=True, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, text=True)
    return finished.stdout


def matches(shown, printed):
    """Returns True if the lines occur in this order. A line "..." matches any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + r" *\n"
                      for line in shown.splitlines())
    return re.search("^" + pattern, printed if printed.endswith("\n") else printed + "\n", re.MULTILINE) is not None


@pytest.mark.parametrize("page, commands", PAGES)
def test_the_page_shows_what_comes_out(page, commands, tmp_path):
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    text = (ROOT / page).read_text()
    played = 0
    for kind, what, shown in steps(text):
        if kind == "file":
            (tmp_path / what).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / what).write_text(shown)
            continue
        if not re.match(commands, what):
            continue
        printed = play(what, tmp_path)
        assert matches(shown, printed), f"$ {what}\n{printed}"
        played += 1
    assert played >= 5


def test_a_page_that_shows_something_else_is_noticed():
    assert matches("a\n...\nd", "a\nb\nc\nd\n")
    assert not matches("a\nc", "a\nb\nc\n")
    assert not matches("a 1", "a 2\n")
