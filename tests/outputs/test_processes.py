"""A run on several processes ends as a whole, whatever happens to any of its processes. It prints one message and
leaves no process behind."""

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
    """Returns a run on three processes and its children, after they have started to work."""
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


def test_the_first_process_is_killed(endless):
    process, children = endless
    process.kill()
    assert process.communicate(timeout=PATIENCE_S) == ("", "")
    require_gone(children)


def require_interrupted(process, number):
    """The process prints the figures so far, then ends by the signal."""
    said, complaint = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -number
    assert "interrupted" in said.splitlines()[0], said
    assert " ranks were done; the figures are those so far\n" in complaint, complaint


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_process_is_interrupted(endless, number):
    process, children = endless
    process.send_signal(number)
    require_interrupted(process, number)
    require_gone(children)


def test_all_are_interrupted(tmp_path):
    """All processes get the signal, as by Ctrl-C at a terminal."""
    (tmp_path / "endless.json").write_text(json.dumps(ENDLESS))
    process = subprocess.Popen([PROGRAM, "run", "endless.json", "-j", "2"], cwd=tmp_path, env=ENVIRONMENT, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    require_interrupted(process, signal.SIGINT)


def test_a_lack_of_memory_is_said_once():
    limit = 160 << 20
    finished = run(HALO, "--set", "ranks=200000", "-j", 2,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    if finished.returncode == 127 or finished.returncode < 0:
        pytest.skip("this build does not start under a limit of addresses")
    assert finished.returncode == 2 and finished.stdout == "", finished.stderr
    assert "; allowed: a scenario that fits into memory" in finished.stderr and len(finished.stderr.splitlines()) == 1


def test_the_result_is_that_of_one_process():
    one, three = (json.loads(run(HALO, "--set", "ranks=300", "--format", "json", "-j", jobs).stdout) for jobs in (1, 3))
    del one["wall_s"], three["wall_s"]
    assert one == three


def test_it_says_where_time_went_and_that_one_is_faster():
    finished = run(HALO, "--set", "ranks=20", "-j", 2)
    assert finished.returncode == 0
    figures, advice = finished.stderr.splitlines()
    assert figures.startswith("rmasim: 2 processes, each busy for ") and " s and waiting for " in figures
    assert advice.endswith(" per slice and process: -j 1 is faster")


def test_what_needs_one_process_is_refused(tmp_path):
    finished = run(HALO, "--set", "ranks=20", "-j", 2, "--check-invariants", cwd=tmp_path)
    assert finished.returncode == 2 and "one process" in finished.stderr and len(finished.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


SELECTIONS = [(), ("--trace-ranks", "0-3,28"), ("--trace-time", "2us-9us"), ("--trace-kinds", "packets,waits"),
              ("--trace-limit-mb", 1)]


@pytest.mark.parametrize("selection", SELECTIONS, ids=lambda selection: " ".join(map(str, selection)) or "all")
def test_files_are_those_of_one_process(tmp_path, selection):
    files = {}
    for jobs in (1, 3):
        trace, memory = tmp_path / f"trace-{jobs}", tmp_path / f"memory-{jobs}"
        finished = run(HALO, "--set", "ranks=30", "--set", "data=true", "-j", jobs, "--trace", trace, *selection,
                       "--memory", memory)
        assert finished.returncode == 0, finished.stderr
        files[jobs] = trace.read_bytes(), memory.read_bytes()
    assert files[1] == files[3]


@pytest.mark.parametrize("option", ["--trace", "--memory"])
def test_a_full_device(tmp_path, option):
    finished = run(HALO, "--set", "ranks=20", "--set", "data=true", "-j", 2, option, "/dev/full", cwd=tmp_path)
    assert (finished.returncode, finished.stdout) == (5, "")
    assert finished.stderr == f"rmasim: {option} /dev/full could not be written: No space left on device\n"


@pytest.mark.parametrize("option", ["--trace", "--memory"])
def test_a_full_disk(tmp_path, option):
    """All processes have the limit, but only the first one writes."""
    limit = 5000
    finished = run(HALO, "--set", "ranks=40", "--set", "data=true", "-j", 3, option, "file", cwd=tmp_path,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert (finished.returncode, finished.stdout) == (5, "")
    assert finished.stderr == f"rmasim: {option} file could not be written: File too large\n"
    assert list(tmp_path.iterdir()) == []


def traced_run(folder):
    """Returns an endless run on three processes, after it has started to work."""
    (folder / "endless.json").write_text(json.dumps(ENDLESS))
    process = subprocess.Popen([PROGRAM, "run", "endless.json", "-j", "3", "--memory", "memory", "--trace", "trace",
                                "--trace-ranks", "0", "--trace-kinds", "packets", "--trace-limit-mb", "1000000000"],
                               cwd=folder, env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + PATIENCE_S
    while len(children_of(process.pid)) < 2 or sum(file.stat().st_size for file in folder.glob("trace*")) == 0:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.001)
    return process


def test_a_killed_process_leaves_no_files(tmp_path):
    process = traced_run(tmp_path)
    os.kill(children_of(process.pid)[1], signal.SIGKILL)
    assert process.communicate(timeout=PATIENCE_S) == (
        "", "rmasim: process 2 of the run was ended by signal 9 (Killed)\n")
    assert process.returncode == 5
    assert [path.name for path in tmp_path.iterdir()] == ["endless.json"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_no_files(tmp_path, number):
    process = traced_run(tmp_path)
    os.killpg(process.pid, number)
    require_interrupted(process, number)
    assert [path.name for path in tmp_path.iterdir()] == ["endless.json"]


def of_nobody(*command, **how):
    """Runs a command as another user than root, because root may start any number of processes."""
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, cwd="/", check=False, **user, **how)


def test_a_process_that_cannot_be_made(tmp_path):
    try:
        of_nobody(PROGRAM, "--version").check_returncode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("others may not start this build")
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(ENDLESS))
    with file.open(encoding="utf-8") as stream:
        finished = of_nobody(PROGRAM, "run", "/dev/stdin", "-j", "3", stdin=stream,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)))
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr == (
        "/dev/stdin: --jobs: found 3 (process 2 of 3 (fork): Resource temporarily unavailable); allowed: fewer "
        "processes, as many as the system can still create; or one, -j 1\n")


def test_more_processes_than_nodes_are_refused():
    finished = run(HALO, "--set", "ranks=4", "-j", 5)
    assert finished.returncode == 2 and len(finished.stderr.splitlines()) == 1


def test_an_early_end_is_that_of_one_process(tmp_path):
    """The messages and the exit code are those of a run in one process."""
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


@pytest.mark.parametrize("pipe", [False, True], ids=["file", "pipe"])
def test_the_files_of_an_early_end(tmp_path, pipe):
    """The repeated run does not write its files again, because a pipe already has their contents."""
    put = {"put": {"win": "w", "target": "(rank + 1) % size", "count": 8, "value": 7}}
    fence = {"fence": {"win": "w"}}
    stuck = {"name": "stuck", "ranks": 4, "windows": {"w": {"bytes": 64}}, "programs": [
        {"ranks": "rank < 3", "calls": [fence, put, fence, {"barrier": {}}]},
        {"ranks": "3", "calls": [fence, put, fence]}]}
    unexpected = {"name": "unexpected", "ranks": 4, "windows": {"w": {"bytes": 64}},
                  "programs": [{"calls": [fence, put, fence]}],
                  "expect": {"memory": [{"ranks": "3", "win": "w", "values": [6]}]}}
    for name, scenario, code in (("stuck", stuck, 3), ("unexpected", unexpected, 1)):
        file, trace = tmp_path / f"{name}.json", tmp_path / "trace"
        file.write_text(json.dumps(scenario))
        found = []
        for jobs in (1, 2):
            to = ("/dev/stdout", "--format", "json") if pipe else (trace,)
            finished = run(file, "-j", jobs, "--memory", tmp_path / "memory", "--trace", *to)
            assert finished.returncode == code, finished.stderr
            found.append((trace.read_bytes() if not pipe else finished.stdout.partition("]}\n")[0],
                          (tmp_path / "memory").read_bytes()))
        assert found[0] == found[1] and len(found[0][0]) > 5000
