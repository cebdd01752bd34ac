"""`rmasim tune` with the simulator: its recommendations are correct, and it reports what it cannot do."""

import copy
import csv
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

from rmasim_analysis.program import simulate
from rmasim_analysis.tune import text
from rmasim_analysis.tune.outcome import needed_elements, outcome_of
from rmasim_analysis.tune.setting import PATHS, Setting, setting_at
from rmasim_analysis.tune.space import Space

pytestmark = pytest.mark.long

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ["RMASIM_BINARY"]
SCALE = ROOT / "scenarios/scale"
# 4 ranks put 256 bytes under a lock. With the scenario's settings that is too long to piggyback the lock.
LOCK_PUT = (SCALE / "lock-put.json", "--set", "ranks=4", "--set", "windows.w.bytes=256",
            "--set", "programs[0].calls[1].repeat.calls[1].put.count=256")
# 12 ranks put to 8 random ones of each other: time depends on the seed.
RANDOM = (SCALE / "lock-all-random.json", "--set", "ranks=12", "--runs", 50)


def tune(*arguments):
    command = [sys.executable, "-m", "rmasim_analysis", "tune", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "analysis"), "RMASIM_PROGRAM": BINARY}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@functools.cache
def found(*arguments):
    finished = tune(*arguments, "--format", "json")
    assert finished.returncode == 0 and finished.stderr == "", finished.stderr
    return json.loads(finished.stdout)


def written(folder, **members):
    path = folder / "scenario.json"
    path.write_text(json.dumps({"name": "test", "ranks": 2, "windows": {"w": {"bytes": 64}}} | members))
    return path


def test_the_same_bytes_whatever_the_number_of_processes(tmp_path):
    one = tune(*RANDOM, "-j", 1, "--tried", tmp_path / "1.csv")
    three = tune(*RANDOM, "-j", 3, "--tried", tmp_path / "3.csv")
    assert one.stdout == three.stdout != ""
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "3.csv").read_bytes()


def test_the_threshold_is_the_size_of_the_operation_and_halves_the_packets():
    result = found(*LOCK_PUT)
    assert result["patch"]["protocol"]["single_op_threshold_bytes"] == 256
    assert 2 * result["recommended"]["messages"] == result["own"]["messages"]
    best, own = (result[which]["memory_bytes_per_rank"] for which in ("recommended", "own"))
    assert best["promised"] < own["promised"], "elements that were never in use are given back"
    assert result["verified"]["seed_matters"] is False
    assert result["seeds"] == [1] and result["verified"]["seeds"] == [2, 3, 4, 5, 6]


def test_run_takes_the_patch_and_gives_the_promised_time(tmp_path):
    patch = tmp_path / "patch.json"
    result = found(*LOCK_PUT, "-o", patch)
    played = subprocess.run([BINARY, *result["command"][1:], "--format", "json"], capture_output=True, text=True,
                            check=True)
    run, promised = json.loads(played.stdout), result["recommended"]
    assert json.loads(patch.read_text()) == result["patch"]
    assert (run["time_ns"], run["messages"]["total"]) == (promised["time_ns"], promised["messages"])
    memory = run["memory_bytes_per_rank"]
    assert memory["total"] == promised["memory_bytes_per_rank"]["used"]
    assert memory["engine"] + memory["tables"] + memory["pools_bound"] == promised["memory_bytes_per_rank"]["promised"]


def test_the_patch_has_what_differs_from_the_file(tmp_path):
    calls = [{"lock": {"target": 1, "type": "shared"}}, {"put": {"target": 1, "count": 32}}, {"unlock": {"target": 1}}]
    scenario = written(tmp_path, programs=[{"ranks": "0", "calls": calls}],
                       protocol={"slots": 2, "op_pool": {"local": 3}})
    result = found(scenario, "--set", "protocol.single_op_threshold_bytes=8", "--set", "protocol.slots=4")
    # The threshold is the file's, or as good; one slot and one element of each kind are enough.
    assert result["patch"] == {"protocol": {"slots": 1, "single_op_threshold_bytes": 32,
                                            "op_pool": {"local": 1, "global": 0},
                                            "target_pool": {"local": 1, "global": 0}}}
    assert "protocol.slots=4" not in result["command"], "the patch has it, and --set would come after the patch"
    assert result["own"]["settings"]["protocol.op_pool.local"] == 3
    assert result["own"]["settings"]["protocol.op_pool.global"] == 64


def test_limit_and_budget_are_kept_and_more_memory_is_never_slower(tmp_path):
    times = []
    for limit_bytes in (1300, 4000):
        tried = tmp_path / "tried.csv"
        result = found(*RANDOM, "--memory", limit_bytes, "--tried", tried, "--verify", 0)
        assert result["recommended"]["memory_bytes_per_rank"]["promised"] <= limit_bytes
        assert result["runs"]["search"] <= 50
        with open(tried, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == result["runs"]["search"] + result["runs"]["confirming"]
        fitting = [int(row["time_ns"]) for row in rows if row["outcome"] == "finished"
                   and int(row["promised_bytes"]) <= limit_bytes]
        fastest = result["fastest"] or result["recommended"]
        assert min(fitting) == fastest["time_ns"] >= 0.999 * result["recommended"]["time_ns"]
        promised = [one["memory_bytes_per_rank"]["promised"] for one in (fastest, result["recommended"])]
        assert promised[0] >= promised[1]
        times.append(result["recommended"]["time_ns"])
    assert times == sorted(times, reverse=True)


@pytest.mark.long
def test_several_seeds_are_a_mean():
    result = found(*RANDOM, "--seed", 5, "--seeds", 2)
    single = [simulate(BINARY, SCALE / "lock-all-random.json", {"ranks": 12}, ["--seed", str(seed)]).result
              for seed in (5, 6)]
    assert result["seeds"] == [5, 6]
    assert result["own"]["time_ns"] == sum(run["time_ns"] for run in single) / 2


@pytest.mark.long
def test_messages_can_be_the_objective():
    result = found(*LOCK_PUT, "--objective", "messages")
    assert result["saves_percent"] == 50.0


def test_windows_that_take_turns_share_their_elements(tmp_path):
    """Three windows are used one after another. A fence epoch on each window has puts to eleven targets. So eleven
    elements of each kind that all windows share are as good as eleven elements for each window."""
    def epoch(window):
        put = {"put": {"win": window, "target": "(rank + 1 + i) % size", "disp": "8 * rank", "count": 8}}
        return [{"fence": {"win": window, "assert": ["noprecede"]}},
                {"repeat": {"times": 11, "as": "i", "calls": [put]}},
                {"fence": {"win": window, "assert": ["nosucceed"]}}]

    scenario = written(tmp_path, ranks=12, windows={name: {"bytes": 96} for name in "abc"},
                       programs=[{"calls": epoch("a") + epoch("b") + epoch("c")}],
                       protocol={"op_pool": {"local": 11, "global": 0}, "target_pool": {"local": 11, "global": 0}})
    levels = [f"protocol.{kind}_pool.{level}" for kind in ("op", "target") for level in ("local", "global")]
    smallest = next(one for one in found(scenario, "--over", ",".join(levels))["front"] if one["recommended"])
    assert [smallest["changes"][level] for level in levels] == [0, 11, 0, 11]
    assert smallest["saves_percent"] == 0


def test_only_what_is_asked_for_is_searched():
    result = found(*RANDOM, "--over", "protocol.op_pool.global", "--set", "protocol.op_pool.local=0")
    assert result["settings_searched"] == ["protocol.op_pool.global"]
    assert result["recommended"]["settings"].keys() == {"protocol.op_pool.global"}
    assert result["recommended"]["settings"]["protocol.op_pool.global"] < 64


def test_sizes_of_single_windows_are_searched():
    """A window with many targets needs many slots, and a window with a single target needs one slot. No other size can
    be reduced."""
    slots = SCALE.parent / "workloads/slots-of-windows.json"
    paths = ["windows.many.protocol.slots", "windows.one.protocol.slots", "windows.one.protocol.op_pool.local"]
    result = found(slots, "--over", ",".join(paths), "--set", "windows.many.protocol.slots=8",
                   "--set", "windows.one.protocol.slots=64", "--runs", 150)
    assert result["settings_searched"] == paths
    recommended = result["recommended"]["settings"]
    assert recommended[paths[0]] >= 64 and recommended[paths[1]] == 1 and recommended[paths[2]] == 1
    assert result["recommended"]["time_ns"] < result["own"]["time_ns"]
    assert result["patch"]["windows"]["many"]["protocol"]["slots"] == recommended[paths[0]]
    refused = tune(slots, "--over", "windows.nowhere.protocol.slots")
    assert refused.returncode == 2 and "a window of the scenario" in refused.stderr


def test_it_says_that_there_is_nothing_to_gain():
    finished = tune(SCALE / "lock-put.json", "--set", "ranks=8")
    assert "no setting found takes less time than the scenario's own; 664 bytes are enough" in finished.stdout


def dominates(one, other):
    def figures(of):
        return of["time_ns"], of["messages"], of["memory_bytes_per_rank"]["promised"]

    return figures(one) != figures(other) and all(a <= b for a, b in zip(figures(one), figures(other)))


@pytest.mark.parametrize("of", (LOCK_PUT, RANDOM, (*RANDOM, "--objective", "messages")))
def test_nothing_dominates_what_is_recommended(of):
    result = found(*of)
    assert not any(dominates(one, result["recommended"]) for one in [*result["front"], result["own"]])
    marked = [one for one in result["front"] if one["recommended"]]
    assert [one["patch"] for one in marked] == [result["patch"]]


def test_each_row_of_the_front_has_a_patch(tmp_path):
    result = found(*RANDOM, "--patches", tmp_path)
    rows = result["front"]
    assert len(rows) == len(list(tmp_path.iterdir())) > 2
    for number, row in enumerate(rows, start=1):
        path = tmp_path / f"row-{number}.json"
        assert json.loads(path.read_text()) == row["patch"]
        played = subprocess.run([BINARY, "run", RANDOM[0], "--patch", path, "--set", "ranks=12", "--format", "json"],
                                capture_output=True, text=True, check=True)
        assert json.loads(played.stdout)["time_ns"] == row["time_ns"]
    shown = re.findall(r"^ +(\d+)[ *] +([\d,]+) ", tune(*RANDOM).stdout.partition("The front")[2], re.MULTILINE)
    assert shown == [(str(number), f"{row['memory_bytes_per_rank']['promised']:,}")
                     for number, row in enumerate(rows, start=1) if str(number) in dict(shown)]
    assert len(shown) > 2


def test_it_says_that_a_gain_is_not_reliable():
    result = copy.deepcopy(found(*LOCK_PUT))
    figures = result["own"]
    result["verified"] = {"seeds": [2, 3], "runs": 4, "seed_matters": True, "own": figures, "recommended": figures}
    page = text.text_of(result)
    assert "no setting found reliably takes less time" in page and "makes a gain more reliable" in page
    slower = result["recommended"] | {"time_ns": (figures["time_ns"] + 3 * result["recommended"]["time_ns"]) / 4}
    result["verified"]["recommended"] = slower  # three quarters of the gain are left
    assert "less time than with the scenario's own settings" in text.text_of(result)
    result["verified"] |= {"own": figures | {"outcome": "deadlock", "time_ns": 1}}
    assert "scenario deadlock, recommended finished" in text.text_of(result)
    assert "less time than with the scenario's own settings" in text.text_of(result)


# The search cuts unused elements from a pool, on the assumption that the run stays identical.

@pytest.mark.parametrize("scenario, changes, settings", [
    ("workloads/transpose.json", {"ranks": 16}, {}),
    ("workloads/transpose.json", {"ranks": 16}, {"protocol.op_pool.local": 2, "protocol.target_pool.local": 20}),
    ("scale/lock-all-random.json", {"ranks": 16}, {}),
    ("scale/lock-all-random.json", {"ranks": 16}, {"protocol.op_pool.local": 1, "protocol.op_pool.global": 7}),
    ("scale/lock-all-random.json", {"ranks": 16}, {"protocol.target_pool.local": 0, "protocol.target_pool.global": 3}),
    ("newrma/threads/side-by-side.json", {}, {"protocol.op_pool.local": 1, "protocol.op_pool.global": 1}),
])
def test_elements_that_are_not_used_change_nothing(scenario, changes, settings):
    path = ROOT / "scenarios" / scenario
    document = json.loads(path.read_text())
    space = Space(tuple(setting_at(name, document, document) for name in PATHS if "_pool." in name),
                  len(document["windows"]))
    point = tuple(settings.get(setting.path, setting.own) for setting in space.settings)
    outcome = outcome_of(simulate(BINARY, path, changes | space.values(point)))
    cut = space.cut(point, outcome.needed)
    again = outcome_of(simulate(BINARY, path, changes | space.values(cut)))
    assert cut != point and again.digests == outcome.digests
    assert again.promised_bytes < outcome.promised_bytes or cut[1] == 0
    # One element less of a pool that is in use would be another run, or a pool that runs empty.
    assert space.cut(cut, again.needed) == cut


def test_a_pool_that_ran_empty_may_have_more():
    space = Space(tuple(Setting(f"protocol.op_pool.{level}", 0, 100, 4, 4) for level in ("local", "global")), 2)
    use = {"size": 4, "high_water": 4, "times_exhausted": 0, "time_waited_ns": 0}
    elements = {"op.global": use, "op.local.a": use | {"times_exhausted": 1}, "op.local.b": use}
    enough = needed_elements(elements)
    assert enough == {"protocol.op_pool.local": None, "protocol.op_pool.global": 4,
                      "windows.a.protocol.op_pool.local": None, "windows.b.protocol.op_pool.local": 4}
    short = needed_elements(elements | {"op.global": use | {"times_exhausted": 3}})
    assert all(min(other) < 4 for other in space.neighbours((4, 4), enough))  # at most moved to the other level
    assert (8, 4) in space.neighbours((4, 4), short) and (4, 8) in space.neighbours((4, 4), short)


def test_settings_are_read_as_the_simulator_reads_them():
    document = {"protocol": {"slots": 3.0, "op_pool": {"global": 5}}}
    assert setting_at("protocol.slots", document, document) == Setting("protocol.slots", 1, 1048576, 3, 3)
    assert setting_at("protocol.op_pool.local", document, document).own == 32
    assert setting_at("protocol.op_pool.global", document, document).own == 5
    result = simulate(BINARY, SCALE / "barrier.json", {"ranks": 2}).result
    sizes = {name: use["size"] for name, use in result["elements"].items()}
    defaults = {name: setting_at(f"protocol.{name}", {}, {}).own
                for name in ("op_pool.local", "op_pool.global", "target_pool.local", "target_pool.global")}
    assert defaults == {"op_pool.local": sizes["op.local.w"], "op_pool.global": sizes["op.global"],
                        "target_pool.local": sizes["target.local.w"], "target_pool.global": sizes["target.global"]}


# ---- Impossible requests.

def test_a_scenario_that_never_finishes():
    finished = tune(ROOT / "scenarios/errors/crossed-locks.json")
    assert finished.returncode == 3 and finished.stdout == ""
    assert "does not finish with any of the settings tried" in finished.stderr and "deadlock" in finished.stderr


@pytest.mark.long
def test_a_scenario_that_finishes_with_other_settings_only(tmp_path):
    """The network loses the first LOCK. If a put is short enough to carry the lock, no LOCK is sent."""
    calls = [{"lock": {"target": 1, "type": "shared"}}, {"put": {"target": 1, "count": 48}}, {"unlock": {"target": 1}}]
    scenario = written(tmp_path, programs=[{"ranks": "0", "calls": calls}], protocol={"single_op_threshold_bytes": 8},
                       faults={"losses": [{"kind": "LOCK", "nth": 1}]})
    result = found(scenario)
    assert result["own"]["outcome"] == "deadlock" and result["saves_percent"] is None
    assert result["recommended"]["outcome"] == "finished"
    assert result["patch"]["protocol"]["single_op_threshold_bytes"] == 48
    assert result["runs"]["settings_by_outcome"]["deadlock"] > 1
    assert "With its own settings the scenario does not finish (deadlock)." in text.text_of(result)


def test_settings_with_which_a_run_reads_wrong_values_are_left_out(tmp_path):
    calls = [{"store": {"target": 0, "value": 1}}, {"load": {"target": 0, "as": "x", "expect": 2}}]
    finished = tune(written(tmp_path, programs=[{"ranks": "0", "calls": calls}]))
    assert finished.returncode == 3 and "wrong values" in finished.stderr


def test_an_erroneous_program():
    finished = tune(ROOT / "scenarios/errors/put-outside-epoch.json")
    assert finished.returncode == 4 and "erroneous" in finished.stderr


@pytest.mark.parametrize("arguments, complaint", [
    ([ROOT / "scenarios/shm/fence/sparse.json"], "protocol.family: found shm"),
    ([SCALE / "no-such.json"], "no-such.json: found no such file"),
    ([SCALE / "lock-put.json", "--over", "protocol.ranks"], "--over: found protocol.ranks; allowed: protocol.slots"),
    ([SCALE / "lock-put.json", "--memory", "100"], "--memory: found 100; allowed: at least"),
    ([SCALE / "lock-put.json", "--runs", "3"], "--runs: found 3; allowed: at least"),
    ([SCALE / "lock-put.json", "--runs", "0"], "whole number of at least 1"),
    ([SCALE / "lock-put.json", "--set", "protocol.slots"], "PATH=VALUE"),
    ([SCALE / "lock-put.json", "--set", "protocol.slots=-3"], "protocol.slots"),
    ([SCALE / "lock-put.json", "--set", "protocol.slotz=3"], "protocol"),
])
def test_bad_input(tmp_path, arguments, complaint):
    finished = tune(*arguments, "-o", tmp_path / "patch.json", "--tried", tmp_path / "tried.csv")
    assert finished.returncode == 2 and complaint in finished.stderr, finished.stderr
    assert finished.stdout == "" and list(tmp_path.iterdir()) == []


def test_a_schedule_has_no_time(tmp_path):
    scenario = written(tmp_path, programs=[], schedule=["0 goes on"])
    finished = tune(scenario)
    assert finished.returncode == 2 and "replayed without virtual time" in finished.stderr
