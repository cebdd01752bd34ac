"""Runs the program's explore and run verbs."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORLDS = ROOT / "tests/explore/worlds"
BINARY = os.environ["RMASIM_BINARY"]


def verb(name: str, scenario: Path, *options: str) -> subprocess.CompletedProcess:
    """`scenario`: a file, or FILE:VARIANT."""
    file, _, variant = str(scenario).partition(".json:")
    chosen = [f"{file}.json", "--variant", variant] if variant else [scenario]
    return subprocess.run([BINARY, name, *chosen, *options], capture_output=True, text=True, check=False)


def with_json(name: str) -> str:
    """ "lock-put.json:apart" of "lock-put:apart"."""
    stem, colon, variant = name.partition(":")
    return f"{stem}.json{colon}{variant}"


def names_in(file: Path) -> list[Path]:
    """The file, and FILE:VARIANT for its variants."""
    variants = json.loads(file.read_text()).get("variants", ())
    return [file, *(file.with_name(f"{file.name}:{one['name']}") for one in variants)]


def explore(scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return verb("explore", scenario, *options)


def run(scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return verb("run", scenario, *options)
