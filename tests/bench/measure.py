"""Measures CPU time and memory of a command and its children, with the program `measure_run`."""

import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("RMASIM_BINARY", ROOT / "build/release/rmasim")).absolute()
MEASURE = pathlib.Path(os.environ.get("RMASIM_MEASURE", ROOT / "build/release/tests/measure_run")).absolute()

SHORT_S = 1  # shorter runs are repeated
REPETITIONS = 3


@dataclass(frozen=True)
class Run:
    """The outcome of a command, and its CPU time and memory."""

    ended: str  # "finished", "not finished in 300 CPU s", "signal SIGSEGV", "exit code 3"
    cpu_s: float  # user and system, of the command and its children
    peak_bytes: int  # peak resident size of the largest process
    output: str
    error: str

    @property
    def finished(self):
        return self.ended == "finished"


def ending(exit_code, killed_by, limit_s):
    """The outcome of a command, as text. A shell returns 128 + N if its command was ended by signal N."""
    if killed_by == 0 and exit_code > 128 and exit_code - 128 in {int(s) for s in signal.Signals}:
        killed_by = exit_code - 128
    if limit_s and killed_by in (signal.SIGXCPU, signal.SIGKILL):
        return f"not finished in {limit_s} CPU s"
    if killed_by:
        return f"signal {signal.Signals(killed_by).name}"
    return "finished" if exit_code == 0 else f"exit code {exit_code}"


def run(command, cpu_limit_s=0):
    """Runs `command` once. The limit 0 means that there is no limit. A command that hangs without using CPU time is
    ended, too."""
    if not MEASURE.exists():
        raise SystemExit(f"{MEASURE} does not exist: build it, or set RMASIM_MEASURE (and RMASIM_BINARY)")
    with tempfile.TemporaryDirectory() as folder:
        report, output, error = (pathlib.Path(folder) / name for name in ("report", "output", "error"))
        with output.open("w") as out, error.open("w") as err:
            process = subprocess.Popen([MEASURE, report, str(cpu_limit_s), *map(str, command)], stdout=out, stderr=err,
                                       stdin=subprocess.DEVNULL, start_new_session=True)
            try:
                process.wait(timeout=10 * cpu_limit_s if cpu_limit_s else None)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return Run(f"not finished in {10 * cpu_limit_s} s", 0, 0, output.read_text(), error.read_text())
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        if not report.exists():
            raise RuntimeError(f"{MEASURE} failed: {error.read_text()}")
        took = {name: int(value) for name, value in map(str.split, report.read_text().splitlines())}
        return Run(ending(took["exit"], took["signal"], cpu_limit_s), took["cpu_us"] / 1e6, took["peak_kib"] * 1024,
                   output.read_text(errors="replace"), error.read_text(errors="replace"))


def median_run(runs):
    """Returns the run with the median CPU time."""
    middle = statistics.median_low(one.cpu_s for one in runs)
    return next(one for one in runs if one.cpu_s == middle)


def run_repeatedly(command, cpu_limit_s=0):
    """Measures a command once if it takes a second or more. Otherwise measures it three times, and returns the median.
    """
    runs = [run(command, cpu_limit_s)]
    while runs[0].finished and runs[0].cpu_s < SHORT_S and len(runs) < REPETITIONS:
        runs.append(run(command, cpu_limit_s))
    return median_run(runs)
