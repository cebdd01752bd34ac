"""The throughput of accumulates by number of regions. The output is a table from runs of one scenario.

    python3 -m rmasim_analysis.region_throughput RMASIM SCENARIO [--least-gain PERCENT]

The program runs SCENARIO (family shm, one window) with one mutex for the window. It then doubles the number of regions
until a region is one element of 8 bytes. protocol/shm/FIGURES.md shows the output. For each number of regions, it has
the accumulates per microsecond, the share of mutexes that another rank held, and the share of time in which ranks wait
for mutexes. It then has the number of regions from which on doubling gains less than PERCENT (5).
"""

import argparse
import json
from dataclasses import dataclass

from . import command_line
from .program import simulate
from .terminal import say

ELEMENT_BYTES = 8


@dataclass(frozen=True)
class Row:
    """The results for one number of regions."""

    regions: int
    region_bytes: int
    per_us: float
    taken: int
    contended: int
    waited: float  # share of the time of all ranks


def region_sizes(window_bytes):
    """The sizes of regions: 0 for one mutex, then halves of the window down to one element."""
    sizes, size = [0], window_bytes // 2
    while size >= ELEMENT_BYTES:
        sizes.append(size)
        size //= 2
    return sizes


def row_of(result, window_bytes, region_bytes):
    spent = result["time_spent"]
    operations = result["shared_memory"]["direct_operations"]
    return Row(
        regions=window_bytes // region_bytes if region_bytes else 1,
        region_bytes=region_bytes or window_bytes,
        per_us=1000 * operations / result["time_ns"],
        taken=result["mutexes"]["taken"],
        contended=result["mutexes"]["contended"],
        waited=spent["wait_mutex_ns"] / sum(spent.values()),
    )


def measure(rmasim, scenario):
    with open(scenario, encoding="utf-8") as file:
        (window,) = json.load(file)["windows"].values()
    rows = []
    for size in region_sizes(window["bytes"]):
        result = simulate(rmasim, scenario, {"protocol.region_bytes": size}).result
        rows.append(row_of(result, window["bytes"], size))
    return rows


def saturation(rows, min_gain):
    """The first row whose next row is not better by `min_gain` percent. The last row if there is no such row."""
    for row, after in zip(rows, rows[1:]):
        if after.per_us < row.per_us * (1 + min_gain / 100):
            return row
    return rows[-1]


def table(rows):
    lines = ["| regions | bytes per region | accumulates per us | mutexes acquired after waiting | time spent "
             "waiting |",
             "|---|---|---|---|---|"]
    lines += [f"| {row.regions:,} | {row.region_bytes:,} | {row.per_us:.1f} | {row.contended / row.taken:.1%}"
              f" | {row.waited:.1%} |" for row in rows]
    return "\n".join(lines)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("scenario")
    parser.add_argument("--least-gain", dest="min_gain", metavar="PERCENT", type=float, default=5,
                        help="the last gain of a doubling that counts, in percent")
    arguments = parser.parse_args(arguments)
    rows = measure(arguments.rmasim, arguments.scenario)
    say(table(rows))
    last = saturation(rows, arguments.min_gain)
    say(f"From {last.regions} regions on, twice as many gain less than {arguments.min_gain:g} %.")


if __name__ == "__main__":
    command_line.run(main)
