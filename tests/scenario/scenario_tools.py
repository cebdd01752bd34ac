"""Where the scenarios are, and how the schema and the program judge one."""

import csv
import json
import os
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jsonschema

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCHEMA = ROOT / "scenarios" / "schema.json"
SUFFIX = ".json"
SWEEPS = ROOT / "scenarios" / "sweeps"
SCENARIOS = sorted(path for path in (ROOT / "scenarios").rglob("*.json") if path != SCHEMA and path.parent != SWEEPS)
GOOD = sorted((HERE / "good").glob("*.json"))
BROKEN = sorted((HERE / "broken").glob("*.json"))


@dataclass(frozen=True)
class BrokenCase:
    """A line of broken.csv: what the program must say about a file, and whether the schema must refuse it as well."""

    file: str
    place: str
    allowed: str
    exit_code: int
    structural: bool

    @property
    def path(self):
        return HERE / "broken" / self.file


@dataclass(frozen=True)
class Verdict:
    """What `rmasim validate` said: `complaints` maps a refused file to its first line, after name, line and column."""

    exit_code: int
    accepted: set
    complaints: dict


def broken_cases():
    with open(HERE / "broken.csv", newline="") as table:
        return [
            BrokenCase(row["file"], row["place"], row["allowed"], int(row["exit_code"]), row["structural"] == "yes")
            for row in csv.DictReader(table)
        ]


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
