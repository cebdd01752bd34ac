"""A run that cannot finish reports the right one of several possible causes, for any number of ranks."""

import re

import pytest

from rmasim_runner import SCENARIOS, plain, result_of, rmasim, write_scenario

SIZES = [2, 3, 8, 64]
LARGER = [8, 64]


def program(ranks, *calls):
    return {"ranks": ranks, "calls": list(calls)}


def result(folder, ranks, *programs, **members):
    return result_of(write_scenario(folder, ranks=ranks, programs=list(programs), **members))


def exclusive(target):
    return {"lock": {"target": target, "type": "exclusive"}}


@pytest.mark.parametrize("ranks", SIZES)
def test_a_cycle_of_receivers(tmp_path, ranks):
    found = result(tmp_path, ranks, program("all", {"recv": {"source": "(rank + 1) % size"}}))
    assert found["cycle"] == list(range(ranks))
    assert plain(found["cause"]).startswith("a cycle of waits: rank 0 waits for rank 1 (SEND); rank 1 waits for rank ")
    assert found["fix"].startswith("let one of these ranks send before it receives, or receive with irecv")


@pytest.mark.parametrize("ranks", SIZES)
def test_a_cycle_of_locks(tmp_path, ranks):
    found = result(tmp_path, ranks, program(
        "all", exclusive("rank"), {"barrier": {}}, exclusive("(rank + 1) % size"),
        {"put": {"target": "(rank + 1) % size", "count": 8}}, {"unlock": {"target": "(rank + 1) % size"}},
        {"unlock": {"target": "rank"}}))
    assert found["cycle"] == list(range(ranks))
    assert ('rank 0 waits for the lock of rank 1 on window "w", which rank 1 took at programs[0].calls[0].lock'
            in plain(found["cause"]))
    assert found["fix"].startswith("let all ranks lock their targets in the same order")


@pytest.mark.parametrize("shared", [True, False])
def test_lock_all_may_wait_for_the_lock_of_its_own_window(tmp_path, shared):
    """LOCK_ALL acquires the lock of the caller's own window, and on a node the locks of all its ranks. Rank 1 holds the
    lock of rank 0, and waits for a message."""
    found = result(tmp_path, 2,
                   program("0", {"barrier": {}}, {"lock_all": {}}, {"unlock_all": {}}, {"send": {"target": 1}}),
                   program("1", exclusive(0), {"put": {"target": 0, "count": 8}}, {"flush": {"target": 0}},
                           {"barrier": {}}, {"recv": {"source": 0}}, {"unlock": {"target": 0}}),
                   platform={"ranks_per_node": 2 if shared else 1}, windows={"w": {"bytes": 64, "shared": shared}})
    assert found["cycle"] == [0, 1]
    assert plain(found["cause"]) == (
        'a cycle of waits: rank 0 waits for the lock of rank 0 on window "w", which rank 1 took at '
        "programs[1].calls[0].lock; rank 1 waits for rank 0 (SEND)")
    assert found["fix"].startswith("on one of these ranks, make the call for which another rank waits before the call")


@pytest.mark.parametrize("ranks", LARGER)
def test_of_two_cycles_the_shorter_one_and_not_its_waiters(tmp_path, ranks):
    found = result(tmp_path, ranks,
                   program("rank == 5 || rank == 6", {"recv": {"source": "11 - rank"}}),
                   program("rank < 4", {"recv": {"source": "(rank + 1) % 4"}}),
                   program("rank == 4 || rank > 6", {"recv": {"source": 6}}))
    assert found["cycle"] == [5, 6]
    assert plain(found["cause"]) == "a cycle of waits: rank 5 waits for rank 6 (SEND); rank 6 waits for rank 5 (SEND)"


@pytest.mark.parametrize("ranks", LARGER)
def test_a_long_cycle_is_cut_in_the_sentence_but_not_in_the_list(tmp_path, ranks):
    found = result(tmp_path, ranks + 1, program("all", {"recv": {"source": "(rank + 1) % size"}}))
    assert found["cycle"] == list(range(ranks + 1))
    assert plain(found["cause"]).endswith(f"and so on through {ranks - 3} more ranks back to rank 0")


@pytest.mark.parametrize("ranks", SIZES)
def test_a_rank_whose_program_is_over_keeps_all_in_the_barrier(tmp_path, ranks):
    missing = ranks // 2
    found = result(tmp_path, ranks, program(f"rank != {missing}", {"fence": {}}))
    assert "cycle" not in found
    assert re.search(rf'waits for rank {missing} \(rank \d+ has called fence on window "w" once, rank {missing} '
                     r"never\), whose program has ended", plain(found["cause"]))
    assert len(found["stuck"]) == ranks - 1


def test_start_and_wait_name_the_message_that_does_not_come(tmp_path):
    start = program("0", {"start": {"group": [1]}}, {"complete": {}})
    assert plain(result(tmp_path, 2, start)["cause"]) == "rank 0 waits for rank 1 (POST), whose program has ended"
    post = program("0", {"post": {"group": [1]}}, {"wait": {}})
    assert plain(result(tmp_path, 2, post)["cause"]) == "rank 0 waits for rank 1 (COMPLETE), whose program has ended"


@pytest.mark.parametrize("ranks", LARGER)
def test_in_a_tree_the_rank_that_owes_its_complete_is_named_and_not_one_between(tmp_path, ranks):
    last = ranks - 1
    found = result(tmp_path, ranks,
                   program("0", {"post": {"group": [f"{k}" for k in range(1, ranks)]}}, {"wait": {}}),
                   program(f"1-{last - 1}", {"start": {"group": [0]}}, {"complete": {}}),
                   program(f"{last}", {"start": {"group": [0]}}, {"recv": {"source": 0}}, {"complete": {}}),
                   protocol={"pscw_tree": 2})
    assert found["cycle"] == [0, last]
    assert f"rank 0 waits for rank {last} (COMPLETE)" in plain(found["cause"])


@pytest.mark.parametrize("ranks", LARGER)
def test_a_line_for_a_lock_leads_to_what_its_holder_waits_for(tmp_path, ranks):
    found = result(tmp_path, ranks,
                   program("0", exclusive(1), {"put": {"target": 1, "count": 8}}, {"flush": {"target": 1}},
                           {"recv": {"source": 2}}, {"unlock": {"target": 1}}),
                   program("rank > 2", {"compute": {"ns": 100_000}}, exclusive(1),
                           {"put": {"target": 1, "count": 8}}, {"unlock": {"target": 1}}))
    assert plain(found["cause"]) == (f"rank 0 waits for rank 2 (SEND), whose program has ended; "
                                     f"{ranks - 3} more wait for rank 2 directly or indirectly")


def test_a_reader_queued_after_a_writer_is_reported():
    found = result_of(SCENARIOS / "errors/lock-all-beside-writers.json")
    assert found["cycle"] == [0, 3]
    assert ("which rank 3 shares since the call at programs[0].calls[1].lock_all; the request is queued after rank 5's "
            "request") in plain(found["cause"])


def test_lock_all_that_falls_back_waits_for_the_holder_of_a_lock(tmp_path):
    found = result(tmp_path, 6,
                   program("0", exclusive(4), {"put": {"target": 4, "count": 8}}, {"flush": {"target": 4}},
                           {"recv": {"source": 1}}, {"unlock": {"target": 4}}),
                   program("1", {"compute": {"ns": 100_000}}, {"lock_all": {}}, {"put": {"target": 2, "count": 8}},
                           {"put": {"target": 3, "count": 8}}, {"unlock_all": {}}, {"send": {"target": 0}}),
                   protocol={"target_pool": {"local": 1, "global": 0}})
    assert found["cycle"] == [0, 1]
    assert ('rank 1 waits for the lock of rank 4 on window "w", which rank 0 took at programs[0].calls[0].lock'
            in plain(found["cause"]))


def test_a_call_without_an_element_waits_for_what_keeps_the_others_busy(tmp_path):
    found = result(tmp_path, 3,
                   program("0", exclusive(2), {"put": {"target": 2, "count": 8}}, {"flush": {"target": 2}},
                           {"recv": {"source": 1}}, {"unlock": {"target": 2}}),
                   program("1", {"compute": {"ns": 100_000}}, exclusive(2), {"put": {"target": 2, "count": 8}},
                           {"put": {"target": 2, "count": 8}}, {"unlock": {"target": 2}}, {"send": {"target": 0}}),
                   protocol={"op_pool": {"local": 1, "global": 0}})
    assert found["cycle"] == [0, 1]
    assert ('rank 1 waits for the lock of rank 2 on window "w", which rank 0 took at programs[0].calls[0].lock'
            in plain(found["cause"]))


def test_all_ranks_whose_counts_are_missing_are_waited_for(tmp_path):
    """Ranks 1 and 2 have not entered the fence of rank 0. The cycle that contains rank 2 is the shortest."""
    found = result(tmp_path, 3, program("0", {"fence": {}}), program("1", {"recv": {"source": 2}}),
                   program("2", {"recv": {"source": 0}}), protocol={"family": "shm", "fence": "counts"},
                   platform={"ranks_per_node": 3}, windows={"w": {"bytes": 4096, "shared": True}})
    assert found["cycle"] == [0, 2]


def test_the_end_of_an_epoch_waits_for_those_it_names(tmp_path):
    """The acknowledgement of rank 1 is lost. Rank 3 has died, too, but no rank waits for rank 3."""
    found = result(tmp_path, 4,
                   program("0", {"lock_all": {}}, {"put": {"target": 1, "count": 8}},
                           {"put": {"target": 2, "count": 8}}, {"flush_all": {}}, {"unlock_all": {}}),
                   program("3", {"send": {"target": 2}}),
                   faults={"losses": [{"from": "1", "to": "0", "nth": 1, "kind": "RMA_DONE_ACK"}],
                           "deaths": [{"ranks": "3", "at_call": 1}]})
    assert "the packet 1>0 RMA_DONE_ACK was lost" in plain(found["cause"])
    assert "rank 0 waits for rank 1 (RMA_DONE_ACK)" in plain(found["cause"])
    assert "rank 3" not in plain(found["cause"])


def test_a_rank_that_waits_for_itself(tmp_path):
    found = result(tmp_path, 2, program("0", {"recv": {"source": 0}}))
    assert plain(found["cause"]) == "a cycle of waits: rank 0 waits for itself (SEND)"


def test_a_thread_that_waits_for_another_one_is_not_the_cause(tmp_path):
    threads = [[{"recv": {"source": 0, "tag": 1}}],
               [{"recv": {"source": 1, "tag": 2}}, {"send": {"target": 0, "tag": 1}}]]
    found = result(tmp_path, 2, {"ranks": "0", "threads": threads})
    assert plain(found["cause"]) == "rank 0 waits for rank 1 (SEND), whose program has ended"


def test_of_many_waiting_calls_the_report_shows_the_first_and_the_result_all(tmp_path):
    path = write_scenario(tmp_path, ranks=65, programs=[program("rank > 0", {"fence": {}})])
    lines = rmasim("run", path).stderr.splitlines()
    assert plain(lines[0]).startswith(
        'test: the run cannot finish: rank 1 waits for rank 0 (rank 1 has called fence on window "w" once, rank 0 '
        "never), whose program has ended")
    assert len(lines) == 2 and "rank 1 (likewise ranks 2 to 64): fence at" in lines[1]
    assert len(result_of(path)["stuck"]) == 64
    path = write_scenario(tmp_path, ranks=65, programs=[program("all", {"recv": {"source": "(rank + 1) % size"}})])
    lines = rmasim("run", path).stderr.splitlines()
    assert len(lines) == 1 + 16 + 2
    assert lines[-2] == "  ... and 49 more; --format json lists all"
    assert lines[-1].startswith("  fix: ")
    assert len(result_of(path)["stuck"]) == 65


def test_a_run_that_finishes_has_no_cause(tmp_path):
    found = result(tmp_path, 2, program("all", {"fence": {}}))
    assert found["outcome"] == "finished"
    assert not {"cause", "cycle", "stuck"} & set(found)


def test_a_fix_of_a_cycle_of_epochs_and_of_collective_calls(tmp_path):
    epochs = result(tmp_path, 2, program("all", {"start": {"group": ["1 - rank"]}}, {"complete": {}},
                                         {"post": {"group": ["1 - rank"]}}, {"wait": {}}))
    assert epochs["fix"] == "let each of these ranks call post before start, and complete before wait"
    collectives = result(tmp_path, 2, program("0", {"barrier": {}}, {"fence": {}}),
                         program("1", {"fence": {}}, {"barrier": {}}))
    assert collectives["fix"] == "let all ranks make their collective calls in the same order"
