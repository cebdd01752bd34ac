"""The progress line of `run`, what an interrupt prints, and the warning about the square of the ranks."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest
from rmasim_analysis import result_reference
from verbs import ENVIRONMENT, PROGRAM
from verbs_under_test import PATIENCE_S

LOOP = {"repeat": {"times": 1_000_000_000, "calls": [{"barrier": {}}]}}
# Executed node by node, and by time, since ranks of one node interact.
BY_NODE = {"name": "endless", "ranks": 3, "windows": {"w": {"bytes": 8}},
           "programs": [{"ranks": "0,1", "calls": [{"repeat": {"times": 1_000_000_000, "calls": [
               {"put": {"target": "1 - rank"}}, {"flush": {"target": "1 - rank"}}]}}]}]}
BY_NODE["programs"][0]["calls"][:0] = [{"lock_all": {}}]
IN_TIME = {**BY_NODE, "platform": {"ranks_per_node": 3}}
RATE = re.compile(r"rmasim: [\d,.]+ \w+ of virtual time, ([\d,]+) packets, [\d,]+/s, 1 of 3 ranks done")


def start(folder, scenario, *arguments, **options):
    (folder / "endless.json").write_text(json.dumps(scenario))
    return subprocess.Popen([PROGRAM, "run", "endless.json", *map(str, arguments)], cwd=folder, env=ENVIRONMENT,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **options)


def shown_until(terminal, pattern):
    """What the terminal shows up to the pattern."""
    shown, ends = "", time.monotonic() + PATIENCE_S
    while not re.search(pattern, shown):
        assert time.monotonic() < ends, shown
        shown += os.read(terminal, 4096).decode()
    return shown


@pytest.fixture
def terminal():
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


@pytest.mark.parametrize("scenario", [BY_NODE, IN_TIME], ids=["by node", "in time"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_prints_what_is_known_so_far(tmp_path, terminal, scenario, number):
    ours, theirs = terminal
    process = start(tmp_path, scenario, "--trace", "trace.json", stderr=theirs)
    os.close(theirs)
    shown = shown_until(ours, RATE.pattern)
    min_sent = int(RATE.search(shown)[1].replace(",", ""))
    process.send_signal(number)
    printed, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -number  # a shell reports 128 + number
    assert printed.startswith("endless: interrupted. A signal ended the run.\n")
    sent = int(re.search(r"^Messages +([\d,]+)", printed, re.MULTILINE)[1].replace(",", ""))
    assert sent >= min_sent > 0
    said = shown_until(ours, "figures are those so far")
    assert "endless.json: interrupted when 1 of 3 ranks were done" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["endless.json"]


def test_a_shell_sees_code_130(tmp_path):
    (tmp_path / "endless.json").write_text(json.dumps(BY_NODE))
    shell = subprocess.Popen(["sh", "-c", f"{PROGRAM} run endless.json >/dev/null; echo $?"], cwd=tmp_path,
                             env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    [run] = Path(f"/proc/{shell.pid}/task/{shell.pid}/children").read_text().split()
    os.kill(int(run), signal.SIGINT)
    printed, _ = shell.communicate(timeout=PATIENCE_S)
    assert printed == "130\n"


def test_the_result_so_far_is_a_result(tmp_path):
    process = start(tmp_path, BY_NODE, "--format", "json", stderr=subprocess.PIPE)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=PATIENCE_S)
    result = json.loads(printed)
    assert result["outcome"] == "interrupted" and result["messages"]["total"] > 0 and result["time_ns"] > 0
    jsonschema.validate(result, result_reference.schema())
    assert len(said.splitlines()) == 1  # no progress without a terminal


PUTS = {"times": "10 + 499999990 * group", "calls": [{"put": {"target": "1 - rank"}}, {"flush_all": {}}]}
GROUPS = {**BY_NODE, "groups": 3, "programs": [{"ranks": "0,1", "calls": [{"lock_all": {}}, {"repeat": PUTS},
                                                                          {"unlock_all": {}}]}]}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_of_groups_prints_what_is_known_so_far(tmp_path, number):
    process = start(tmp_path, GROUPS, "--format", "json", stderr=subprocess.PIPE)
    time.sleep(1)
    process.send_signal(number)
    printed, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -number  # a shell reports 128 + number
    result = json.loads(printed)
    jsonschema.validate(result, result_reference.schema())
    assert result["outcome"] == "interrupted"
    assert result["groups"] == {"count": 2, "by_outcome": {"finished": 1, "interrupted": 1}}
    assert result["messages"]["total"] > 1000
    assert said == "endless.json: interrupted when 1 of 3 groups were done; the figures are those so far\n"


def test_an_interrupt_of_groups_in_several_processes(tmp_path):
    process = start(tmp_path, GROUPS, "--format", "json", "-j", 2, "--piece", 1, stderr=subprocess.PIPE)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -signal.SIGINT, said
    assert json.loads(printed)["groups"] == {"count": 1, "by_outcome": {"finished": 1}}
    assert "interrupted when 1 of 3 groups were done; the figures are those so far" in said


def test_an_interrupted_computation_counts_up_to_the_end(tmp_path):
    exchange = {"repeat": {"times": 1_000_000_000, "calls": [
        {"send": {"target": "1 - rank"}}, {"recv": {"source": "1 - rank"}}]}}
    computes = {"name": "computes", "ranks": 3, "windows": {"w": {"bytes": 8}}, "programs": [
        {"ranks": "0, 1", "calls": [exchange]}, {"ranks": "2", "calls": [{"compute": {"ns": 1_000_000_000_000}}]}]}
    process = start(tmp_path, computes, "--format", "json", stderr=subprocess.PIPE)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    result = json.loads(process.communicate(timeout=PATIENCE_S)[0])
    assert result["outcome"] == "interrupted"
    assert 0 < result["time_spent"]["compute_ns"] <= result["time_ns"] < 1_000_000_000_000


def test_what_is_left_is_known_from_the_expected_total(tmp_path, terminal):
    ours, theirs = terminal
    expects = {**BY_NODE, "expect": {"messages": {"total": 4_000_000_000}}}
    process = start(tmp_path, expects, stderr=theirs)
    os.close(theirs)
    shown_until(ours, RATE.pattern + r", about [\d,]+ (s|min|h|hours|days) left")
    process.kill()
    process.communicate()


# ---- Ranks squared.

def everybody(*calls, **members):
    return {"name": "square", "windows": {"w": {"bytes": 8}}, "programs": [{"calls": list(calls)}], **members}


FENCE = everybody({"fence": {}}, {"fence": {}}, protocol={"family": "oldqueue"})
SQUARED = {
    "a fence of oldqueue": (FENCE, 4000, "fence", 16_000_000),
    "LOCK_ALL of ch4": (everybody({"lock_all": {}}, {"unlock_all": {}}, protocol={"family": "ch4"}), 4000, "lock_all",
                        16_000_000),
    "alltoall": (everybody({"alltoall": {"count": 1, "datatype": "int32"}},
                           protocol={"collectives": {"alltoall": "pairwise"}}), 5000, "alltoall", 25_000_000),
    "a loop over all ranks": (everybody({"lock_all": {}}, {"repeat": {"times": "size", "as": "i", "calls": [
        {"if": {"when": "i != rank", "calls": [{"put": {"target": "i"}}]}}]}}, {"unlock_all": {}}), 4000, "put",
        16_000_000),
    "the pattern": (everybody({"generate": {"pattern": "all_to_all", "bytes": 1}},
                              windows={"w": {"bytes": "size"}}), 4000, "put", 15_996_000),
}


BY_ONE = {"repeat": {"times": "size", "as": "i", "calls": [
    {"lock": {"target": "i", "type": "shared"}}, {"put": {"target": "i"}}, {"unlock": {"target": "i"}}]}}


def first_line(folder, scenario, ranks):
    """The first line on standard error within some seconds, or ""."""
    said, ends = folder / "said", time.monotonic() + 20
    with open(said, "w", encoding="utf-8") as file:
        process = start(folder, {**scenario, "ranks": ranks}, stderr=file)
        while not said.read_text().endswith("\n") and process.poll() is None and time.monotonic() < ends:
            time.sleep(0.05)
    process.kill()
    process.communicate()
    return said.read_text().partition("\n")[0]


@pytest.mark.parametrize("name", SQUARED)
def test_a_run_that_sends_the_square_of_its_ranks_says_so_first(tmp_path, name):
    scenario, ranks, call, packets = SQUARED[name]
    said = first_line(tmp_path, scenario, ranks)
    assert re.fullmatch(rf"square: in {call} \(programs\[0\]\.calls.*\) each rank sends to every other rank: about "
                        rf"{packets:,} packets, the square of {ranks:,} ranks", said), said


@pytest.mark.parametrize("name", SQUARED)
def test_the_square_is_what_a_small_run_sends(name):
    """The number of packets grows about four-fold with twice the ranks; n log n would grow by 2.3."""
    scenario, *_ = SQUARED[name]
    small, large = (packets(scenario, ranks) for ranks in (64, 128))
    assert 3 < large / small < 5


def packets(scenario, ranks):
    run = subprocess.run([PROGRAM, "run", "/dev/stdin", "--format", "json"], check=True, capture_output=True, text=True,
                         input=json.dumps({**scenario, "ranks": ranks}))
    return json.loads(run.stdout)["messages"]["total"]


@pytest.mark.parametrize("scenario, ranks", [
    (FENCE, 64), (everybody({"fence": {}}, {"put": {"target": "(rank + 1) % size"}}, {"fence": {}}), 4000),
    (everybody({"lock_all": {"assert": ["nocheck"]}}, {"unlock_all": {}}, protocol={"family": "ch4"}), 4000),
    (everybody({"alltoall": {"count": 1, "datatype": "int32"}}), 4000),
    (everybody({"if": {"when": "rank == 0", "calls": [BY_ONE]}}), 4000)])
def test_other_runs_say_nothing(tmp_path, scenario, ranks):
    assert first_line(tmp_path, scenario, ranks) == ""


# ---- The load of several processes.

def test_busy_is_cpu_time(tmp_path):
    """Two processes on one processor are busy for half of the time each."""
    file = Path(__file__).resolve().parents[2] / "scenarios/scale/put-fence.json"
    before = os.times()
    ran = subprocess.run(["taskset", "-c", str(min(os.sched_getaffinity(0))), PROGRAM, "run", file, "--set",
                          "ranks=20000", "-j", "2"], capture_output=True, text=True, check=True, cwd=tmp_path)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    busy = list(map(float, re.search(r"busy for ([\d.]+) to ([\d.]+) CPU s and waiting", ran.stderr).groups()))
    assert 0 < sum(busy) <= used + 0.1, (busy, used)
