"""Makes the helpers of other tests importable in this folder."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/sim"), str(ROOT / "tests/analysis")]
