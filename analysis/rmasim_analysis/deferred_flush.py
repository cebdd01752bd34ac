"""The savings by deferring the flush of a fence with NOSUCCEED. The output is a table from runs of one scenario.

    python3 -m rmasim_analysis.deferred_flush RMASIM SCENARIO

SCENARIO is scenarios/shm/fence/deferred.json, or a scenario of the same shape: rounds of an epoch with stores, a fence
with NOSUCCEED, stores to `again` of the same lines, and a fence. protocol/shm/FIGURES.md shows the output: the lines
that a rank writes back in a round and the time of a round, with and without protocol.defer_flush.
"""

import argparse
from dataclasses import dataclass

from . import command_line
from .program import simulate
from .terminal import say

AGAIN = (0, 16, 32, 64)
ROUNDS, RANKS = 10, 4


@dataclass(frozen=True)
class Cell:
    """The figures of a round of one rank."""

    written_back: float  # number of cache lines
    time_ns: float


def cell(rmasim, scenario, again, defers):
    result = simulate(rmasim, scenario, {"params.again": again, "protocol.defer_flush": defers}).result
    return Cell(result["caches"]["lines_written_back"] / (ROUNDS * RANKS), result["time_ns"] / ROUNDS)


def measure(rmasim, scenario, again=AGAIN):
    """The cells without and with deferring, by the number of lines that are stored a second time."""
    return {lines: tuple(cell(rmasim, scenario, lines, defers) for defers in (False, True)) for lines in again}


def table(found):
    lines = ["| lines with a second store | lines written back: at once | lines written back: deferred | time "
             "per round: at once | time per round: deferred | time saved |",
             "|---|---|---|---|---|---|"]
    for again, (at_once, deferred) in found.items():
        saved = 1 - deferred.time_ns / at_once.time_ns
        lines.append(f"| {again} | {at_once.written_back:g} | {deferred.written_back:g} | {at_once.time_ns:,.0f} ns"
                     f" | {deferred.time_ns:,.0f} ns | {saved:.1%} |")
    return "\n".join(lines)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("scenario")
    arguments = parser.parse_args(arguments)
    say(table(measure(arguments.rmasim, arguments.scenario)))


if __name__ == "__main__":
    command_line.run(main)
