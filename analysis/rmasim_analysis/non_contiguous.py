"""Accumulates of non-contiguous data. The mutex of a region is taken once for each request, or once for each block. The
output is a table from runs.

    python3 -m rmasim_analysis.non_contiguous RMASIM SCENARIO

SCENARIO is scenarios/shm/accumulate/columns.json, or a scenario of the same shape: family shm, one window. The program
runs it with sizes of regions from the whole window down to one element, and with each value of protocol.mutex_per.
protocol/shm/FIGURES.md shows the output: the number of mutexes that an accumulate takes, the time of a run, and the
share of the ranks' time in which they wait for mutexes.
"""

import argparse
from dataclasses import dataclass

from . import command_line
from .program import simulate
from .terminal import say

REGION_BYTES = (0, 4096, 1024, 256, 64, 8)
WAYS = ("request", "block")


@dataclass(frozen=True)
class Cell:
    """The figures of a run with one size of regions and one value of protocol.mutex_per."""

    taken: float  # number of mutexes for each accumulate
    time_ns: int
    waited: float  # share of the time of all ranks


def cell(rmasim, scenario, accumulates, region_bytes, way):
    result = simulate(rmasim, scenario, {"protocol.region_bytes": region_bytes, "protocol.mutex_per": way}).result
    spent = result["time_spent"]
    return Cell(result["mutexes"]["taken"] / accumulates, result["time_ns"],
                spent["wait_mutex_ns"] / sum(spent.values()))


def measure(rmasim, scenario, accumulates=160, sizes=REGION_BYTES):
    """The cells of both values of protocol.mutex_per, by size of region."""
    return {size: tuple(cell(rmasim, scenario, accumulates, size, way) for way in WAYS) for size in sizes}


def table(found):
    lines = ["| size of a region | mutexes per accumulate: `request` | mutexes per accumulate: `block` | time: "
             "`request` | time: `block` | time spent waiting: `request` | time spent waiting: `block` |",
             "|---|---|---|---|---|---|---|"]
    for size, (request, block) in found.items():
        name = f"{size:,} bytes" if size else "the whole window"
        lines.append(f"| {name} | {request.taken:g} | {block.taken:g} | {request.time_ns:,} ns | {block.time_ns:,} ns"
                     f" | {request.waited:.0%} | {block.waited:.0%} |")
    return "\n".join(lines)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("scenario")
    arguments = parser.parse_args(arguments)
    say(table(measure(arguments.rmasim, arguments.scenario)))


if __name__ == "__main__":
    command_line.run(main)
