"""Tests here import the package, and what runs the simulator for the tests of the simulator."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/sim")]
