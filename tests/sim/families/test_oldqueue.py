"""Family oldqueue: the names in its reports, and the effects of its settings."""

import sys

import pytest
from rmasim_runner import (ROOT, SCENARIOS, plain, result_of, rmasim, with_json, without_likewise,
                           without_positions)

sys.path.append(str(ROOT / "tests/sequences"))
import clauses  # noqa: E402

FAMILY = SCENARIOS / "oldqueue"
(OLDQUEUE,) = [family for family in clauses.FAMILIES if family.name == "oldqueue"]
SEQUENCES = clauses.read_sequences(OLDQUEUE)


@pytest.mark.parametrize("scenario, cause", [
    ("errors/lost-answer", "the packet 1>0 RMA_DONE_ACK was lost"),
    ("errors/dead-holder", "rank 0 died (in its 5th call); rank 1 waits for it"),
    ("errors/dead-origin", "rank 0 died (in its 3rd call); rank 1 waits for it"),
    ("errors/noprecede-by-some",
     "ranks 1 and 2: fence at programs[1].calls[1].fence: without noprecede, but rank 0 called fence at "
     "programs[0].calls[1].fence with this assert"),
    ("errors/crossed-locks",
     'rank 0 waits for the lock of rank 1 on window "w", which rank 1 took at programs[0].calls[0].lock'),
    ("errors/never-posted", "PUT+COMPLETE of rank 0 is still queued at rank 1"),
    ("errors/untold-window", "rank 1 died (in its 1st call)"),
    ("findings/crossed-shared-fifo",
     'rank 0 waits for the lock of rank 3 on window "w", which rank 1 shares since the call at '),
    ("findings/figure-6-8:hangs",
     "rank 0 waits for rank 1 (completion of operations); rank 1 waits for rank 0 (SEND)"),
])
def test_a_report_names_the_cause(scenario, cause):
    finished = rmasim("run", FAMILY / with_json(scenario))
    assert cause in without_likewise(plain(without_positions(finished.stderr)))


def packets(scenario, *settings):
    """Returns the number of packets of a New RMA scenario under family oldqueue."""
    sets = [word for setting in ("family=oldqueue", *settings) for word in ("--set", f"protocol.{setting}")]
    return result_of(SCENARIOS / f"newrma/{scenario}.json", *sets)["messages"]["total"]


PLAIN = ("optimizations.single_op=false", "optimizations.piggyback=false")


@pytest.mark.parametrize("scenario, sequence, settings", [
    ("lock/lock-put-unlock", "lock-put-unlock", ()),
    ("lock/lock-put-unlock", "lock-put-unlock-local", ("unlock=local",)),
    ("lock/lock-put-unlock", "lock-put-unlock-plain", PLAIN),
    ("lock/lock-put-unlock", "lock-put-unlock-plain-local", ("unlock=local", *PLAIN)),
    ("lock/lock-get-unlock", "lock-get-unlock", ()),
    ("lock/lock-get-unlock", "lock-get-unlock-local", ("unlock=local",)),
    ("lock/lock-put-put-unlock", "lock-put-put-unlock", ()),
    ("lock/lock-put-put-unlock", "lock-put-put-unlock-local", ("unlock=local",)),
    ("lock/lock-put-get-unlock", "lock-put-get-unlock", ()),
    ("lock/lock-put-get-unlock", "lock-put-get-unlock-local", ("unlock=local",)),
    ("lock/lock-get-put-unlock", "lock-get-put-unlock", ()),
    ("lock/lock-get-put-unlock", "lock-get-put-unlock-local", ("unlock=local",)),
    ("lock/nocheck-put-unlock", "lock-nocheck-put-unlock", ()),
    ("lock/nocheck-put-unlock", "lock-nocheck-put-unlock-local", ("unlock=local",)),
    ("lock/lock-unlock", "lock-unlock-nothing", ()),
    ("lock/lock-unlock", "lock-unlock-nothing", ("unlock=local",)),
    ("lock/own-window", "lock-own-window", ()),
    ("lock/own-window", "lock-own-window", ("unlock=local",)),
    ("fence/put-right", "fence-put-right-4", ()),
    ("fence/put-right", "fence-put-right-4-barrier", ("fence=barrier",)),
    ("pscw/put", "pscw-one-put", ()),
])
def test_a_file_of_new_rma_sends_what_the_sequence_of_this_family_has(scenario, sequence, settings):
    assert str(packets(scenario, *settings)) == SEQUENCES[sequence].total


def test_addresses_of_windows_cost_packets():
    """Derived by hand. With `lazy`, the one target gets a request and sends an answer. With `all_to_all`, each pair of
    the 4 ranks has a packet. In the ring each rank sends one more packet, its put."""
    assert packets("pscw/put", "window_info=lazy") == packets("pscw/put") + 2
    assert packets("pscw/ring") == 4
    assert packets("pscw/ring", "window_info=all_to_all") == packets("pscw/ring") + 4 * 3


def test_a_local_unlock_promises_too_little(tmp_path):
    world = SCENARIOS.parent / "tests/explore/worlds/oldqueue-third-rank.json"
    found = rmasim("explore", world, "--set", "protocol.unlock=local", "--out", tmp_path)
    assert found.returncode == 1
    assert "expected 5, got 0" in found.stderr


def test_the_queue_and_its_locks_are_counted():
    result = result_of(FAMILY / "findings/torn-epoch.json")
    assert result["queue"] == {"max_requests": 4, "max_bytes": 4 * 64 + 40, "looks": 2, "rounds": 3,
                               "requests_looked_at": 7}
    assert result["lock_waits"]["count"] == 3


def test_a_process_agent_leaves_a_private_window_to_its_rank():
    scenario = FAMILY / "agent/private-window.json"
    private = result_of(scenario)["time_ns"]
    shared = rmasim("run", scenario, "--set", "windows.w.alloc_mem=true", "--format", "json")
    assert private > 100_000
    assert '"looks": 1' in shared.stdout
