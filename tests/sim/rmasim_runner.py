"""Runs the rmasim binary named by RMASIM_BINARY, the one CTest has just built."""

import functools
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
BINARY = os.environ["RMASIM_BINARY"]


def every_scenario():
    """All scenario files of the project, as paths relative to scenarios/, in a fixed order; sweeps are none."""
    paths = sorted(SCENARIOS.rglob("*.json"))
    return [str(p.relative_to(SCENARIOS)) for p in paths if p.name != "schema.json" and p.parent.name != "sweeps"]


def rmasim(*arguments):
    """A finished process with its exit code, standard output and standard error as text."""
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, check=False)


def without_positions(report):
    """The report without the lines and columns that follow places, "(12:9)"."""
    return re.sub(r" \(\d+:\d+\)", "", report)


def result_of(scenario, *arguments):
    """The result object of a run, whatever its exit code; the run must have printed one."""
    finished = rmasim("run", scenario, "--format", "json", *arguments)
    assert finished.stdout, finished.stderr
    return json.loads(finished.stdout)


@functools.lru_cache(maxsize=None)
def plain_run(name):
    """The finished run of a scenario of the project, without options, as JSON. Tests share it: it runs once."""
    return rmasim("run", SCENARIOS / name, "--format", "json")


@functools.cache
def plain_result(name):
    """Its result, which tests do not change."""
    return json.loads(plain_run(name).stdout)


def write_scenario(folder, **members):
    """A scenario file from its members; name and window are filled in."""
    scenario = {"name": "test", "windows": {"w": {"bytes": 4096}}} | members
    path = folder / "scenario.json"
    path.write_text(json.dumps(scenario))
    return path
