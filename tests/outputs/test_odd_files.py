"""Odd files and processes: loops of symbolic links, a NUL at the end, a killed campaign, a compiler without input."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from verbs import ENVIRONMENT, PROGRAM, ROOT, SCENARIOS
from verbs_under_test import PATIENCE_S

SCENARIO = SCENARIOS / "newrma/lock/lock-put-unlock.json"
LOOPS = [("run", "loop.json"), ("explore", "loop.json"), ("validate", "loop.json"), ("run", "loop.json/inside.json"),
         ("run", "ok.json", "--patch", "loop.json"), ("run", "ok.json", "--schedule", "loop.json"),
         ("run", "ok.json", "--trace", "loop.json"), ("run", "ok.json", "--memory", "loop.json"),
         ("explore", "ok.json", "--out", "loop"), ("fuzz", "--runs", "1", "--out", "loop"), ("check", "loop.json"),
         ("check", "loop"), ("check", "ok.json", "--junit", "loop.json"), ("compare", "loop.json", "ok.json"),
         ("report", "loop.json", "-o", "page.html"), ("report", "ok.json", "-o", "loop.json"),
         ("sweep", "loop.json", "--vary", "seed=1,2"), ("sweep", "ok.json", "--vary", "seed=1,2", "--out", "loop"),
         ("tune", "loop.json"), ("play", "loop.json", "--link"), ("convert", "goal", "loop.json")]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ok.json").write_bytes(SCENARIO.read_bytes())
    for name, other in (("loop.json", "other.json"), ("loop", "other")):
        (tmp_path / name).symlink_to(other)
        (tmp_path / other).symlink_to(name)
    return tmp_path


def run(folder, *arguments):
    return subprocess.run([PROGRAM, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True,
                          check=False, timeout=PATIENCE_S)


@pytest.mark.parametrize("arguments", LOOPS, ids=" ".join)
def test_a_loop_of_symbolic_links_is_bad_input(folder, arguments):
    refused = run(folder, *arguments)
    assert refused.returncode == 2, refused.stderr
    assert "loop" in refused.stderr and "; allowed: " in refused.stderr and "internal error" not in refused.stderr


@pytest.mark.parametrize("end", ["\0", "\n\0", "\0\n", "\0{}"])
@pytest.mark.parametrize("arguments", [("run",), ("validate",), ("explore",), ("check",)], ids=" ".join)
def test_a_nul_behind_the_document_is_refused(folder, arguments, end):
    (folder / "ok.json").write_text(SCENARIO.read_text().rstrip("\n") + end)
    refused = run(folder, *arguments, "ok.json")
    assert refused.returncode == 2, refused.stderr
    assert "found a NUL; allowed: valid JSON" in refused.stderr


def test_the_workers_of_a_killed_campaign_end(tmp_path):
    campaign = subprocess.Popen([PROGRAM, "fuzz", "--runs", "100000000", "--parts", "parts", "-j", "2"], cwd=tmp_path,
                                env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    workers, ends = [], time.monotonic() + PATIENCE_S
    while not workers and time.monotonic() < ends:
        workers = [pid for pid in processes_in(tmp_path) if pid != campaign.pid and b"--pieces" in words_of(pid)]
        time.sleep(0.01)
    assert workers
    campaign.send_signal(signal.SIGKILL)
    campaign.wait()
    while processes_in(tmp_path) and time.monotonic() < ends:
        time.sleep(0.01)
    assert processes_in(tmp_path) == []


def words_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def processes_in(folder):
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd") == str(folder):
                found.append(int(process.name))
        except OSError:
            continue
    return [pid for pid in found if words_of(pid)]


@pytest.mark.parametrize("program", [PROGRAM, ROOT / "rmasim"], ids=["program", "launcher"])
@pytest.mark.parametrize("arguments", [("-v",), ("-v", "-g"), ("--version",), ("-dumpversion",), ("--clang", "-v")],
                         ids=" ".join)
def test_a_compiler_without_input_leaves_no_file(tmp_path, program, arguments):
    done = subprocess.run([program, "cc", *arguments], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True,
                          check=False)
    if "libsimgrid-dev" in done.stderr or arguments[0] == "--clang" and "not found" in done.stderr:
        pytest.skip("the compiler is not installed")
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


# ---- explore --set, as run --set.

def explored(folder, *arguments, **members):
    (folder / "ok.json").write_text(json.dumps(json.loads(SCENARIO.read_text()) | members))
    return run(folder, "explore", "ok.json", *arguments)


MEMORY = [{"ranks": "1", "values": [0]}]
CHANGED = ("--set", "protocol.optimizations.single_op=false")  # 4 packets instead of 2


def test_explore_with_other_settings_drops_expected_counts(tmp_path):
    expect = {"outcome": "finished", "messages": {"total": 2, "bytes": 72}, "memory": MEMORY}
    assert explored(tmp_path, *CHANGED, expect=expect).returncode == 0
    (tmp_path / "patch.json").write_text('{"protocol": {"optimizations": {"single_op": false}}}')
    assert explored(tmp_path, "--patch", "patch.json", expect=expect).returncode == 0
    wrong = explored(tmp_path, expect={"messages": {"total": 3}})
    assert wrong.returncode == 1 and "messages.total: expected 3, got 2" in wrong.stderr


def test_explore_with_other_settings_keeps_expectations_of_memory(tmp_path):
    wrong = explored(tmp_path, *CHANGED, expect={"memory": [{"ranks": "1", "values": [7]}]})
    assert wrong.returncode == 1 and "rank 1, byte at byte 0: expected 7, got 0" in wrong.stderr, wrong.stderr


def test_an_expectation_may_be_set(tmp_path):
    assert explored(tmp_path, "--set", "expect.messages.total=2", expect={}).returncode == 0
    assert explored(tmp_path, "--set", "expect.messages.total=3", expect={}).returncode == 1


def test_the_table_of_calls_says_what_happens_without_as():
    """For each call whose `as` may be missing."""
    calls = json.loads((SCENARIOS / "schema.json").read_text())["$defs"]["call"]["properties"]
    rows = [line.split("|")[1:4] for line in (SCENARIOS / "README.md").read_text().splitlines()
            if line.startswith("| `")]
    missing = []
    for name, call in calls.items():
        if "as" not in call.get("properties", {}) or "as" in call.get("required", []):
            continue
        texts = [" ".join(row[1:]) for row in rows if f"`{name}`" in row[0]]
        refers = any(row[1].strip().startswith("as ") for row in rows if f"`{name}`" in row[0])  # to another row
        if not refers and not any("neither" in text or "may be left out" in text for text in texts):
            missing.append(name)
    assert missing == [], missing
