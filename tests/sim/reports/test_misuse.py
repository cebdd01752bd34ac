"""Programs that break a rule of MPI between ranks, or a rule for which a process has discarded the information. The
exit code is 4 in a run, in a run with --check-invariants, and in explore, and all three name the same call."""

import json
import re

import pytest
from rmasim_runner import SCENARIOS, rmasim, without_positions

# The open epochs of scenarios with two locks.
LOCKED = ('open on window "w": lock of rank 1 at programs[0].calls[0].lock; lock of rank 2 at '
          "programs[0].calls[2].lock")
# Scenario, rank, location, and the message's text about the other side.
MISUSES = [
    ("start-nocheck-before-post", 0, "programs[0].calls[0].start", "rank 1 has not called the matching post yet"),
    ("start-nocheck-without-post", 0, "programs[0].calls[0].start", "rank 1 has not called the matching post yet"),
    ("start-nocheck-of-post-without", 0, "programs[2].calls[0].start", "rank 1 called post at programs[0].calls[0]"),
    ("post-nocheck-of-start-without", 1, "programs[1].calls[1].post", "rank 0 called start at programs[0].calls[0]"),
    ("start-without-nocheck-of-post", 0, "programs[1].calls[1].start", "rank 1 called post at programs[0].calls[0]"),
    ("put-to-an-unlocked-target", 0, "programs[0].calls[4].put",
     f"rank 3 is not locked; {LOCKED}"),
    ("unlock-of-an-unlocked-target", 0, "programs[0].calls[4].unlock",
     f"rank 3 is not locked; {LOCKED}"),
    ("flush-of-an-unlocked-target", 0, "programs[0].calls[4].flush",
     f"rank 3 is not locked; {LOCKED}"),
    ("lock-of-a-locked-target", 0, "programs[0].calls[4].lock",
     f"rank 1 is already locked; {LOCKED}"),
    ("lock-of-an-exposed-window", 2, "programs[2].calls[1].lock", "rank 1 called post at programs[0].calls[0].post"),
    ("post-of-a-locked-window", 1, "programs[1].calls[1].post", "rank 2 called lock at programs[0].calls[0].lock"),
    ("lock-all-beside-exposure", 2, "programs[2].calls[1].lock_all", "rank 1 called post at programs[0].calls[0].post"),
    ("lock-in-a-fence-epoch", 0, "programs[2].calls[1].lock", "rank 2 called put at programs[1].calls[0].put"),
    ("put-in-a-fence-epoch-beside-lock", 2, "programs[1].calls[1].put",
     "rank 0 called lock at programs[2].calls[0].lock"),
    ("lock-nocheck-beside-lock", 0, "programs[1].calls[1].lock",
     "nocheck, but rank 2 called lock at programs[0].calls[0].lock (exclusive)"),
    ("lock-beside-lock-nocheck", 2, "programs[1].calls[1].lock_all",
     "rank 0 called lock at programs[0].calls[0].lock (exclusive, nocheck)"),
    ("post-nostore-after-a-store", 1, "programs[0].calls[1].post", "rank 1 stored at programs[0].calls[0].store"),
    ("fence-nostore-after-a-get", 0, "programs[2].calls[0].fence", "rank 0 called get at programs[1].calls[0].get"),
    ("put-after-post-noput", 0, "programs[1].calls[2].put", "rank 1 called post at programs[0].calls[0].post"),
    ("put-after-a-lock-in-a-fence-epoch", 0, "programs[1].calls[3].put",
     "rank 0 called lock at programs[1].calls[0].lock; the access epochs of a rank on a window are disjoint"),
    ("rget-in-a-fence-epoch", 0, "programs[1].calls[0].rget",
     'operations with a request need a passive-target epoch (lock or lock_all); open on window "w": fence at '
     "programs[0].calls[0].fence"),
    ("lock-of-a-window-without-locks", 0, "programs[0].calls[0].lock",
     "windows.w.no_locks promises that no rank locks the window"),
    ("put-after-fence-noput", 0, "programs[2].calls[0].put", "rank 1 called fence at programs[1].calls[0].fence"),
]


def unexpecting(path, name):
    """Returns the scenario without its expectation, which would change exit code 4 into 0."""
    scenario = json.loads((SCENARIOS / "errors" / f"{name}.json").read_text())
    assert scenario.pop("expect") == {"outcome": "erroneous"}
    scenario.pop("$schema")
    file = path / f"{name}.json"
    file.write_text(json.dumps(scenario))
    return file


@pytest.mark.parametrize("options", [(), ("--check-invariants",)])
@pytest.mark.parametrize("name, rank, location, other", MISUSES)
def test_a_run_names_the_call_and_the_other_side(tmp_path, name, rank, location, other, options):
    finished = rmasim("run", unexpecting(tmp_path, name), *options)
    assert finished.returncode == 4, finished.stderr
    assert f"rank {rank}: {location.rpartition('.')[2]} at {location}: " in finished.stderr
    assert other in without_positions(finished.stderr)


def calls_in(text):
    return set(re.findall(r"programs\[\d+\]\.calls\[\d+\]", text))


@pytest.mark.parametrize("name, rank, location, other", MISUSES)
def test_explore_shows_an_order_that_plays_again(tmp_path, name, rank, location, other):
    """Two calls break a rule together. The order decides which of the two is the second call."""
    scenario = unexpecting(tmp_path, name)
    found = rmasim("explore", scenario, "--out", tmp_path, "--limit", "20000")
    assert found.returncode == 4, found.stderr
    again = rmasim("run", scenario, "--schedule", tmp_path / f"{name}.failing.json")
    assert again.returncode == 4, again.stderr
    said = json.loads((tmp_path / f"{name}.failing.json").read_text())["what"]
    assert said.startswith("erroneous: ")
    assert said.removeprefix("erroneous: ") in without_positions(again.stderr)
    assert calls_in(said) <= calls_in(location + other) or "win_free" in said


def barriers_apart(path, fences):
    """Returns a scenario in which rank 0 begins this number of fences, without waiting for any, before rank 1 begins
    its first fence."""
    fence = {"repeat": {"times": fences, "calls": [{"fence": {"assert": ["noprecede"]}}]}}
    file = path / "apart.json"
    file.write_text(json.dumps({
        "name": "apart", "ranks": 2, "windows": {"w": {"bytes": 8}},
        "platform": {"topology": "cluster", "network": {"model": "loggp", "latency_ns": 1000, "bandwidth_gbps": 100}},
        "programs": [{"ranks": "0", "calls": [fence]},
                     {"ranks": "1", "calls": [{"compute": {"ns": 1_000_000_000}}, fence]}]}))
    return file


def test_32767_barriers_apart_are_kept_apart(tmp_path):
    finished = rmasim("run", barriers_apart(tmp_path, 32767), "--check-invariants", "--format", "json")
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["messages"]["by_kind"] == {"BARRIER": 2 * 32767}


def test_one_barrier_more_is_refused_where_it_begins(tmp_path):
    finished = rmasim("run", barriers_apart(tmp_path, 32768))
    assert finished.returncode == 4, finished.stderr
    assert "rank 0: barrier at programs[0].calls[0].repeat.calls[0].fence: 32,767 barriers" in finished.stderr
