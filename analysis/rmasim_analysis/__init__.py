"""Sweeps, tuning, checks and reports for the simulator, and its results as pandas data frames.

On the command line: `./rmasim sweep`, `tune`, `check`, `report` (see __main__.py). In a notebook: the functions below;
analysis/example.ipynb shows them. pandas is loaded when one of them is first used.
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
