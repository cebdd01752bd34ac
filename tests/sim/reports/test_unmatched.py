"""Collective calls that do not match. Two ranks make each ordered pair of calls, in every family that has both calls.
Two calls on one communicator break a rule of MPI (exit code 4). With FENCE, WIN_CREATE or WIN_FREE, the ranks wait
forever (exit code 3), and the report names both calls."""

import itertools
import re

import pytest
from rmasim_runner import rmasim, without_positions, write_scenario

FAMILIES = ["newrma", "ch3", "ch4", "oldqueue", "shm"]
# Families in which programs create windows.
CREATE = ["newrma", "ch3", "ch4", "shm"]
DATA = {"count": 2, "datatype": "int64"}
# WIN_CREATE is called on a window that no rank has yet.
ON_WINDOWS = {"fence": {"win": "w"}, "win_free": {"win": "w"}, "win_create": {"win": "v"}}
ON_COMMUNICATORS = {"barrier": {}, "bcast": DATA, "reduce": DATA, "allreduce": DATA, "gather": DATA, "allgather": DATA,
                    "scatter": DATA, "alltoall": DATA}
CALLS = ON_WINDOWS | ON_COMMUNICATORS
PAIRS = list(itertools.permutations(CALLS, 2))
# Root 0 does not wait in BCAST and SCATTER, and others do not wait in REDUCE and GATHER.
RETURNS = {(0, "bcast"), (0, "scatter"), (1, "reduce"), (1, "gather")}


def scenario(tmp_path, family, *calls):
    """Returns a scenario in which rank r makes the r-th list of calls. Before that, all ranks create window w if the
    family has WIN_CREATE. Otherwise they call FENCE, because the first FENCE of oldqueue is not a barrier. Family
    synccount has no collective calls on windows, so its ranks call BARRIER."""
    first = {"barrier": {}} if family == "synccount" else {"win_create" if family in CREATE else "fence": {"win": "w"}}
    programs = [{"ranks": str(rank), "calls": [first, *some]} for rank, some in enumerate(calls)]
    node = {"platform": {"ranks_per_node": len(calls)}} if family == "shm" else {}
    window = {"bytes": 64, "shared": True} if family == "shm" else {"bytes": 64}
    windows = {"w": window, "v": window} if family in CREATE else {"w": window}
    return write_scenario(tmp_path, ranks=len(calls), protocol={"family": family}, windows=windows, programs=programs,
                          **node)


def pairs_of(family):
    """The pairs with a call on a window."""
    known = ON_WINDOWS if family in CREATE else {"fence"}
    return [names for names in PAIRS if set(names) & set(known) and not set(names) & set(ON_WINDOWS) - set(known)]


def pair(tmp_path, family, names):
    return scenario(tmp_path, family, *([{name: CALLS[name]}] for name in names))


@pytest.mark.parametrize("family, names", [pytest.param(family, names, id="-".join((family, *names)))
                                           for family in FAMILIES for names in pairs_of(family)])
def test_ranks_wait_in_vain(tmp_path, family, names):
    finished = rmasim("run", pair(tmp_path, family, names))
    assert finished.returncode == 3, finished.stderr
    said = without_positions(finished.stderr)
    for rank, name in enumerate(names):
        waits = f"rank {rank}: {name} at programs[{rank}].calls[1].{name} waits for "
        assert (waits in said) == ((rank, name) not in RETURNS), said


@pytest.mark.parametrize("family", [*FAMILIES, "synccount"])
@pytest.mark.parametrize("names", [names for names in PAIRS if not set(names) & set(ON_WINDOWS)], ids="-".join)
def test_calls_on_one_communicator_break_a_rule(tmp_path, family, names):
    finished = rmasim("run", pair(tmp_path, family, names))
    assert finished.returncode == 4, finished.stderr
    said = re.search(r"rank (\d): (\w+) at programs\[(\d)\].calls\[1\].* but rank (\d) called (\w+) at "
                     r"programs\[(\d)\].calls\[1\].*all its ranks must make the same collective calls",
                     without_positions(finished.stderr))
    assert said, finished.stderr
    second = int(said[1])
    assert [said[3], said[4], said[6]] == [str(second), str(1 - second), str(1 - second)]
    assert [said[2], said[5]] == [names[second], names[1 - second]]


@pytest.mark.parametrize("family", CREATE)
@pytest.mark.parametrize("names", [("fence", "win_free"), ("win_free", "fence")], ids="-".join)
@pytest.mark.parametrize("how", [("run",), ("run", "--check-invariants"), ("explore", "--limit", "20000")])
def test_calls_on_one_window_name_each_other(tmp_path, family, names, how):
    finished = rmasim(how[0], pair(tmp_path, family, names), *how[1:])
    assert finished.returncode == 3, finished.stderr
    said = without_positions(finished.stderr + finished.stdout)
    found = re.search(r"collective calls do not match: rank (\d) called (\w+) at (\S+), and rank (\d) calls (\w+) "
                      r"instead at ([^\s;]+)(?:; rank \d has (?:never )?called fence .*)?\n", said)
    assert found, said
    assert "fix: let all ranks of the window make the same calls of fence, win_create and win_free on it" in said
    first, second = int(found[1]), int(found[4])
    assert {first, second} == {0, 1}
    assert [found[2], found[5]] == [names[first], names[second]]
    assert found[3] == f"programs[{first}].calls[1].{names[first]}"
    assert found[6] == f"programs[{second}].calls[1].{names[second]}"


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
def test_a_fence_that_has_returned_does_not_match_a_later_call(tmp_path, family):
    """Rank 0 does not wait in FENCE: a FENCE with NOPRECEDE returns at once, and the FENCE with NOSUCCEED is called
    after the call that does not match."""
    fence = {"fence": {"win": "w", "assert": ["noprecede"]}}
    finished = rmasim("run", scenario(tmp_path, family, [fence, {"win_free": {"win": "w"}}],
                                      [{"compute": {"ns": 100_000}}, {"win_free": {"win": "w"}}]))
    assert finished.returncode == 3, finished.stderr
    said = without_positions(finished.stderr)
    assert "rank 1: win_free at programs[1].calls[2].win_free waits for win_free of rank 0" in said
    assert "rank 0 called fence at programs[0].calls[1].fence" in said


@pytest.mark.parametrize("family", CREATE)
def test_of_many_ranks_one_that_misses_a_fence_is_named(tmp_path, family):
    fence, free = {"fence": {"win": "w"}}, {"win_free": {"win": "w"}}
    finished = rmasim("run", scenario(tmp_path, family, [fence, fence, free], [fence, free], [fence, fence, free]))
    assert finished.returncode == 3, finished.stderr
    said = without_positions(finished.stderr)
    assert re.search(r"collective calls do not match: rank [012] called (fence|win_free) at programs\[[012]\]", said)
    assert "rank 1: win_free at programs[1].calls[2].win_free waits for " in said


@pytest.mark.parametrize("family", CREATE)
def test_ranks_that_free_two_windows_in_another_order_wait_in_vain(tmp_path, family):
    create = [{"win_create": {"win": "v"}}]
    free = [{"win_free": {"win": "w"}}, {"win_free": {"win": "v"}}]
    finished = rmasim("run", scenario(tmp_path, family, create + free, create + free[::-1]))
    assert finished.returncode == 3, finished.stderr
    said = without_positions(finished.stderr)
    for rank in (0, 1):
        assert f"rank {rank}: win_free at programs[{rank}].calls[2].win_free waits for " in said


@pytest.mark.parametrize("family", CREATE)
def test_calls_that_match_across_windows_and_lives_are_right(tmp_path, family):
    """Each rank has a program of its own, so that the run compares the calls of different programs."""
    life = [{"fence": {"win": "w"}}, {"fence": {"win": "w", "assert": ["nosucceed"]}}, {"win_free": {"win": "w"}},
            {"win_create": {"win": "v"}}, {"win_create": {"win": "w"}}, {"fence": {"win": "v"}}, {"barrier": {}},
            {"win_free": {"win": "v"}}, {"fence": {"win": "w"}}, {"win_free": {"win": "w"}}]
    finished = rmasim("run", scenario(tmp_path, family, life, [*life], [{"compute": {"ns": 1000}}, *life]),
                      "--check-invariants")
    assert finished.returncode == 0, finished.stderr
