"""The location of the scenarios, and the verdicts of the schema and of the program on a scenario."""

import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jsonschema
from broken_texts import broken_cases, write_texts

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCHEMA = ROOT / "scenarios" / "schema.json"
SUFFIX = ".json"
SWEEPS = ROOT / "scenarios" / "sweeps"
SCENARIOS = sorted(path for path in (ROOT / "scenarios").rglob("*.json") if path != SCHEMA and path.parent != SWEEPS)
GOOD = sorted((HERE / "good").glob("*.json"))
BROKEN = broken_cases()
UNPACKED = tempfile.TemporaryDirectory(prefix="rmasim-broken-")  # deleted at the end of the process


@dataclass(frozen=True)
class Verdict:
    """The output of `rmasim validate`. `complaints` maps a refused file to the first line of its message, after the
    name, line and column.
    """

    exit_code: int
    accepted: set
    complaints: dict


@cache
def broken_folder():
    """Returns a folder that has the text of each broken case under its name."""
    folder = Path(UNPACKED.name)
    write_texts(folder)
    return folder


def broken_path(case):
    return broken_folder() / case.file


def load(path):
    return json.loads(Path(path).read_text())


@cache
def _validator():
    schema = load(SCHEMA)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def schema_errors(document):
    return [f"{error.json_path}: {error.message}" for error in _validator().iter_errors(document)]


def schema_accepts(document):
    return _validator().is_valid(document)


def validate(paths):
    """Runs `rmasim validate` over all files at once."""
    binary = os.environ.get("RMASIM_BINARY")
    assert binary, "set RMASIM_BINARY to the path of the rmasim program"
    run = subprocess.run([binary, "validate", *map(str, paths)], capture_output=True, text=True, check=False)
    said = set(run.stdout.splitlines())
    accepted = {path for path in paths if f"{path}: ok" in said}
    complaints = {}
    for line in run.stderr.splitlines():
        name, ending, rest = line.partition(f"{SUFFIX}:")
        if ending:
            complaints.setdefault(Path(name + SUFFIX), re.sub(r"^(\d+:\d+:)? ", "", rest))
    complaints = {path: complaints[path] for path in paths if path in complaints}
    assert accepted.isdisjoint(complaints), run.stderr
    return Verdict(run.returncode, accepted, complaints)
