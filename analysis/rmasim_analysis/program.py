"""The simulator: where it is, and one run of it.

A run is a process of its own. That costs a few milliseconds, and a run that ends badly takes nothing with it; what it
needed of processor and memory is its own, too.
"""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import BadInput, ProgramFailed

BUILT = Path(__file__).resolve().parents[2] / "build/release/rmasim"
# What the exit codes say (README.md, "exit code"); with these there is a result.
WITH_RESULT = (0, 1, 3, 4)


@dataclass(frozen=True)
class Run:
    """How a run ended. `result` is what `rmasim run --format json` prints, None where it printed nothing."""

    exit_code: int
    result: dict | None
    complaints: str  # standard error
    cpu_s: float


def find_program():
    """The path of the simulator: $RMASIM_PROGRAM, else the launcher's build, else on $PATH."""
    named = os.environ.get("RMASIM_PROGRAM")
    found = named or (str(BUILT) if BUILT.exists() else shutil.which("rmasim"))
    if not found or not os.access(found, os.X_OK):
        raise BadInput("RMASIM_PROGRAM", found or "no program", "the path of rmasim, such as build/release/rmasim")
    return str(Path(found).resolve())


def setting_arguments(settings):
    """`settings`: values by their path in the scenario, {"protocol.slots": 4}. As arguments of the simulator."""
    return [part for path, value in settings.items() for part in ("--set", f"{path}={text_of(value)}")]


def text_of(value):
    """As `--set` reads it: JSON."""
    return json.dumps(value)


def start(program, scenario, arguments):
    """Plays `scenario` once and waits for its end. `arguments` go to `rmasim run` as they are."""
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
    """The run of a scenario with some of its values set. Raises BadInput where the simulator refuses the scenario, and
    ProgramFailed where it broke; whatever else comes out of a run is in the Run."""
    run = start(program, scenario, [*setting_arguments(settings or {}), *arguments])
    if run.exit_code == 2:
        raise Refused(run.complaints.strip())
    if run.exit_code not in WITH_RESULT or run.result is None:
        how = f"signal {-run.exit_code}" if run.exit_code < 0 else f"exit code {run.exit_code}"
        what = ", ".join(f"{path}={text_of(value)}" for path, value in (settings or {}).items())
        raise ProgramFailed(f"{scenario} {what}: the simulator ended with {how}\n{run.complaints}")
    return run


def accepts(program, scenario):
    """Whether the simulator takes the scenario as it is."""
    return subprocess.run([program, "validate", scenario], capture_output=True, check=False).returncode == 0


class Refused(BadInput):
    """The simulator's own words about bad input."""

    def __init__(self, words):
        Exception.__init__(self, words)
