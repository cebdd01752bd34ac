"""Golden runs: what each scenario gave when it was last looked at, in layers that say what moved.

A row of golden.csv: the scenario; its message total; its virtual time; the digest of its events; a hash of its
whole JSON result but for wall_s. Counts move when the protocol does, times also when a cost or SimGrid does. The same
rows must be the same for every compiler and build type.

    RMASIM_BINARY=build/release/rmasim /usr/bin/python3 tests/sim/golden.py --bless    rewrites the file
"""

import csv
import functools
import hashlib
import os
import pathlib
import re
import sys

from rmasim_runner import every_scenario, plain_run

GOLDEN = pathlib.Path(__file__).with_name("golden.csv")
COLUMNS = ["scenario", "messages", "time_ns", "digest", "result"]


def row_of(name, finished=None):
    """The row of a run of the scenario: of `finished`, or of the one that all tests share."""
    text = (finished or plain_run(name)).stdout
    without_wall = re.sub(r',\n  "wall_s": [^\n]*', "", text)
    assert without_wall != text

    def first(pattern):
        return re.search(pattern, text).group(1)

    return {
        "scenario": name,
        "messages": first(r'"total": (\d+)'),
        "time_ns": first(r'"time_ns": (\d+)'),
        "digest": first(r'"digest": "(\w+)"'),
        "result": hashlib.sha256(without_wall.encode()).hexdigest()[:16],
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
