"""A memory limit leads to a message about bad input that names the size, never to a crash."""

import json
import resource
import subprocess
import time

import pytest
from verbs import ENVIRONMENT, PROGRAM
from verbs_under_test import OF_PYTHON, SCENARIO, Verb, carried_out, files_in, prepared, unfinished_in

MIB = 1 << 20
LIMIT_BYTES = 96 * MIB
LIMIT = [(resource.RLIMIT_AS, LIMIT_BYTES)]
RANKS = ("--set", "ranks=120000", "--set", "data=false")
MORE_RANKS = ("--set", "ranks=200000", "--set", "data=false")  # their processes alone do not fit
SHARED = ["--set", "windows.w.shared=true"]  # of private windows only the pages that were written are kept


def fits(limits):
    def limit():
        resource.setrlimit(*limits[0][:1], (limits[0][1],) * 2)

    return subprocess.run([PROGRAM, "validate", SCENARIO], preexec_fn=limit, env=ENVIRONMENT, capture_output=True,
                          check=False).returncode == 0


# A sanitizer takes terabytes of addresses.
pytestmark = pytest.mark.skipif(not fits(LIMIT), reason="this build does not start under a limit of addresses")


def limited(folder, *arguments, limits=LIMIT):
    return carried_out(Verb("limited", arguments), folder, limits=limits)


@pytest.mark.parametrize("arguments, words", [
    (RANKS, "found a run of 120,000 ranks with 4,096 bytes of windows each"),
    (MORE_RANKS, "ranks: found 200000 with"),
    ([*RANKS, "--set", "protocol.family=ch3"], "of protocol state each, 960000 of them tables"),
    ([*SHARED, "--set", "windows.w.bytes=200000000"], "bytes in shared windows of 2 ranks"),
])
def test_a_run_that_is_too_large(tmp_path, arguments, words):
    before = files_in(prepared(tmp_path))
    finished = limited(tmp_path, "run", "scenario.json", "--trace", "trace.json", *arguments)
    assert finished.returncode == 2, finished.stderr
    assert words in finished.stderr and "; allowed: " in finished.stderr and len(finished.stderr.splitlines()) == 1
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("ranks", [RANKS, MORE_RANKS])
def test_the_limit_is_named(tmp_path, ranks):
    prepared(tmp_path)
    finished = limited(tmp_path, "run", "scenario.json", *ranks)
    assert finished.stderr.endswith(f"; allowed: a scenario that fits into memory, here {LIMIT_BYTES} bytes\n")


@pytest.mark.parametrize("calls, mib", [
    *((2000, mib) for mib in range(12, 28, 4)),
    *(pytest.param(20_000, mib, marks=pytest.mark.long) for mib in range(8, 120, 4)),
])
def test_memory_that_runs_out_at_any_moment(tmp_path, calls, mib):
    """Memory runs out while the document is read or parsed, while programs are compiled, or during the run."""
    scenario = json.loads(SCENARIO.read_text()) | {"expect": {}}
    put = {"put": {"target": 1, "count": 8}}
    lock, unlock = ({name: {"target": 1} | more} for name, more in (("lock", {"type": "exclusive"}), ("unlock", {})))
    scenario["programs"] = [{"ranks": "0", "calls": [lock, *[put] * calls, unlock]}]
    (tmp_path / "long.json").write_text(json.dumps(scenario))
    (tmp_path / "copies.json").write_text(json.dumps(
        [{"op": "copy", "from": "/programs/0/calls", "path": "/programs/0/calls/0"}] * 3))
    for arguments in (["run", "long.json", "--trace", "trace.json"], ["validate", "long.json"],
                      ["run", "long.json", "--patch", "copies.json"]):
        finished = limited(tmp_path, *arguments, limits=[(resource.RLIMIT_AS, mib * MIB)])
        loader = finished.returncode == 127  # our code has not begun
        assert finished.returncode in (0, 2) or loader, (arguments, finished.returncode, finished.stderr)
        assert unfinished_in(tmp_path) == []


def max_data_of(process):
    with open(f"/proc/{process.pid}/limits", encoding="ascii") as limits:
        return next(line.split()[3] for line in limits if line.startswith("Max data size"))


def test_groups_take_no_more_than_there_is(tmp_path):
    """The process has the same limit as a run of one group: it limits itself before it reads the numbers of its pieces.
    """
    prepared(tmp_path)
    with subprocess.Popen([PROGRAM, "run", "scenario.json", "--set", "groups=2", "--pieces"], stdin=subprocess.PIPE,
                          env=ENVIRONMENT, cwd=tmp_path) as process:
        until = time.monotonic() + 20
        while (most := max_data_of(process)) == "unlimited" and time.monotonic() < until:
            time.sleep(0.002)
        process.stdin.close()
    assert process.returncode == 0 and most != "unlimited"


def test_an_exploration_that_is_too_large(tmp_path):
    prepared(tmp_path)
    finished = limited(tmp_path, "explore", "scenario.json", *SHARED, "--set", "windows.w.bytes=100000000")
    assert finished.returncode == 2 and "bytes in shared windows of 2 ranks" in finished.stderr


@pytest.mark.long
def test_a_file_that_is_too_large_for_a_report(tmp_path):
    with open(tmp_path / "large.json", "wb") as large:
        large.truncate(500 * MIB)
    report = Verb("report", ("report", "large.json", "-o", "page.html"), python=True)
    finished = carried_out(report, tmp_path, limits=[(resource.RLIMIT_AS, 450 * MIB)])
    assert finished.returncode == 2, finished.stderr
    assert "large.json" in finished.stderr and "; allowed: input that fits into memory" in finished.stderr
    assert files_in(tmp_path) == ["large.json"]


@pytest.mark.long
def test_a_sweep_whose_runs_are_too_large(tmp_path):
    prepared(tmp_path)
    sweep = Verb("sweep", (*OF_PYTHON[1].arguments, "-j", "1", "--set", "ranks=1000000", "--set", "data=false"),
                 python=True)
    finished = carried_out(sweep, tmp_path, limits=[(resource.RLIMIT_AS, 400 * MIB)])
    assert finished.returncode == 2 and "found a run of 1,000,000 ranks" in finished.stderr


@pytest.mark.parametrize("verb", ["validate", pytest.param("run", marks=pytest.mark.long),
                                  pytest.param("explore", marks=pytest.mark.long)])
def test_a_file_without_an_end(tmp_path, verb):
    finished = limited(tmp_path, verb, "/dev/zero", limits=[(resource.RLIMIT_AS, 1024 * MIB)])
    assert finished.returncode == 2
    assert "found more than 268435456 bytes; allowed: a smaller file" in finished.stderr
