"""Runs what protocol/synccount/FIGURES.md shows: writes its pictures to a folder and prints its tables.

    python3 -m rmasim_analysis.counter_figures RMASIM FOLDER [--only NAME]
"""

import argparse
from pathlib import Path

from .. import picture
from ..files import write_whole
from ..queue_figures.__main__ import draw, table
from ..queue_figures.workloads import Runs
from ..terminal import say
from .figures import ALL


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for measure in ALL:
        if options.only not in measure.__name__:
            continue
        figure = measure(Runs(options.rmasim))
        write_whole(options.folder / f"{figure.name}.svg", picture.contents(draw(figure), "svg"))
        for panel in figure.panels:
            say(f"{table(panel)}\n")


if __name__ == "__main__":
    main()
