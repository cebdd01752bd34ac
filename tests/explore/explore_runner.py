"""Runs the program's explore and run verbs."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests"))
from scenario_names import names_in, with_json  # noqa: E402, F401

WORLDS = ROOT / "tests/explore/worlds"
BINARY = os.environ["RMASIM_BINARY"]


def verb(name: str, scenario: Path, *options: str) -> subprocess.CompletedProcess:
    """Runs a subcommand. `scenario` is a file, or FILE:VARIANT."""
    file, _, variant = str(scenario).partition(".json:")
    chosen = [f"{file}.json", "--variant", variant] if variant else [scenario]
    return subprocess.run([BINARY, name, *chosen, *options], capture_output=True, text=True, check=False)


def explore(scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return verb("explore", scenario, *options)


def run(scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return verb("run", scenario, *options)
