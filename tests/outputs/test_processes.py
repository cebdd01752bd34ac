"""A run on several processes: it ends as one, whatever happens to any of them, says so once and leaves none behind."""

import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from verbs import ENVIRONMENT, PROGRAM, SCENARIOS
from verbs_under_test import PATIENCE_S

ENDLESS = {"name": "endless", "ranks": 6, "windows": {"w": {"bytes": 8}},
           "programs": [{"calls": [{"repeat": {"times": 1_000_000_000, "calls": [{"barrier": {}}]}}]}]}
HALO = SCENARIOS / "scale/halo-fence.json"


def run(*arguments, **how):
    return subprocess.run([PROGRAM, "run", *map(str, arguments)], capture_output=True, text=True, env=ENVIRONMENT,
                          timeout=PATIENCE_S, check=False, **how)


def children_of(pid):
    return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_there(pid):
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


@pytest.fixture
def endless(tmp_path):
    """A run on three processes, and its children, once they are at work."""
    (tmp_path / "endless.json").write_text(json.dumps(ENDLESS))
    process = subprocess.Popen([PROGRAM, "run", "endless.json", "-j", "3"], cwd=tmp_path, env=ENVIRONMENT, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + PATIENCE_S
    while len(children := children_of(process.pid)) < 2:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.001)
    time.sleep(0.1)
    yield process, children
    process.kill()
    process.communicate()


def require_gone(pids):
    deadline = time.monotonic() + PATIENCE_S
    while any(is_there(pid) for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.mark.parametrize("which", [0, 1])
def test_another_process_is_killed(endless, which):
    process, children = endless
    os.kill(children[which], signal.SIGKILL)
    said, complaint = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, said) == (5, "")
    assert complaint == f"rmasim: process {which + 1} of the run was ended by signal 9 (Killed)\n"
    require_gone(children)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_the_first_process_is_ended(endless, number):
    process, children = endless
    process.send_signal(number)
    assert process.communicate(timeout=PATIENCE_S) == ("", "")
    assert process.returncode == -number
    require_gone(children)


def test_all_are_interrupted(tmp_path):
    """As by Ctrl-C at a terminal."""
    (tmp_path / "endless.json").write_text(json.dumps(ENDLESS))
    process = subprocess.Popen([PROGRAM, "run", "endless.json", "-j", "2"], cwd=tmp_path, env=ENVIRONMENT, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=PATIENCE_S) == ("", "") and process.returncode == -signal.SIGINT


def test_a_lack_of_memory_is_said_once():
    limit = 160 << 20
    finished = run(HALO, "--set", "ranks=200000", "-j", 2,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    if finished.returncode == 127 or finished.returncode < 0:
        pytest.skip("this build does not start under a limit of addresses")
    assert finished.returncode == 2 and finished.stdout == "", finished.stderr
    assert "; allowed: what fits into memory" in finished.stderr and len(finished.stderr.splitlines()) == 1


def test_the_result_is_that_of_one_process():
    one, three = (json.loads(run(HALO, "--set", "ranks=300", "--format", "json", "-j", jobs).stdout) for jobs in (1, 3))
    del one["wall_s"], three["wall_s"]
    assert one == three


def test_it_says_where_time_went_and_that_one_is_faster():
    finished = run(HALO, "--set", "ranks=20", "-j", 2)
    assert finished.returncode == 0
    figures, advice = finished.stderr.splitlines()
    assert figures.startswith("rmasim: 2 processes, each busy for ") and " s and waiting for " in figures
    assert advice.endswith(" a window and process: -j 1 is faster")


@pytest.mark.parametrize("arguments", [("--trace", "trace.json"), ("--memory", "memory"), ("--check-invariants",)])
def test_what_needs_one_process_is_refused(tmp_path, arguments):
    finished = run(HALO, "--set", "ranks=20", "-j", 2, *arguments, cwd=tmp_path)
    assert finished.returncode == 2 and "one process" in finished.stderr and len(finished.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_more_processes_than_nodes_are_refused():
    finished = run(HALO, "--set", "ranks=4", "-j", 5)
    assert finished.returncode == 2 and len(finished.stderr.splitlines()) == 1


def test_an_early_end_is_that_of_one_process(tmp_path):
    """It is played again: what is said is the same, and so is the exit code."""
    wrong = {"name": "wrong", "ranks": 4, "windows": {"w": {"bytes": 64}}, "programs": [
        {"ranks": "0", "calls": [{"compute": {"ns": 300}}, {"unlock": {"win": "w", "target": 1}}]},
        {"ranks": "3", "calls": [{"compute": {"ns": 100}}, {"unlock": {"win": "w", "target": 1}}]}]}
    stuck = {"name": "stuck", "ranks": 4, "windows": {"w": {"bytes": 64}},
             "programs": [{"ranks": "rank < 3", "calls": [{"barrier": {}}]}]}
    for name, scenario, code in (("wrong", wrong, 4), ("stuck", stuck, 3)):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(scenario))
        one, two = run(file), run(file, "-j", 2)
        assert one.returncode == two.returncode == code
        assert one.stderr == two.stderr
