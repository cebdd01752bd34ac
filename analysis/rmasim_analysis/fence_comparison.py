"""Fences by barrier against fences by counts, with and without coherent caches: a table from runs of one scenario.

    python3 -m rmasim_analysis.fence_comparison RMASIM SCENARIO [--ranks N,...] [--lines N,...]

SCENARIO is scenarios/shm/fence/sparse.json, or one of its shape: a repeat whose first call is a repeat of `lines` GETs.
Prints for each number of ranks and lines the time from one fence to the next, and how many lines a rank writes back and
drops at a fence; then for each number of ranks the number of lines from which on counts are faster.
"""

import argparse
from dataclasses import dataclass

from . import command_line
from .program import simulate
from .terminal import say

LINES = "programs[0].calls[1].repeat.calls[0].repeat.times"
FENCES = 10


@dataclass(frozen=True)
class Cell:
    """One fence of one run."""

    time_ns: float
    flushed: float  # lines, of a rank
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


def crossover(row_by_lines):
    """The least number of lines from which on counts are faster; None if they never are."""
    faster_from = None
    for lines, (barrier, counts) in sorted(row_by_lines.items()):
        if counts.time_ns >= barrier.time_ns:
            faster_from = None
        elif faster_from is None:
            faster_from = lines
    return faster_from


def measure(rmasim, scenario, ranks, lines):
    """The cells of barrier and counts, by (coherent, ranks) and lines."""
    found = {}
    for coherent in (True, False):
        for n in ranks:
            for k in lines:
                cells = [cell(rmasim, scenario, n, k, fence, coherent) for fence in ("barrier", "counts")]
                found.setdefault((coherent, n), {})[k] = tuple(cells)
    return found


def table(found):
    text = ["caches        ranks  lines   barrier ns  flushed  dropped    counts ns  flushed  dropped"]
    for (coherent, n), rows in found.items():
        for k, (barrier, counts) in rows.items():
            text.append(
                f"{'coherent' if coherent else 'not coherent':12}  {n:5}  {k:5}"
                f"  {barrier.time_ns:11.0f}  {barrier.flushed:7.2f}  {barrier.dropped:7.1f}"
                f"  {counts.time_ns:11.0f}  {counts.flushed:7.2f}  {counts.dropped:7.1f}"
            )
    return "\n".join(text)


def verdicts(found):
    lines = []
    for (coherent, n), rows in found.items():
        caches = "coherent" if coherent else "not coherent"
        first = crossover(rows)
        what = "counts are never faster" if first is None else f"counts are faster from {first} lines on"
        lines.append(f"{n} ranks, {caches}: {what}")
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
    found = measure(arguments.rmasim, arguments.scenario, arguments.ranks, arguments.lines)
    say(table(found))
    say(verdicts(found))


if __name__ == "__main__":
    command_line.run(main)
