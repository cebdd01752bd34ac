"""The functions of the example notebook (tests/pages compares its outputs), and those that it does not show."""

import subprocess
import sys

import pytest
from verbs import ENVIRONMENT, ROOT, SCENARIOS

import rmasim_analysis as rma

sys.path.append(str(ROOT / "tests/pages"))

from notebook import execute  # noqa: E402


def test_a_cell_that_shows_something_else_would_be_seen():
    assert execute("x = 1\nprint('a')\nx + 1", {}) == ("a\n", "2")
    assert execute("x = 1", {}) == ("", "")


# ---- Functions that the notebook does not show.

def test_an_exploration_as_a_frame(tmp_path):
    world = ROOT / "tests/explore/worlds/thread-flush-put.json"
    text = subprocess.run([ENVIRONMENT["RMASIM_PROGRAM"], "explore", world, "--format", "json"], capture_output=True,
                          check=True).stdout
    (tmp_path / "found.json").write_bytes(text)
    frame = rma.load_exploration(tmp_path / "found.json")
    assert frame.loc["LOCK", ["least", "most"]].tolist() == [0, 1]


def test_elements_as_a_frame():
    result = rma.simulate(ENVIRONMENT["RMASIM_PROGRAM"], SCENARIOS / "newrma/lock/lock-put-unlock.json").result
    frame = rma.load_elements(result)
    assert frame.loc["op.local.w", "size"] == 32 and frame.loc["target.local.w", "high_water"] == 1
    assert rma.load_time_spent(result)["share"].sum() == pytest.approx(1)


def test_tables_and_fall_backs_as_frames():
    result = rma.simulate(ENVIRONMENT["RMASIM_PROGRAM"], SCENARIOS / "newrma/lock_all/fall-back.json").result
    tables = rma.load_tables(result)
    assert tables.loc["w", ["slots", "targets_restored", "fall_backs"]].tolist() == [
        8, result["tables"]["w"]["targets_restored"], 1]
    (one,) = rma.load_fall_backs(result).itertuples(index=False)
    assert (one.rank, one.window, one.call, one.needed_by) == (0, "w", "put", "w")
    assert tables.loc["w", "fall_backs_ns"] == one.took_ns
    without = rma.simulate(ENVIRONMENT["RMASIM_PROGRAM"], SCENARIOS / "newrma/lock/lock-put-unlock.json").result
    assert rma.load_fall_backs(without).empty


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError):
        rma.load_nothing
