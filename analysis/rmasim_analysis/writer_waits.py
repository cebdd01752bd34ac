"""The time that writers wait for a lock, for each order of locks. The output is a table from runs of one scenario with
many seeds.

    python3 -m rmasim_analysis.writer_waits RMASIM SCENARIO --writers FIRST-LAST [--seeds 1000]

The program runs SCENARIO (family newrma) with seeds 1 to 1000 under each `protocol.lock_order`. The epoch of a writer
is LOCK, PUT, UNLOCK. The writer waits for the lock in UNLOCK. For each order, the output has the number of runs that a
cycle of waits blocked. For the UNLOCKs of the ranks FIRST to LAST in all other runs, it has the longest wait, the 99th
percentile and the median.
"""

import argparse
import os
import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .program import start
from .trace_file import load

ORDERS = ("fifo", "readers_first", "holders_first")
BLOCKED = 3


@dataclass(frozen=True)
class Row:
    """The results for one order of locks: the number of blocked runs, and the waits in all other runs, in ascending
    order."""

    order: str
    blocked: int
    waits_ns: list[int]


def waits_of(trace, writers):
    return [call.ended_ns - call.began_ns for call in trace.calls
            if call.name == "unlock" and trace.tracks[call.track].rank in writers]


def run_once(rmasim, scenario, order, seed, writers):
    """The waits of the writers in nanoseconds. None if the run was blocked."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        ended = start(rmasim, scenario, ["--set", f"protocol.lock_order={order}", "--seed", str(seed), "--trace",
                                         str(trace), "--trace-kinds", "calls",
                                         "--trace-ranks", f"{writers.start}-{writers.stop - 1}"])
        if ended.exit_code == BLOCKED:
            return None
        return waits_of(load(trace), writers)


def measure(rmasim, scenario, writers, seeds):
    rows = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for order in ORDERS:
            found = list(pool.map(lambda seed, order=order: run_once(rmasim, scenario, order, seed, writers),
                                  range(1, seeds + 1)))
            waits = sorted(wait for waits in found if waits is not None for wait in waits)
            rows.append(Row(order, found.count(None), waits))
    return rows


def microseconds(nanoseconds):
    return f"{nanoseconds / 1000:.1f} us"


def table(rows):
    lines = ["| `lock_order` | blocked runs | longest wait of a writer | 99th percentile of the waits | median "
             "of the waits |",
             "|---|---|---|---|---|"]
    for row in rows:
        waits = row.waits_ns
        shown = ["-"] * 3
        if waits:
            high = waits[min(len(waits) - 1, len(waits) * 99 // 100)]
            shown = [microseconds(time) for time in (waits[-1], high, statistics.median(waits))]
        lines.append(f"| `{row.order}` | {row.blocked:,} | {' | '.join(shown)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rmasim")
    parser.add_argument("scenario")
    parser.add_argument("--writers", required=True, metavar="FIRST-LAST")
    parser.add_argument("--seeds", type=int, default=1000)
    options = parser.parse_args()
    first, last = map(int, options.writers.split("-"))
    print(table(measure(options.rmasim, options.scenario, range(first, last + 1), options.seeds)))


if __name__ == "__main__":
    main()
