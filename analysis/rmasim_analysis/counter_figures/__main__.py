"""Runs what protocol/synccount/FIGURES.md shows: writes its pictures to a folder and prints its tables.

    python3 -m rmasim_analysis.counter_figures RMASIM FOLDER [--only NAME]
"""

from ..measured_figures import run
from .figures import ALL

if __name__ == "__main__":
    run(ALL, __doc__.splitlines()[0])
