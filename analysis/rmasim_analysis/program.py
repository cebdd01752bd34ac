"""Finds the simulator, and runs it once.

Each run is a process. The start of a process takes a few milliseconds. In return, a crash does not affect other runs,
and processor time and memory can be measured for each run.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import signals
from .errors import BAD_INPUT, BadInput, ProgramFailed
from .process import play

BUILT = Path(__file__).resolve().parents[2] / "build/release/rmasim"
# The exit codes (README.md) after which the simulator has printed a result.
WITH_RESULT = (0, 1, 3, 4)
LACK_OF_MEMORY = re.compile("; allowed: (?:a scenario that fits into|windows that fit into this machine's) memory")


@dataclass(frozen=True)
class Run:
    """The outcome of a run. `result` is the output of `rmasim run --format json`. It is None if there was no output."""

    exit_code: int
    result: dict | None
    complaints: str  # the text on standard error
    cpu_s: float


def find_program():
    """The path of the simulator. It is $RMASIM_PROGRAM, or else the program that the launcher has built, or else the
    program on $PATH."""
    named = os.environ.get("RMASIM_PROGRAM")
    found = named or (str(BUILT) if BUILT.exists() else shutil.which("rmasim"))
    if not found or not os.access(found, os.X_OK):
        raise BadInput("RMASIM_PROGRAM", found or "no program", "the path of rmasim, such as build/release/rmasim")
    return str(Path(found).resolve())


def setting_arguments(settings):
    """The arguments of the simulator for settings by path, such as {"protocol.slots": 4}."""
    return [part for path, value in settings.items() for part in ("--set", f"{path}={text_of(value)}")]


def text_of(value):
    """The JSON text of the value, for `--set`."""
    return json.dumps(value)


def start(program, scenario, arguments):
    """Runs `scenario` once. `arguments` are passed to `rmasim run` unchanged."""
    return run_of(program, play(program, scenario, arguments, signals.begin, signals.ended))


def run_of(program, played):
    """The Run for a result of `play` in process.py."""
    exit_code, output, complaints, cpu_s = played
    said = complaints.decode(errors="replace")
    try:
        return Run(exit_code, json.loads(output) if output and exit_code in WITH_RESULT else None, said, cpu_s)
    except ValueError:
        raise ProgramFailed(f"{program}: what it printed is no result of a run") from None


def simulate(program, scenario, settings=None, arguments=()):
    """Runs a scenario with some of its settings changed. Raises the errors of `judged`."""
    try:
        run = start(program, scenario, [*arguments, *setting_arguments(settings or {})])
    except OSError as error:  # the program is missing, or the system permits no more processes
        raise ProgramFailed(f"{program}: {error.strerror}") from None
    return judged(run, scenario, settings or {})


def judged(run, scenario, settings):
    """Returns the run if it has a result. Raises BadInput if the simulator has refused the scenario, and ProgramFailed
    if the simulator has crashed. The Run has all other outcomes."""
    if run.exit_code in WITH_RESULT and run.result is not None:
        return run
    if run.exit_code == BAD_INPUT:
        raise Refused(run.complaints.strip(), settings)
    how = f"signal {-run.exit_code}" if run.exit_code < 0 else f"exit code {run.exit_code}"
    what = " ".join([str(scenario), *setting_arguments(settings)])
    raise ProgramFailed(f"{what}: the simulator ended with {how}\n{run.complaints}".rstrip())


def listed(program, subcommand):
    """The output of `rmasim families` or `rmasim platforms`, by name."""
    try:
        done = subprocess.run([program, subcommand, "--format", "json"], capture_output=True, check=False)
        said = json.loads(done.stdout)
    except OSError as error:
        raise ProgramFailed(f"{program}: {error.strerror}") from None
    except ValueError:
        said = None
    if done.returncode != 0 or not isinstance(said, dict) or said.get("format") != f"rmasim {subcommand}, 1":
        raise ProgramFailed(f"{program}: does not list its {subcommand}; it is of another version")
    return said[subcommand]


def accepts(program, scenario):
    """True if the simulator accepts the scenario."""
    return subprocess.run([program, "validate", scenario], capture_output=True, check=False).returncode == 0


class Refused(BadInput):
    """An error in the input that the simulator has reported. If `for_good` is true, the input would be refused on any
    machine."""

    def __init__(self, words, settings):
        self.for_good = not LACK_OF_MEMORY.search(words)
        where = " ".join(f"{path}={text_of(value)}" for path, value in settings.items())
        Exception.__init__(self, f"{words} (in the run with {where})" if where else words)
