"""A comparison of POST, START, COMPLETE, WAIT in groups of all ranks with FENCE. The output is a table from runs of two
scenarios.

    python3 -m rmasim_analysis.group_sizes RMASIM PSCW FENCE

PSCW is scenarios/newrma/pscw/group-of-all.json, FENCE is scenarios/newrma/fence/put-right.json. Both have the same
puts: one in groups of all ranks, the other between two fences. protocol/newrma/FIGURES.md shows the output: packets,
time and memory by number of ranks.
"""

import argparse
from dataclasses import dataclass

from . import command_line
from .program import simulate
from .terminal import say

RANKS = (4, 16, 64, 256)


@dataclass(frozen=True)
class Cell:
    """The figures of a run of one scenario."""

    packets: int
    time_ns: int
    rank_bytes: int  # maximum of the protocol memory of a rank


def cell(rmasim, scenario, ranks):
    result = simulate(rmasim, scenario, {"ranks": ranks}).result
    return Cell(result["messages"]["total"], result["time_ns"], result["memory_bytes_per_rank"]["total"])


def measure(rmasim, pscw, fence, ranks=RANKS):
    """The cells of PSCW and of FENCE, by number of ranks."""
    return {n: (cell(rmasim, pscw, n), cell(rmasim, fence, n)) for n in ranks}


def table(found):
    lines = ["| ranks | packets: PSCW | packets: FENCE | time: PSCW | time: FENCE | bytes per rank: PSCW | "
             "bytes per rank: FENCE |",
             "|---|---|---|---|---|---|---|"]
    for n, (pscw, fence) in found.items():
        lines.append(f"| {n} | {pscw.packets:,} | {fence.packets:,} | {pscw.time_ns:,} ns | {fence.time_ns:,} ns"
                     f" | {pscw.rank_bytes:,} | {fence.rank_bytes:,} |")
    return "\n".join(lines)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("pscw")
    parser.add_argument("fence")
    arguments = parser.parse_args(arguments)
    say(table(measure(arguments.rmasim, arguments.pscw, arguments.fence)))


if __name__ == "__main__":
    command_line.run(main)
