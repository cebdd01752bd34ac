"""Family oldqueue: what its reports name, and what its settings change."""

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim, without_positions

FAMILY = SCENARIOS / "oldqueue"


@pytest.mark.parametrize("scenario, cause", [
    ("errors/lost-answer", "the packet 1>0 RMA_DONE_ACK was lost"),
    ("errors/dead-holder", "rank 0 died (in its 5th call); rank 1 waits for it"),
    ("errors/dead-origin", "rank 0 died (in its 3rd call); rank 1 waits for it"),
    ("errors/noprecede-by-some",
     "rank 1: fence at programs[1].calls[1].fence: without noprecede, but rank 0 called fence at "
     "programs[0].calls[1].fence with it"),
    ("errors/crossed-locks", "rank 0 waits for rank 1 (the lock of rank 1, which rank 1 holds)"),
    ("errors/never-posted", "PUT+COMPLETE of rank 0 is still queued at rank 1"),
    ("errors/untold-window", "rank 1 died (in its 1st call)"),
    ("findings/crossed-shared-fifo",
     "rank 0 waits for rank 1 (the lock of rank 3, which rank 1 shares, queued after rank 5's request)"),
    ("findings/figure-6-8-hangs",
     "rank 0 waits for rank 1 (completion of operations), rank 1 waits for rank 0 (SEND)"),
])
def test_a_report_names_the_cause(scenario, cause):
    finished = rmasim("run", FAMILY / f"{scenario}.json")
    assert cause in without_positions(finished.stderr)


# Totals by hand, from the clauses (N = 4, b = 2 for the fence): acknowledged, with local UNLOCK or a fence by barrier,
# New RMA.
@pytest.mark.parametrize("scenario, total, other, of_newrma", [
    ("lock/lock-put-unlock", 2, ("unlock=local", 1), 2),
    ("lock/lock-put-unlock.both-off", 4, ("unlock=local", 3), 5),
    ("lock/lock-get-unlock", 2, ("unlock=local", 2), 2),
    ("lock/lock-put-put-unlock", 3, ("unlock=local", 2), 5),
    ("lock/lock-put-get-unlock", 3, ("unlock=local", 3), 5),
    ("lock/lock-get-put-unlock", 4, ("unlock=local", 3), 5),
    ("lock/nocheck-put-unlock", 2, ("unlock=local", 1), 2),
    ("lock/lock-unlock", 0, ("unlock=local", 0), 0),
    ("lock/own-window", 0, ("unlock=local", 0), 0),
    ("fence/put-right", 12, ("fence=barrier", 16), 24),
    ("pscw/put", 1, ("window_info=lazy", 3), 4),
    ("pscw/ring", 4, ("window_info=all_to_all", 16), 16),
])
def test_one_file_runs_with_both_families(scenario, total, other, of_newrma):
    path = SCENARIOS / f"newrma/{scenario}.json"

    def packets(*settings):
        sets = [word for setting in settings for word in ("--set", f"protocol.{setting}")]
        return result_of(path, *sets)["messages"]["total"]

    assert packets() == of_newrma
    assert packets("family=oldqueue") == total
    assert packets("family=oldqueue", other[0]) == other[1]


def test_a_local_unlock_promises_too_little(tmp_path):
    world = SCENARIOS.parent / "tests/explore/worlds/oldqueue-third-rank.json"
    found = rmasim("explore", world, "--set", "protocol.unlock=local", "--out", tmp_path)
    assert found.returncode == 1
    assert "expected 5, got 0" in found.stderr


def test_the_queue_and_its_locks_are_counted():
    result = result_of(FAMILY / "findings/torn-epoch.json")
    assert result["queue"] == {"most_requests": 4, "most_bytes": 4 * 64 + 40, "looks": 2, "rounds": 3,
                               "requests_looked_at": 7}
    assert result["lock_waits"]["count"] == 3


def test_a_process_agent_leaves_a_private_window_to_its_rank():
    scenario = FAMILY / "agent/private-window.json"
    private = result_of(scenario)["time_ns"]
    shared = rmasim("run", scenario, "--set", "windows.w.alloc_mem=true", "--format", "json")
    assert private > 100_000
    assert '"looks": 1' in shared.stdout
