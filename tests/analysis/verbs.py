"""Runs the verbs of the Python package as the launcher does, on the program named by RMASIM_BINARY."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
PROGRAM = os.environ["RMASIM_BINARY"]
ENVIRONMENT = os.environ | {"RMASIM_PROGRAM": PROGRAM, "PYTHONPATH": str(ROOT / "analysis")}


def verb(*arguments, **environment):
    """A finished process with its exit code, standard output and standard error as text."""
    command = [sys.executable, "-m", "rmasim_analysis", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT | environment)
