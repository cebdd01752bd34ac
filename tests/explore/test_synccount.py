"""The races of Example A, variant 3, and the changes that prevent them."""

import json
import re

import pytest
from explore_runner import ROOT, explore, run, with_json

RACES = ROOT / "scenarios/synccount/races"
WORLDS = ROOT / "tests/explore/worlds/synccount"  # they fail


def explored(name, tmp_path, *options):
    return explore(RACES / with_json(name), "--out", tmp_path, *options)


@pytest.mark.parametrize("name", ["variant-3", "variant-3:keep-first"])
def test_a_free_comes_before_init(name, tmp_path):
    found = explored(name, tmp_path, "--first")
    assert found.returncode == 4
    assert "MPI_ERR_WIN_COUNTER: counter 1 of rank" in found.stderr


def test_a_barrier_leaves_the_race_of_later_rounds(tmp_path):
    found = explored("variant-3-barrier", tmp_path, "--first")
    assert found.returncode in (3, 4)
    assert "win_sync_object_init" not in found.stderr.splitlines()[0]


@pytest.mark.parametrize("name", ["cured-add", "cured-restart-safe", "cured-restart-barrier", "race-3-restart"])
def test_a_cure_leaves_no_failing_order(name, tmp_path):
    assert explored(name, tmp_path, "--limit", "2000").returncode == 0


def test_the_race_of_later_rounds_alone(tmp_path):
    found = explored("race-3", tmp_path, "--first")
    assert found.returncode == 0  # as the scenario expects
    assert re.search(r"startall \(\d+:\d+\): MPI_ERR_WIN_COUNTER: counter 1 of rank", found.stderr)


def test_the_report_says_which_signal_was_lost_and_by_which_reset():
    report = run(RACES / "race-3.json:ignored").stderr
    assert ("counter 1 of rank 1 at 1 of 1; signals from rank 0 applied: 2; "
            "1 signal was lost: start set the counter to 1 when it was at -1") in report


def test_a_start_behind_the_barrier_loses_signals(tmp_path):
    found = explore(WORLDS / "start-behind-barrier.json", "--out", tmp_path, "--first")
    assert found.returncode in (3, 4)


def test_a_late_signal_is_an_error_and_lowers_nothing(tmp_path):
    found = explore(WORLDS / "late-signal.json", "--out", tmp_path, "--first")
    assert found.returncode == 4
    assert "a signal of rank 0 came for the counter with index 0 of rank 1, which was freed" in found.stderr


@pytest.mark.parametrize("name, got", [("false-zero", 0), ("vacuous-signal", 0)])
def test_a_counter_cannot_know(name, got, tmp_path):
    found = explore(WORLDS / f"{name}.json", "--out", tmp_path)
    assert found.returncode == 1
    assert f", got {got}" in found.stderr


def test_the_failing_order_is_replayed(tmp_path):
    explored("variant-3", tmp_path, "--first")
    schedule = tmp_path / "variant-3.failing.json"
    assert json.loads(schedule.read_text())
    assert run(RACES / "variant-3.json", "--schedule", schedule).returncode == 4


def test_a_request_of_no_mode_signals_at_start_unless_the_settings_say_otherwise(tmp_path):
    found = explore(WORLDS / "mode-0-signals-at-start.json", "--out", tmp_path, "--first")
    assert found.returncode == 1
    assert "expected 0, got 5" in found.stderr


@pytest.mark.parametrize("name", ["peers-differ", "peers-differ-nobody-tells", "message-nobody-receives"])
def test_what_two_ranks_get_wrong_ends_alike_in_run_and_explore(name, tmp_path):
    scenario = ROOT / f"scenarios/synccount/errors/{name}.json"
    played, found = run(scenario), explore(scenario, "--out", tmp_path, "--first")
    reports = [" ".join(report.split()) for report in (played.stderr, found.stderr)]
    expected = "nobody has received the message" if name.startswith("message") else "all ranks must name the same peer"
    assert all(expected in report for report in reports)
