"""Faults, agents and the other settings of `run`, applied to MPI programs: the messages and exit codes are the same."""

import json

import pytest
from bodies import Bodies
from mpi_runner import WORKLOADS, rmasim, run
from test_errors import TEMPLATE

LOCKS = "if (rank == 1) { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);" \
        "MPI_Put(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win); MPI_Win_unlock(0, win); }"
MESSAGE = "if (rank == 0) MPI_Recv(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);" \
          "else MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);"
PROGRAM = Bodies(TEMPLATE, (LOCKS, MESSAGE))


def faulty(folder, body, faults, *options, ranks=2):
    patch = folder / "faults.json"
    patch.write_text(json.dumps({"faults": faults}))
    return rmasim("exec", "-n", ranks, "--patch", patch, *options, *PROGRAM(body))


def test_a_rank_that_dies_in_a_call(tmp_path):
    """Rank 1 dies in its first call, win_create, and rank 0 waits in win_create for rank 1."""
    finished = faulty(tmp_path, LOCKS, {"deaths": [{"ranks": "1", "at_call": 1}]})
    assert finished.returncode == 3
    assert "rank 1 died" in finished.stderr and "MPI_Win_create at wrong.c:9 in main" in finished.stderr


def test_a_rank_that_dies_before_a_function_of_smpi(tmp_path):
    finished = faulty(tmp_path, MESSAGE, {"deaths": [{"ranks": "1", "at_call": 2}]})
    assert finished.returncode == 3
    assert "rank 1 died (in its 2nd call)" in finished.stderr
    assert "rank 0: MPI_Recv at wrong.c:10 in main" in finished.stderr


def test_a_packet_that_is_lost(tmp_path):
    finished = faulty(tmp_path, LOCKS, {"losses": [{"from": "1", "to": "0", "kind": "PUT+LOCK.X+UNLOCK"}]})
    assert finished.returncode == 3
    assert "PUT" in finished.stderr and "lost" in finished.stderr


def test_stragglers_take_longer():
    fast = json.loads(run(WORKLOADS / "put_fence.c", 5, options=("--format", "json")).stdout)
    slow = json.loads(run(WORKLOADS / "put_fence.c", 5, options=(
        "--format", "json", "--set", 'faults={"stragglers":[{"ranks":"2","slowdown":8}]}')).stdout)
    assert slow["time_ns"] > fast["time_ns"]
    assert slow["messages"]["total"] == fast["messages"]["total"]


@pytest.mark.parametrize("agent", ["thread", "process", "signal"])
def test_agents(agent):
    finished = run(WORKLOADS / "lock_put.c", 5, options=("--set", "progress=agent", "--set", f"agent.kind={agent}",
                                                         "--check-invariants"))
    assert finished.returncode in (0, 2), finished.stderr
    if finished.returncode == 2:
        assert "agent.kind" in finished.stderr


def test_pools_of_windows_that_come_do_not_shrink(tmp_path):
    shrinks = {"shrinks": [{"ranks": "0", "pool": "op.local.none", "to": 1, "at_ns": 10}]}
    finished = faulty(tmp_path, LOCKS, shrinks)
    assert finished.returncode == 2
    assert "found op.local.none; allowed: a global pool" in finished.stderr
