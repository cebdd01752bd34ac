"""rmasim init-ci: writes a workflow that checks the scenarios of a repository on GitHub. The workflow uses the action
of rmasim's repository (action.yml)."""

import json
import os
import re
import subprocess
from pathlib import Path

from ..errors import SUCCESS, BadInput
from ..files import write_whole
from ..terminal import say

ABOUT = "write a workflow of GitHub Actions that checks the scenarios of a repository"
OUTPUT = ".github/workflows/rmasim.yml"
PUBLISHED = re.compile(r"[\w.-]+/[\w.-]+@[\w./-]+")
ORIGIN = re.compile(r"(?:https://|git@|ssh://git@)github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?")
WHERE = "OWNER/REPOSITORY@REF on GitHub, or ./FOLDER, a checkout of rmasim in the repository"

WORKFLOW = """\
# Checks the packets of scenarios, and fails if a number has changed. Written by `rmasim init-ci`.
name: rmasim
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    container: debian:12
    timeout-minutes: 30
    steps:
{checkout}      - name: Each changed number becomes an annotation at its line
        uses: {action}
        with:
          scenarios: {scenarios}
"""
CHECKOUT = """\
      - uses: actions/checkout@v4
"""
# A container has no git, which the checkout of submodules needs.
CHECKOUT_WITH_SUBMODULES = """\
      - run: apt-get update && apt-get install -y --no-install-recommends git ca-certificates
      - uses: actions/checkout@v4
        with:
          submodules: recursive
"""


def add_arguments(parser):
    parser.add_argument("paths", metavar="FILE|DIR", nargs="*", default=["scenarios"],
                        help="the scenarios, as for check (default: scenarios)")
    parser.add_argument("--rmasim", metavar="WHERE", dest="where",
                        help=f"{WHERE} (default: the repository that this rmasim was cloned from)")
    parser.add_argument("-o", "--output", metavar="FILE", default=OUTPUT, help="the workflow (default: %(default)s)")
    parser.add_argument("--force", action="store_true", help="replace a workflow that exists")


def carry_out(arguments):
    require_top_of_repository()
    output = Path(arguments.output)
    if output.exists() and not arguments.force:
        raise BadInput(output, "a file that exists", "a new file, or --force")
    text = workflow(arguments.where or own_repository(), arguments.paths)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput("-o", f"{output} ({error.strerror})", "a file in a folder that can be made") from None
    write_whole(output, text)
    say(f"{output}: commit it; GitHub then checks {' '.join(arguments.paths)} after each push")
    return SUCCESS


def workflow(where, paths):
    """The text of the workflow."""
    local = where.startswith("./")
    if not local and not PUBLISHED.fullmatch(where):
        raise BadInput("--rmasim", where, WHERE)
    if local and not Path(where, "action.yml").is_file():
        raise BadInput("--rmasim", f"{where}, which has no file action.yml", WHERE)
    for path in paths:
        require_scenarios(path)
    # JSON strings are also strings of YAML.
    return WORKFLOW.format(checkout=CHECKOUT_WITH_SUBMODULES if local else CHECKOUT, action=json.dumps(where),
                           scenarios=json.dumps(" ".join(paths)))


def require_top_of_repository():
    """Raises BadInput if the current folder is not the top folder of a git repository. GitHub reads workflows only
    there, and the workflow's paths begin there."""
    here = Path.cwd()
    top = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)
    if top is None:
        raise BadInput(here, "no git repository", "the top folder of a git repository")
    if top != here:
        raise BadInput(here, f"a subfolder of the git repository {top}", "the top folder of the repository")


def require_scenarios(path):
    if not path or any(letter.isspace() or not letter.isprintable() for letter in path):
        raise BadInput("FILE|DIR", repr(path), "paths without blanks, since the action separates them by blanks")
    allowed = "a file or folder of the repository, with scenarios"
    if Path(path).is_absolute() or ".." in Path(path).parts:
        raise BadInput("FILE|DIR", path, allowed)
    if not Path(path).exists():
        raise BadInput("FILE|DIR", f"{path}, which does not exist", allowed)


def own_repository():
    """The repository on GitHub from which this package was cloned, at the commit of the clone."""
    folder = os.path.dirname(os.path.abspath(__file__))
    answers = [subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=False).stdout.strip()
               for words in (("remote", "get-url", "origin"), ("rev-parse", "HEAD"))] if has_git() else ["", ""]
    origin = ORIGIN.fullmatch(answers[0])
    if not origin:
        raise BadInput("--rmasim", "no such option, and this rmasim was not cloned from GitHub", WHERE)
    return f"{origin[1]}@{answers[1]}"


def has_git():
    try:
        return subprocess.run(["git", "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
