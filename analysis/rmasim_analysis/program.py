"""Finds the simulator and runs it once.

Each run is a process. That costs a few milliseconds, but a crash stays in its run, and processor time and memory can
be measured per run.
"""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import BAD_INPUT, BadInput, ProgramFailed

BUILT = Path(__file__).resolve().parents[2] / "build/release/rmasim"
# The exit codes (see README.md) with which the simulator prints a result.
WITH_RESULT = (0, 1, 3, 4)


@dataclass(frozen=True)
class Run:
    """How a run ended. `result` is what `rmasim run --format json` printed, None if it printed nothing."""

    exit_code: int
    result: dict | None
    complaints: str  # standard error
    cpu_s: float


def find_program():
    """The path of the simulator: $RMASIM_PROGRAM, otherwise the launcher's build, otherwise the one on $PATH."""
    named = os.environ.get("RMASIM_PROGRAM")
    found = named or (str(BUILT) if BUILT.exists() else shutil.which("rmasim"))
    if not found or not os.access(found, os.X_OK):
        raise BadInput("RMASIM_PROGRAM", found or "no program", "the path of rmasim, such as build/release/rmasim")
    return str(Path(found).resolve())


def setting_arguments(settings):
    """Settings by path, such as {"protocol.slots": 4}, as command-line arguments of the simulator."""
    return [part for path, value in settings.items() for part in ("--set", f"{path}={text_of(value)}")]


def text_of(value):
    """As `--set` reads it: JSON."""
    return json.dumps(value)


def start(program, scenario, arguments):
    """Runs `scenario` once and waits for the end. `arguments` are passed to `rmasim run` unchanged."""
    with memory_file() as output, memory_file() as complaints:
        command = [program, "run", str(scenario), "--format", "json", *arguments]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=complaints)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        text = contents(output)
        said = contents(complaints).decode(errors="replace")
        return Run(process.returncode, json.loads(text) if text else None, said, usage.ru_utime + usage.ru_stime)


def memory_file():
    """Takes any amount without a reader, which a pipe does not."""
    return open(os.memfd_create("rmasim"), "w+b", buffering=0)


def contents(file):
    file.seek(0)
    return file.read()


def simulate(program, scenario, settings=None, arguments=()):
    """The run of a scenario with some of its values set, as `judged` has it."""
    run = start(program, scenario, [*arguments, *setting_arguments(settings or {})])
    return judged(run, scenario, settings or {})


def judged(run, scenario, settings):
    """The run, if it has a result. Raises BadInput where the simulator refused the scenario, and ProgramFailed where it
    broke; whatever else comes out of a run is in the Run."""
    if run.exit_code in WITH_RESULT and run.result is not None:
        return run
    if run.exit_code == BAD_INPUT:
        raise Refused(run.complaints.strip(), settings)
    how = f"signal {-run.exit_code}" if run.exit_code < 0 else f"exit code {run.exit_code}"
    what = " ".join(setting_arguments(settings))
    raise ProgramFailed(f"{scenario} {what}: the simulator ended with {how}\n{run.complaints}".rstrip())


def accepts(program, scenario):
    """Whether the simulator takes the scenario as it is."""
    return subprocess.run([program, "validate", scenario], capture_output=True, check=False).returncode == 0


class Refused(BadInput):
    """Bad input, as reported by the simulator."""

    def __init__(self, words, settings):
        where = " ".join(f"{path}={text_of(value)}" for path, value in settings.items())
        Exception.__init__(self, f"{words} (in the run with {where})" if where else words)
