"""The overhead of a sweep over its runs, in CPU time and wall time, for runs of about 10 ms.

    /usr/bin/python3 tests/bench/sweep_overhead.py [--runs N] [--updates N]

The CPU time of each run is taken from the kernel. The overhead is the remaining time: Python, including its start, and
the creation of processes.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import measure

SCENARIO = measure.ROOT / "scenarios/workloads/random-access.json"
UPDATES = "programs[0].calls[0].generate.updates"


def sweep(runs, updates, arguments):
    """Returns the CPU time of the whole sweep, the CPU time of its runs, and the wall time, in seconds."""
    os.environ |= {"RMASIM_PROGRAM": str(measure.BINARY), "PYTHONPATH": str(measure.ROOT / "analysis")}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "sweep"
        command = [sys.executable, "-m", "rmasim_analysis", "sweep", SCENARIO, "--set", f"{UPDATES}={updates}",
                   "--vary", f"seed=1..{runs}", "--out", out, *arguments]
        began = time.perf_counter()
        whole = measure.run(command)
        clock_s = time.perf_counter() - began
        if not whole.finished:
            sys.exit(whole.error)
        lines = (out / "runs.jsonl").read_text().splitlines()
    return whole.cpu_s, sum(json.loads(line)["cpu_s"] for line in lines), clock_s


def row(runs, updates, jobs):
    whole_s, runs_s, clock_s = sweep(runs, updates, ["-j", jobs])
    return (f"{runs:6,} {jobs:5} {1000 * runs_s / runs:11.1f} {runs_s:9.2f} {whole_s - runs_s:10.2f}"
            f" {whole_s / runs_s - 1:9.1%} {jobs * clock_s / runs_s - 1:12.1%}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=600)
    parser.add_argument("--updates", type=int, default=30, help="updates per rank: sets the length of a run")
    parsed = parser.parse_args(arguments)
    print("  runs  jobs  ms per run   runs, s   other, s  overhead  in wall time")
    for jobs in range(1, len(os.sched_getaffinity(0)) + 1):
        print(row(parsed.runs, parsed.updates, jobs), flush=True)


if __name__ == "__main__":
    main()
