"""Golden runs: the virtual time of each scenario, and the digest of its events.

The digest changes when the protocol changes. The time also changes when a cost or SimGrid changes. The rows are the
same for every compiler and build type. Counts are not in this file: `expect` of each scenario has them.

    RMASIM_BINARY=build/release/rmasim /usr/bin/python3 tests/sim/golden.py --bless    rewrites the file
"""

import csv
import functools
import os
import pathlib
import sys

from rmasim_runner import every_scenario, plain_result

GOLDEN = pathlib.Path(__file__).with_name("golden.csv")
COLUMNS = ["scenario", "time_ns", "digest"]


def row_of(name):
    """Returns the row of the scenario's run, which all tests share."""
    result = plain_result(name)
    return {"scenario": name, "time_ns": str(result["time_ns"]), "digest": result["digest"]}


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
