"""A run that cannot finish, and a run of an erroneous program, end with a report and a specific exit code."""

import re

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario


def test_a_missing_fence_is_a_deadlock_that_names_call_place_and_peer(tmp_path):
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": [{"fence": {}}]}])
    finished = rmasim("run", path)
    assert finished.returncode == 3
    reason = 'rank 1: rank 0 has called fence on window "w" once, rank 1 never'
    assert f"rank 0: fence at programs[0].calls[0].fence waits for {reason}" in finished.stderr
    assert result_of(path)["stuck"] == [
        {"rank": 0, "call": "fence", "place": "programs[0].calls[0].fence", "reason": reason,
         "window": "w", "awaited": [1], "line": 1, "column": 113}
    ]


FAMILIES = ("newrma", "ch3", "ch4", "oldqueue", "shm")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_missing_fence_has_the_numbers_of_fences_of_each_rank(tmp_path, family):
    """Ranks 0, 1, 2 and 3 call the fence 5, 3, 3 and 2 times, in other lines."""
    programs = [{"ranks": str(rank), "calls": [{"fence": {}}] * 2 + [{"repeat": {"times": times, "calls": [
        {"fence": {}}]}}] * (times > 0)} for rank, times in enumerate((3, 1, 1, 0))]
    path = write_scenario(tmp_path, ranks=4, platform={"ranks_per_node": 4}, protocol={"family": family},
                          windows={"w": {"bytes": 8, "shared": family == "shm"}}, programs=programs)
    found = result_of(path)
    assert {one["rank"]: one["reason"] for one in found["stuck"]} == {
        rank: f'rank 3: rank {rank} has called fence on window "w" 3 times, rank 3 twice (the last time at '
              "programs[3].calls[1].fence)" for rank in (0, 1, 2)}
    assert all(one["awaited"] == [3] for one in found["stuck"])


def test_every_rank_of_a_larger_barrier_names_whom_it_lacks(tmp_path):
    path = write_scenario(tmp_path, ranks=8, programs=[{"ranks": "rank != 5", "calls": [{"fence": {}}]}])
    stuck = {one["rank"]: one["reason"] for one in result_of(path)["stuck"]}
    assert stuck == {rank: f'rank 5: rank {rank} has called fence on window "w" once, rank 5 never'
                     for rank in (0, 1, 2, 3, 4, 6, 7)}


def test_a_deadlock_of_locks_names_the_holder(tmp_path):
    calls = [
        {"lock": {"target": "rank", "type": "exclusive"}},
        {"barrier": {}},
        {"lock": {"target": "1 - rank", "type": "exclusive"}},
        {"put": {"target": "1 - rank", "count": 8}},
        {"put": {"target": "1 - rank", "count": 8}},
        {"unlock": {"target": "1 - rank"}},
        {"unlock": {"target": "rank"}},
    ]
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "all", "calls": calls}])
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert "rank 0: unlock at programs[0].calls[5].unlock waits for LOCK_GRANTED from rank 1" in finished.stderr
    assert "whose lock rank 1 took at programs[0].calls[0].lock" in finished.stderr


def test_an_expected_deadlock_is_a_success():
    assert rmasim("run", SCENARIOS / "errors/fence-missing.json").returncode == 0


def test_an_unlock_that_is_missing_is_found_at_the_end(tmp_path):
    lock = {"lock": {"target": 1, "type": "shared"}}
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": [lock]}])
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert "unlock is missing" in finished.stderr


def test_a_value_out_of_range_at_run_time_is_bad_input_with_place_and_rank(tmp_path):
    put = {"put": {"target": "rank + 1", "count": 8}}
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "all", "calls": [{"fence": {}}, put]}])
    finished = rmasim("run", path)
    assert finished.returncode == 2
    assert "programs[0].calls[1].put.target (rank 1): found 2; allowed: -1 to 1" in finished.stderr
    assert finished.stdout == ""


def test_a_rank_named_twice_in_a_group_is_refused(tmp_path):
    calls = [{"post": {"group": ["rank + 1", 1]}}]
    finished = rmasim("run", write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": calls}]))
    assert finished.returncode == 2
    assert ("programs[0].calls[0].post.group (rank 0): found rank 1 twice; allowed: each rank at most once"
            in finished.stderr)


# ---- Both halves of epochs, and the ranks of the same call.

def lines_of(tmp_path, code, **scenario):
    finished = rmasim("run", write_scenario(tmp_path, **scenario))
    assert finished.returncode == code, finished.stderr
    return re.sub(r"\S+\.json:\d+:\d+: | \(\d+:\d+\)", "", finished.stderr).splitlines()


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
def test_a_wait_for_a_group_has_the_calls_of_both_sides(tmp_path, family):
    """Rank 0 posts for ranks 1 to 3; rank 3 never starts. Then it starts twice, and rank 0 posts once."""
    start, complete = {"start": {"group": [0]}}, {"complete": {}}
    post = {"ranks": "0", "calls": [{"post": {"group": "1-3"}}, {"wait": {}}]}
    said = lines_of(tmp_path, 3, ranks=4, protocol={"family": family},
                    programs=[post, {"ranks": "1-2", "calls": [start, complete]}])
    assert "rank 0: wait at programs[0].calls[1].wait waits for " in said[1]
    assert '; on window "w", rank 0 has called post once, rank 3 has never called start' in said[1], said
    said = lines_of(tmp_path, 3, ranks=4, protocol={"family": family},
                    programs=[post, {"ranks": "1-3", "calls": [start, complete, start, complete]}])
    assert said[1].startswith("  rank 1 (likewise ranks 2 and 3): ") and "POST from rank 0" in said[1], said
    assert ('; on window "w", rank 1 has called start twice, rank 0 has called post once (the last time at '
            "programs[0].calls[0].post)") in said[1], said


def test_ranks_that_wait_at_the_same_call_are_one_line(tmp_path):
    said = lines_of(tmp_path, 3, ranks=8, programs=[{"ranks": "rank != 5", "calls": [{"fence": {}}]}])
    assert said[1:] == ["  rank 0 (likewise ranks 1 to 4, 6 and 7): fence at programs[0].calls[0].fence waits for "
                        'rank 5: rank 0 has called fence on window "w" once, rank 5 never']


def test_an_operation_after_nosucceed_names_the_fence(tmp_path):
    fence = {"fence": {"assert": ["nosucceed"]}}
    said = lines_of(tmp_path, 4, ranks=2, programs=[{"ranks": "0", "calls": [fence, {"put": {"target": 1}}]},
                                                    {"ranks": "1", "calls": [fence]}])
    assert ('no epoch of rank 0 is open on window "w"; the last fence, at programs[0].calls[0].fence, has nosucceed '
            "and opens no epoch") in said[1], said


def test_an_assertion_noprecede_names_the_last_fence(tmp_path):
    said = lines_of(tmp_path, 4, ranks=2, programs=[
        {"ranks": "0", "calls": [{"fence": {}}, {"put": {"target": 1}}, {"fence": {"assert": ["noprecede"]}}]},
        {"ranks": "1", "calls": [{"fence": {}}, {"fence": {"assert": ["noprecede"]}}]}])
    assert 'open on window "w": fence at programs[0].calls[0].fence' in said[1], said


def test_an_error_has_a_fix_and_says_what_is_not_listed(tmp_path):
    said = lines_of(tmp_path, 4, ranks=2, programs=[{"ranks": "0", "calls": [{"put": {"target": 1}}, {"fence": {}}]}])
    assert said[2:] == [
        "  the programs did not run to their ends: later errors, of other ranks too, are not listed",
        "  fix: move this call into an access epoch: between lock and unlock, lock_all and unlock_all, or start and "
        "complete, or between two calls of fence",
        "  see sim/checkers/usage/RULES.md#no_epoch"]
