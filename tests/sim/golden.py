"""Golden runs: what each scenario gave when it was last looked at, in layers that say what moved.

A row of golden.csv: the scenario; its message total; its virtual time; the digest of its events; a hash of its
JSON result without wall_s and without settings, so that a new setting moves no row. Counts move when the protocol does,
times also when a cost or SimGrid does. The same rows must be the same for every compiler and build type.

    RMASIM_BINARY=build/release/rmasim /usr/bin/python3 tests/sim/golden.py --bless    rewrites the file
"""

import csv
import functools
import hashlib
import json
import os
import pathlib
import sys

from rmasim_runner import every_scenario, plain_run

GOLDEN = pathlib.Path(__file__).with_name("golden.csv")
COLUMNS = ["scenario", "messages", "time_ns", "digest", "result"]


def row_of(name, finished=None):
    """The row of a run of the scenario: of `finished`, or of the one that all tests share."""
    result = json.loads((finished or plain_run(name)).stdout)
    for key in ("wall_s", "settings"):
        del result[key]
    return {
        "scenario": name,
        "messages": str(result["messages"]["total"]),
        "time_ns": str(result["time_ns"]),
        "digest": result["digest"],
        "result": hashlib.sha256(json.dumps(result, indent=1).encode()).hexdigest()[:16],
    }


@functools.cache
def read():
    with GOLDEN.open(newline="") as file:
        return {row["scenario"]: row for row in csv.DictReader(file)}


def bless():
    if os.environ.get("CI"):
        sys.exit("golden runs are not blessed in CI")
    with GOLDEN.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(row_of(name) for name in every_scenario())


if __name__ == "__main__":
    if sys.argv[1:] != ["--bless"]:
        sys.exit(__doc__)
    bless()
