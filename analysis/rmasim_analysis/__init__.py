"""Sweeps, tuning, checks and reports for the simulator. Its results are pandas data frames.

The command line is `./rmasim sweep`, `tune`, `check` and `report` (__main__.py). In a notebook, use the functions
below; analysis/example.ipynb shows them. The first use of such a function imports pandas.
"""

from .errors import BadInput, ProgramFailed
from .program import find_program, simulate

FRAMES = ("load_by_pair", "load_by_rank", "load_elements", "load_exploration", "load_fall_backs", "load_messages",
          "load_runs", "load_sweep", "load_tables", "load_time_spent", "load_trace")
__all__ = ["BadInput", "ProgramFailed", "find_program", "simulate", *FRAMES]


def __getattr__(name):
    if name not in FRAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import frames
    return getattr(frames, name)
