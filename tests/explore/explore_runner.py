"""Runs the program's explore and run verbs."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORLDS = ROOT / "tests/explore/worlds"
BINARY = os.environ["RMASIM_BINARY"]


def verb(name: str, scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run([BINARY, name, scenario, *options], capture_output=True, text=True, check=False)


def explore(scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return verb("explore", scenario, *options)


def run(scenario: Path, *options: str) -> subprocess.CompletedProcess:
    return verb("run", scenario, *options)
