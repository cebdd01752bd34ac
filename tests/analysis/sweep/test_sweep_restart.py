"""A sweep that is killed can be resumed, on one machine and on a cluster, and gives the same bytes."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from cluster import scheduler_process, worker
from verbs import ENVIRONMENT, SCENARIOS, verb

pytestmark = pytest.mark.long

UPDATES = "programs[0].calls[0].generate.updates"
SWEEP = ["sweep", SCENARIOS / "workloads/random-access.json", "--set", f"{UPDATES}=60", "--vary",
         "protocol.slots=1..64*2", "--vary", "seed=1..8"]
RUNS = 7 * 8
FILES = ("table.csv", "table.jsonl", "columns.json", "sweep.json")
PATIENCE_S = 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Returns the folder of the sweep that was made without interruption."""
    folder = tmp_path_factory.mktemp("whole") / "sweep"
    assert verb(*SWEEP, "--out", folder).returncode == 0
    return folder


def contents(folder):
    return {name: (folder / name).read_bytes() for name in FILES}


def runs_done(folder):
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("runs*.jsonl"))


@contextmanager
def under_way(folder, *arguments, sweep=SWEEP):
    """Returns the sweep as a process, after it has made some of its runs."""
    command = [sys.executable, "-m", "rmasim_analysis", *map(str, [*sweep, "--out", folder, *arguments])]
    process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: runs_done(folder) > RUNS // 6, process)
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until(condition, process):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_killed_sweep_is_resumed_and_gives_the_same_bytes(tmp_path, whole):
    folder = tmp_path / "sweep"
    with under_way(folder) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    made = runs_done(folder)
    assert made < RUNS and not (folder / "table.csv").exists()
    finished = verb(*SWEEP, "--out", folder)
    assert f"{RUNS - made} runs made, {made} were there already" in finished.stderr
    assert contents(folder) == contents(whole)


def test_the_run_of_a_truncated_line_is_repeated(tmp_path, whole):
    folder = shutil.copytree(whole, tmp_path / "sweep")
    journal = folder / "runs.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:30]) + lines[30][:25])
    (folder / "table.csv").unlink()
    finished = verb(*SWEEP, "--out", folder)
    assert f"{RUNS - 30} runs made, 30 were there already" in finished.stderr
    assert contents(folder) == contents(whole)


def test_parts_make_one_table(tmp_path, whole):
    folder = tmp_path / "sweep"
    for part in (1, 3, 2):
        assert verb(*SWEEP, "--out", folder, "--shard", f"{part}/3").returncode == 0
        assert not (folder / "table.csv").exists()
    finished = verb(*SWEEP, "--out", folder)
    assert finished.stderr.startswith("0 runs made")
    assert contents(folder) == contents(whole)


def test_parts_may_begin_at_the_same_moment(tmp_path):
    few = [*SWEEP[:-1], "seed=1", "--out", tmp_path / "sweep"]
    command = [sys.executable, "-m", "rmasim_analysis", *map(str, few)]
    parts = [subprocess.Popen([*command, "--shard", f"{k}/8"], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
             for k in range(1, 9)]  # the last one has nothing to do
    assert [(part.communicate()[1].split()[0], part.returncode) for part in parts] == [("1", 0)] * 7 + [("0", 0)]
    assert verb(*few).stderr.startswith("0 runs made, 7 were there already")


@pytest.mark.long
def test_the_number_of_jobs_does_not_matter(tmp_path, whole):
    verb(*SWEEP, "--out", tmp_path / "sweep", "-j", 5)
    assert contents(tmp_path / "sweep") == contents(whole)


def test_two_sweeps_do_not_write_to_one_folder(tmp_path):
    with under_way(tmp_path / "sweep"):
        second = verb(*SWEEP, "--out", tmp_path / "sweep")
    assert second.returncode == 2 and "a sweep that another process is executing" in second.stderr


def test_a_scenario_that_changes_meanwhile_ends_the_sweep(tmp_path):
    scenario = Path(shutil.copy(SWEEP[1], tmp_path))
    with under_way(tmp_path / "sweep", sweep=[SWEEP[0], scenario, *SWEEP[2:]]) as process:
        scenario.write_text(scenario.read_text().replace("RandomAccess", "random access"))
        _, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2 and b"changed during the sweep" in complaints
    assert not (tmp_path / "sweep").exists()


# ---- On a cluster: a scheduler and two workers of their own, on the loopback.

@pytest.fixture
def scheduler():
    """Starts a scheduler and yields its address."""
    with scheduler_process() as (_, address):
        yield address


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(tmp_path, scheduler, whole):
    folder = tmp_path / "sweep"
    with worker(scheduler, tmp_path / "a") as lost, worker(scheduler, tmp_path / "b"):
        with under_way(folder, "--dask", scheduler) as process:
            lost.send_signal(signal.SIGKILL)
            done_at_the_loss = runs_done(folder)
            _, complaints = process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0, complaints
            assert len(complaints.splitlines()) == 1, complaints
    assert done_at_the_loss < RUNS
    assert contents(folder) == contents(whole)


@pytest.mark.long
def test_a_refused_setting_is_said_by_a_cluster_too(tmp_path, scheduler):
    with worker(scheduler, tmp_path / "a"):
        finished = verb("sweep", SCENARIOS / "workloads/random-access.json", "--vary", "protocol.slots=4,0", "--out",
                        tmp_path / "sweep", "--dask", scheduler)
    assert finished.returncode == 2
    assert "protocol.slots: found 0" in finished.stderr


@pytest.mark.long
def test_no_scheduler_is_bad_input(tmp_path):
    finished = verb(*SWEEP, "--out", tmp_path / "sweep", "--dask", "nonsense://127.0.0.1:1",
                    "--dask-wait-s", 1)
    assert finished.returncode == 2 and "--dask: found nonsense://127.0.0.1:1" in finished.stderr
    assert not (tmp_path / "sweep").exists()


def test_the_table_is_not_written_before_all_is_done(tmp_path):
    verb(*SWEEP, "--out", tmp_path / "sweep", "--shard", "1/2")
    assert sorted(os.listdir(tmp_path / "sweep")) == ["runs-1-of-2.jsonl", "sweep.json"]
    assert json.loads((tmp_path / "sweep/sweep.json").read_text())["runs"] == RUNS


@pytest.mark.long
def test_a_lost_cluster_ends_the_sweep_with_a_message_and_another_one_resumes_it(tmp_path, whole):
    folder = tmp_path / "sweep"
    with scheduler_process() as (process, address), worker(address, tmp_path / "a"):
        with under_way(folder, "--dask", address) as sweep:
            process.kill()
            _, complaints = sweep.communicate(timeout=PATIENCE_S)
    assert sweep.returncode == 5, complaints
    assert b"the same command resumes the sweep" in complaints
    assert 0 < runs_done(folder) < RUNS
    assert verb(*SWEEP, "--out", folder).returncode == 0
    assert contents(folder) == contents(whole)
