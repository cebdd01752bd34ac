"""RMA and shared memory, in every order and with every choice that the memory model allows. The programs of the
design's figures give the correct values. If any single MEM_SYNC is omitted, one of these programs gives a wrong value.
"""

import json

import pytest
from explore_runner import ROOT, WORLDS, explore

FIGURES = ROOT / "scenarios/newrma/shared_memory"
# Small enough to be explored; the mixed ones have 64 ranks.
SMALL = sorted(path.stem for path in FIGURES.glob("*.json") if not path.stem.startswith("mixed"))
SCHEMA = json.loads((ROOT / "scenarios/schema.json").read_text())

# By barrier of the family: the figure that needs it, and what is read without it. By hand from the figures, in whose
# two halves the ranks change their parts.
WITHOUT = {
    "fence.before": ("fence", "w[0] of rank 0: {} of rank 0", "w[8] of rank 0: {} of rank 1"),
    "fence.after": ("fence", "w[0] of rank 0: {} of rank 1", "w[8] of rank 0: {} of rank 0"),
    "post.before": ("pscw", "w[0] of rank 1: {} of rank 1"),
    "start.after": ("pscw", "w[0] of rank 1: {} of rank 0"),
    "complete.before": ("pscw", "w[8] of rank 1: {} of rank 0"),
    "wait.after": ("pscw", "w[8] of rank 1: {} of rank 1"),
    "lock.after": ("lock", "w[0] of rank 1: {} of rank 0", "w[8] of rank 1: {} of rank 1"),
    "unlock.before": ("lock", "w[0] of rank 1: {} of rank 1", "w[8] of rank 1: {} of rank 0"),
    "lock_all.after": ("lock_all", "w[0] of rank 1: {} of rank 1"),
    "unlock_all.before": ("lock_all", "w[0] of rank 1: {} of rank 0"),
    "flush": ("lock_all-flush", "w[0] of rank 1: {} of rank 0"),
    "sync": ("sync", "w[0] of rank 1: {} of rank 0", "w[0] of rank 1: {} of rank 1"),
    "apply.before": ("get-from-another-node", "w[0] of rank 0: {} of rank 0"),
    "apply.after": ("put-from-another-node", "w[0] of rank 0: {} of rank 0"),
    "get.before": ("get-in-open-epoch", "w[0] of rank 2: {} of rank 1"),
}
# On these machines a store may be late as well, but no load is early.
MATTER_UNDER_TSO = {"fence.before", "post.before", "complete.before", "unlock.before", "unlock_all.before", "flush",
                    "sync", "apply.after"}


def without(barrier, order, folder):
    """Explores the program of the design's figure that needs the barrier, and omits the barrier."""
    return explore(FIGURES / f"{WITHOUT[barrier][0]}.json", "--limit", "0", "--out", str(folder),
                   "--set", f'platform.memory.without_mem_sync=["{barrier}"]',
                   "--set", f"platform.memory.order={order}")


@pytest.mark.parametrize("order", ["sc", "tso", "weak"])
@pytest.mark.parametrize("figure", SMALL)
def test_every_order_gives_the_right_values(figure, order):
    finished = explore(FIGURES / f"{figure}.json", "--limit", "0", "--format", "json",
                       "--set", f"platform.memory.order={order}")
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    assert found["exhausted"] and found["failing"] == 0 and found["executions"] > 1


@pytest.mark.parametrize("barrier", WITHOUT)
def test_every_barrier_matters(barrier, tmp_path):
    finished = without(barrier, "weak", tmp_path)
    assert finished.returncode == 1
    blames = [f"read a stale value of {blame.format(f'MEM_SYNC {barrier}')} was omitted"
              for blame in WITHOUT[barrier][1:]]
    assert any(blame in finished.stderr for blame in blames), finished.stderr


@pytest.mark.parametrize("barrier", WITHOUT)
def test_which_barriers_matter_on_other_machines(barrier, tmp_path):
    assert without(barrier, "sc", tmp_path).returncode == 0
    assert without(barrier, "tso", tmp_path).returncode == (1 if barrier in MATTER_UNDER_TSO else 0)


def test_no_barrier_is_forgotten():
    names = SCHEMA["properties"]["platform"]["properties"]["memory"]["properties"]["without_mem_sync"]["items"]["enum"]
    of_another_family = {"mutex.lock", "mutex.unlock"}
    assert set(names) - of_another_family == set(WITHOUT)


@pytest.mark.parametrize("reduction", ["dynamic", "none"])
@pytest.mark.parametrize("order", ["sc", "tso", "weak"])
def test_accumulates_are_atomic_by_element(order, reduction):
    """MPI 4.1, 12.7.1: another rank may observe only one of the two elements of an accumulate, but never a part of an
    element."""
    finished = explore(WORLDS / "two-elements-shared.json", "--format", "json", "--reduction", reduction,
                       "--set", f"platform.memory.order={order}")
    found = json.loads(finished.stdout)
    assert finished.returncode == 0 and found["exhausted"]
    ends = {tuple(end["values"].values()) for end in found["end_states"]}
    assert ends == {(1, 1), (1, 2), (2, 1), (2, 2)}
