"""A comparison of fences by barrier and fences by counts, with and without coherent caches. The output is a table from
runs of one scenario.

    python3 -m rmasim_analysis.fence_comparison RMASIM SCENARIO [--ranks N,...] [--lines N,...]

SCENARIO is scenarios/shm/fence/sparse.json, or a scenario of the same shape: a repeat whose first call is a repeat of
`lines` GETs. protocol/shm/FIGURES.md shows the output. For each number of ranks and lines, it has the time from one
fence to the next, and the number of lines that a rank drops at a fence. For each number of ranks, it then has the
number of lines from which on counts are faster.
"""

import argparse
from dataclasses import dataclass
from itertools import product

from . import command_line
from .program import simulate
from .terminal import say

LINES = "programs[0].calls[1].repeat.calls[0].repeat.times"
FENCES = 10


@dataclass(frozen=True)
class Cell:
    """The figures of a fence in one run."""

    time_ns: float
    flushed: float  # cache lines per rank
    dropped: float


def cell(rmasim, scenario, ranks, lines, fence, coherent):
    settings = {
        "ranks": ranks,
        "platform.ranks_per_node": ranks,
        "protocol.fence": fence,
        "platform.memory.coherent": coherent,
        LINES: lines,
    }
    result = simulate(rmasim, scenario, settings).result
    caches = result.get("caches", {"lines_written_back": 0, "lines_invalidated": 0})
    each = FENCES * ranks
    return Cell(result["time_ns"] / FENCES, caches["lines_written_back"] / each, caches["lines_invalidated"] / each)


def measure(rmasim, scenario, shapes):
    """The cells of barrier and counts, by (ranks, lines) in `shapes` and by coherence of caches."""
    return {(ranks, lines): {coherent: tuple(cell(rmasim, scenario, ranks, lines, fence, coherent)
                                             for fence in ("barrier", "counts")) for coherent in (True, False)}
            for ranks, lines in shapes}


def crossover(found, ranks, coherent):
    """The minimum number of lines at which counts are faster. None if counts are never faster."""
    faster_from = None
    for (n, lines), cells in sorted(found.items()):
        barrier, counts = cells[coherent]
        if n == ranks and counts.time_ns >= barrier.time_ns:
            faster_from = None
        elif n == ranks and faster_from is None:
            faster_from = lines
    return faster_from


def table(found):
    text = ["| ranks | lines read | coherent: time of `barrier` | coherent: time of `counts` | not coherent: "
            "time of `barrier` | lines invalidated | not coherent: time of `counts` | lines invalidated |",
            "|---|---|---|---|---|---|---|---|"]
    for (ranks, lines), cells in found.items():
        times = [f"{one.time_ns:,.0f} ns" for one in cells[True]]
        times += [f"{one.time_ns:,.0f} ns | {one.dropped:.0f}" for one in cells[False]]
        text.append(f"| {ranks} | {lines} | {' | '.join(times)} |")
    return "\n".join(text)


def verdicts(found):
    lines = []
    for coherent in (True, False):
        for ranks in dict.fromkeys(n for n, _ in found):
            first = crossover(found, ranks, coherent)
            what = "counts are never faster" if first is None else f"counts are faster from {first} lines on"
            lines.append(f"{ranks} ranks, {'coherent' if coherent else 'not coherent'}: {what}")
    return "\n".join(lines)


def numbers(text):
    return [int(one) for one in text.split(",")]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("scenario")
    parser.add_argument("--ranks", type=numbers, default=[2, 3, 4, 6, 8, 16, 32])
    parser.add_argument("--lines", type=numbers, default=[0, 32, 64, 128, 256, 512])
    arguments = parser.parse_args(arguments)
    found = measure(arguments.rmasim, arguments.scenario, list(product(arguments.ranks, arguments.lines)))
    say(table(found))
    say(verdicts(found))


if __name__ == "__main__":
    command_line.run(main)
