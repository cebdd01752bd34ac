"""Runs the rmasim binary named by RMASIM_BINARY, the one CTest has just built."""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests"))
from scenario_names import names_in, with_json  # noqa: E402, F401

SCENARIOS = ROOT / "scenarios"
BINARY = os.environ["RMASIM_BINARY"]
NAME = re.compile(r"(.+\.json):([\w.-]+)")  # a file and its variant
STEP = re.compile(r"\[(\d+)\]|\.?([^.\[]+)")


def every_scenario():
    """Returns all scenario files of the project in a fixed order, as paths relative to scenarios/. The variants of a
    file follow it as "FILE:VARIANT". Sweep files are no scenarios."""
    paths = sorted(SCENARIOS.rglob("*.json"))
    files = [p for p in paths if p.name != "schema.json" and p.parent.name != "sweeps"]
    return [str(name.relative_to(SCENARIOS)) for file in files for name in names_in(file)]


def document_of(path):
    """Returns the document that a run of a file, or of "FILE:VARIANT", reads."""
    found = NAME.fullmatch(str(path))
    document = json.loads(pathlib.Path(found[1] if found else path).read_text())
    variants = document.pop("variants", ())
    if found:
        variant = next(one for one in variants if one["name"] == found[2])
        for setting, value in variant["settings"].items():
            put(document, setting, value)
        document |= {key: variant[key] for key in ("about", "expect") if key in variant}
    return document


def put(document, path, value):
    *steps, last = [int(index) if index else key for index, key in STEP.findall(path)]
    for step in steps:
        document = document.setdefault(step, {}) if isinstance(document, dict) else document[step]
    document[last] = value


def words_of(arguments):
    """Yields the arguments as texts. "FILE:VARIANT" becomes the file and --variant."""
    for word in map(str, arguments):
        found = NAME.fullmatch(word)
        yield from (found[1], "--variant", found[2]) if found else (word,)


def rmasim(*arguments):
    """A finished process with its exit code, standard output and standard error as text."""
    return subprocess.run([BINARY, *words_of(arguments)], capture_output=True, text=True, check=False)


def without_positions(report):
    """Returns the report without the lines and columns after paths, such as "(12:9)"."""
    return re.sub(r" \(\d+:\d+\)", "", report)


def without_likewise(report):
    """Returns the report without the other ranks of a line, such as "(likewise ranks 1 to 3)"."""
    return re.sub(r" \(likewise [^)]*\)", "", report)


def plain(cause):
    """Returns the cause of a deadlock without the waiting calls: "rank 0 waits for rank 1 (SEND)"."""
    return re.sub(r"waits in \w+ at [\w.\[\]]+(?: \(\d+:\d+\))? for", "waits for", cause)


def result_of(scenario, *arguments):
    """Runs a scenario and returns the result object, whatever the exit code. The run must print a result."""
    finished = rmasim("run", scenario, "--format", "json", *arguments)
    assert finished.stdout, finished.stderr
    return json.loads(finished.stdout)


@functools.lru_cache(maxsize=None)
def plain_run(name):
    """Returns the finished run of a scenario of the project, without options, as JSON. All tests share this run, which
    is made once."""
    return rmasim("run", SCENARIOS / name, "--format", "json")


@functools.cache
def plain_result(name):
    """Returns the result of that run. Tests must not change the result."""
    return json.loads(plain_run(name).stdout)


def write_scenario(folder, **members):
    """Writes a scenario file with these members. If the name or the window is missing, it is added."""
    scenario = {"name": "test", "windows": {"w": {"bytes": 4096}}} | members
    path = folder / "scenario.json"
    path.write_text(json.dumps(scenario))
    return path
