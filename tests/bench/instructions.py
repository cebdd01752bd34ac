"""Instructions per packet, to detect regressions: the figure depends on the code, not on the load of the machine.

    /usr/bin/python3 tests/bench/instructions.py             compares with instructions.json; exit code 1: one changed
    /usr/bin/python3 tests/bench/instructions.py --bless     rewrites instructions.json

Each workload runs under callgrind with two numbers of iterations. Their difference excludes start-up, the loading of
libraries and first-use effects. The figures are valid for g++ 12 and a release build. Exit code 77: no valgrind.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import report
import workloads

RECORD = pathlib.Path(__file__).with_name("instructions.json")
TOLERANCE = 0.03
SKIPPED = 77
RANKS = 64
ITERATIONS = (5, 15)
MEASURED = [workloads.PUT_FENCE, workloads.LOCK_PUT, workloads.LOCK_ALL_RANDOM, workloads.PSCW_NEIGHBOURS,
            workloads.HALO_FENCE, workloads.SHARED_HALO]


def counted(workload, iterations):
    """Returns (instructions, packets) of a run."""
    with tempfile.TemporaryDirectory() as folder:
        finished = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
             *map(str, workloads.rmasim_command(workload, RANKS, iterations))],
            capture_output=True, text=True, check=True)
    instructions = re.search(r"Collected : (\d+)", finished.stderr)
    return int(instructions.group(1)), json.loads(finished.stdout)["messages"]["total"]


def per_packet(workload):
    few, many = (counted(workload, iterations) for iterations in ITERATIONS)
    return round((many[0] - few[0]) / (many[1] - few[1]), 1)


def measure_all():
    # Instruction counts do not depend on the load, so the runs may use all processors.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip([workload.name for workload in MEASURED], pool.map(per_packet, MEASURED)))


def moved(recorded, measured):
    """Returns the figures that differ by more than the tolerance, as texts. Improvements are reported, too, because the
    record must then be renewed."""
    found = []
    for name in sorted(recorded.keys() | measured.keys()):
        if name not in recorded or name not in measured:
            found.append(f"{name}: {'not recorded' if name in measured else 'recorded, but not measured'}")
        elif abs(measured[name] / recorded[name] - 1) > TOLERANCE:
            change = 100 * (measured[name] / recorded[name] - 1)
            found.append(f"{name}: {measured[name]} instructions a packet, recorded {recorded[name]} ({change:+.1f} %)")
    return found


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bless", action="store_true", help="rewrite the record")
    options = parser.parse_args(arguments)
    if shutil.which("valgrind") is None:
        print("valgrind not found: nothing is counted.", file=sys.stderr)
        return SKIPPED
    if options.bless and os.environ.get("CI"):
        sys.exit("instruction counts are not blessed in CI")
    measured = measure_all()
    if options.bless:
        report.write_json(RECORD, {"about": "Instructions a packet under callgrind, release build of g++ 12; "
                                            "rewritten by instructions.py --bless.",
                                   "ranks": RANKS, "iterations": list(ITERATIONS), "per_packet": measured})
        return 0
    recorded = json.loads(RECORD.read_text())["per_packet"]
    rows = [[name, recorded.get(name, ""), count] for name, count in measured.items()]
    print(report.table(["workload", "recorded", "now"], rows))
    problems = moved(recorded, measured)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
