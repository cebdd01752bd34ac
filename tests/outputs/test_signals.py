"""A signal at any time ends a subcommand like any other program. The subcommand leaves no incomplete file and no
process behind.
"""

import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from verbs import ENVIRONMENT, PROGRAM, SCENARIOS
from verbs_under_test import OF_PYTHON, PATIENCE_S, Verb, files_in, prepared, unfinished_in

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
ENDLESS = {"name": "endless", "ranks": 2, "windows": {"w": {"bytes": 8}},
           "programs": [{"calls": [{"repeat": {"times": 1_000_000_000, "calls": [{"barrier": {}}]}}]}]}
RUN = Verb("run", ("run", "endless.json", "--trace", "trace.json", "--memory", "memory"))
ENDLESS_PYTHON = [
    Verb("check", ("check", "endless.json", "--junit", "junit.xml"), python=True),
    Verb("bless", ("check", "endless.json", "--bless"), python=True),
    Verb("sweep", ("sweep", "endless.json", "--vary", "seed=1..3"), python=True),
    Verb("tune", ("tune", "endless.json", "-o", "patch.json"), python=True),
    Verb("report", ("report", "endless.json", "-o", "page.html"), python=True),
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "endless.json").write_text(json.dumps(ENDLESS))
    (tmp_path / "trace.json").write_text("before")
    return prepared(tmp_path)


def begun(verb, folder):
    return subprocess.Popen(verb.command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until(condition, process):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.001)


def simulators_in(folder):
    """Returns the process numbers of the simulators whose working directory is `folder`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if os.readlink(process / "cwd") == str(folder) and b"rmasim_analysis" not in words and b"run" in words:
                found.append(int(process.name))
        except OSError:
            continue
    return found


@pytest.mark.long
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_an_archive_is_written_leaves_nothing(folder, number):
    """Writing the archive takes some seconds. An existing folder of the same name stays unchanged."""
    subprocess.run([PROGRAM, "run", SCENARIOS / "workloads/transpose.json", "--trace", folder / "packets.json"],
                   capture_output=True, check=True)
    (folder / "archive").mkdir()
    process = begun(OF_PYTHON[-1], folder)
    wait_until(lambda: any(folder.glob("archive.*.unfinished/traces/*.evt")), process)
    process.send_signal(number)
    assert process.wait(PATIENCE_S) == -number
    assert unfinished_in(folder) == [] and list((folder / "archive").iterdir()) == []


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("arguments, words", [
    (("sweep", "endless.json", "--vary", "seed=1..3", "--out", "s"),
     "endless: interrupted; 0 of 3 runs are finished and kept in s; the same command makes the others"),
    (("tune", "endless.json"), "endless.json: interrupted; 0 runs of the search were finished and are lost; with "
     "--parts DIR, the same command continues an interrupted search"),
    (("tune", "endless.json", "--parts", "p"), "endless.json: interrupted; 0 runs of the search are finished and kept "
     "in p; the same command continues the search"),
])
def test_an_interrupted_subcommand_reports_what_is_finished(folder, number, arguments, words):
    process = begun(Verb(arguments[0], arguments, python=True), folder)
    wait_until(lambda: simulators_in(folder), process)
    process.send_signal(number)
    output, complaints = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, output, complaints) == (-number, "", words + "\n")


def bytes_of(paths):
    return sum(os.stat(path).st_size for path in paths)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_run_that_is_writing(folder, number):
    before = files_in(folder)
    process = begun(RUN, folder)
    # The run has begun if the trace has more than its head.
    wait_until(lambda: len(unfinished_in(folder)) == 2 and bytes_of(unfinished_in(folder)) > 1 << 20, process)
    process.send_signal(number)
    _, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -number
    before_run, *after = complaints.splitlines()
    assert "the trace of this run would take about" in before_run
    # SIGHUP ends the run at once.
    if number == signal.SIGHUP:
        assert after == []
    else:
        assert len(after) == 1 and "interrupted when 0 of 2 ranks were done" in after[0]
    assert files_in(folder) == before and (folder / "trace.json").read_text() == "before"


@pytest.mark.parametrize("delay_ms", range(0, 40, 4))
def test_a_run_at_any_moment(folder, delay_ms):
    before = files_in(folder)
    process = begun(RUN, folder)
    time.sleep(delay_ms / 1000)
    process.terminate()
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -signal.SIGTERM
    assert files_in(folder) == before and (folder / "trace.json").read_text() == "before"


@pytest.mark.long
def test_a_limit_of_processor_time(folder):
    """The system sends SIGXCPU, then SIGKILL. The process cannot remove its files, but the old file is still complete.
    """
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))

    subprocess.run(RUN.command, cwd=folder, env=ENVIRONMENT, capture_output=True, preexec_fn=limit, check=False)
    assert (folder / "trace.json").read_text() == "before"


def test_a_signal_that_the_caller_ignores_is_ignored(folder):
    process = subprocess.Popen(["nohup", *RUN.command], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: len(unfinished_in(folder)) == 2, process)
    process.send_signal(signal.SIGHUP)
    time.sleep(0.05)
    assert process.poll() is None
    process.terminate()
    process.communicate(timeout=PATIENCE_S)
    assert unfinished_in(folder) == []


@pytest.mark.long
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("verb", ENDLESS_PYTHON, ids=str)
def test_a_python_verb_ends_its_runs_as_well(folder, verb, number):
    before = files_in(folder)
    process = begun(verb, folder)
    wait_until(lambda: simulators_in(folder), process)
    process.send_signal(number)
    _, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -number, complaints
    assert "Traceback" not in complaints
    assert unfinished_in(folder) == []
    deadline = time.monotonic() + PATIENCE_S
    while simulators_in(folder):  # each was sent a signal, which it may take a moment to obey
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # A sweep that was begun can be resumed.
    assert set(files_in(folder)) - set(before) <= {"endless.sweep"}


@pytest.mark.long
@pytest.mark.parametrize("delay_ms", range(0, 600, 20))
@pytest.mark.parametrize("verb", [OF_PYTHON[0], OF_PYTHON[1], OF_PYTHON[4]], ids=str)
def test_a_python_verb_at_any_moment(folder, verb, delay_ms):
    process = begun(verb, folder)
    time.sleep(delay_ms / 1000)
    process.terminate()
    _, complaints = process.communicate(timeout=PATIENCE_S)
    # Before our first line, Python itself dies of the signal in the same way.
    assert process.returncode in (0, -signal.SIGTERM), complaints
    assert unfinished_in(folder) == [] and "Traceback" not in complaints
    for path in folder.rglob("*.json"):
        if path.name != "trace.json":
            json.loads(path.read_text())
