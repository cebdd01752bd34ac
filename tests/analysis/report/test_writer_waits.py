"""The table of lock orders is computed from runs: the blocked runs, and the waiting times of writers."""

import os
import pathlib
import subprocess
import sys

import pytest

from rmasim_analysis import writer_waits

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ["RMASIM_BINARY"]
SCENARIO = ROOT / "scenarios/newrma/lock/writers-beside-readers.json"
WRITERS = range(2, 4)
EPOCHS = 20  # of each writer


@pytest.mark.long
def test_readers_that_overtake_make_writers_wait():
    rows = {row.order: row for row in writer_waits.measure(BINARY, SCENARIO, WRITERS, 6)}
    for order in ("readers_first", "holders_first"):
        assert rows[order].blocked == 0
        assert len(rows[order].waits_ns) == 6 * len(WRITERS) * EPOCHS
        assert rows[order].waits_ns == sorted(rows[order].waits_ns)
    assert rows["readers_first"].waits_ns[-1] > 1.5 * rows["holders_first"].waits_ns[-1]


def test_a_blocked_run_has_no_waits():
    blocked = next(seed for seed in range(1, 40)
                   if writer_waits.run_once(BINARY, SCENARIO, "fifo", seed, WRITERS) is None)
    assert writer_waits.run_once(BINARY, SCENARIO, "holders_first", blocked, WRITERS)


def test_the_table():
    row = writer_waits.Row("fifo", 3, list(range(1000, 101_000, 1000)))
    assert writer_waits.table([row]).splitlines()[-1] == "| `fifo` | 3 | 100.0 us | 100.0 us | 50.5 us |"
    assert writer_waits.table([writer_waits.Row("fifo", 3, [])]).splitlines()[-1] == "| `fifo` | 3 | - | - | - |"


def test_the_command_prints_it():
    command = [sys.executable, "-m", "rmasim_analysis.writer_waits", BINARY, SCENARIO, "--writers", "2-3",
               "--seeds", "2"]
    printed = subprocess.run(command, cwd=ROOT / "analysis", check=True, capture_output=True, text=True).stdout
    assert [line.split("|")[1].strip() for line in printed.splitlines()[2:]] == [
        "`fifo`", "`readers_first`", "`holders_first`"]
