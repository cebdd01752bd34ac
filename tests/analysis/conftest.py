"""Makes the package, and the module with which other tests run the simulator, importable here."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/sim")]
