"""`exec --explore=packets`: every order of a program in our own host. A program has as many executions as the scenario
with the same calls, which is written by hand (explored/)."""

import functools
import json
import pathlib
import re

import pytest
from mpi_runner import FOLDER, rmasim

HERE = pathlib.Path(__file__).resolve().parent / "explored"


@functools.cache
def built(name):
    program = pathlib.Path(FOLDER.name) / f"explored-{name}"
    finished = rmasim("cc", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o", program,
                      HERE / f"{name}.c")
    assert finished.returncode == 0, finished.stderr
    return program


def explore(name, *arguments, ranks=2, options=(), how="--explore=packets"):
    return rmasim("exec", how, "-n", ranks, *options, built(name), *arguments)


def explored(name, *arguments, ranks=2, options=(), how="--explore=packets"):
    """Returns the result of an exploration in which no execution fails."""
    finished = explore(name, *arguments, ranks=ranks, options=("--format", "json", *options), how=how)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def scenario(name, ranks, *options):
    finished = rmasim("explore", HERE / f"{name}.json", "--set", f"ranks={ranks}", "--format", "json", *options)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def counts(result):
    """The end of a program is a step of its own, so a program has more steps than its scenario."""
    keys = "executions", "redundant", "exhausted", "failing", "checked"
    return {key: result[key] for key in keys} | {"messages": result["messages"]["total"],
                                                 "by_kind": result["messages"]["by_kind"]}


@pytest.mark.parametrize("name, family", [("lock_put", "newrma"), ("fence", "newrma"), ("matches", "newrma"),
                                          ("matches", "ch3"), ("matches", "ch4"), ("matches", "oldqueue")])
def test_a_program_has_the_orders_of_its_scenario(name, family):
    option = "--set", f"protocol.family={family}"
    assert counts(explored(name, options=option)) == counts(scenario(name, 2, *option))


@pytest.mark.parametrize("name, ranks, family", [
    ("lock_put", 2, "newrma"), ("lock_put", 3, "newrma"), ("fence", 2, "newrma"), ("matches", 3, "newrma"),
    ("matches", 2, "ch3"), ("matches", 2, "ch4"), ("matches", 2, "oldqueue")])
def test_a_program_has_the_calm_orders_of_its_scenario(name, ranks, family):
    option = "--set", f"protocol.family={family}"
    found = explored(name, ranks=ranks, options=option, how="--explore")
    assert counts(found) == counts(scenario(name, ranks, "--calm", *option))
    assert found["calm"] and ("BARRIER" in found["messages"]["by_kind"]) == (name == "fence")
    if name == "lock_put":
        assert found["executions"] == {2: 6, 3: 60}[ranks]


@pytest.mark.long
def test_a_rank_that_polls_may_do_so_before_it_ends():
    """In ch4 a rank polls inside of calls, and the end of a program is one."""
    option = "--set", "protocol.family=ch4"
    found, by_hand = counts(explored("lock_put", options=option)), counts(scenario("lock_put", 2, *option))
    assert (found["executions"], by_hand["executions"]) == (128_007, 96_483)
    assert found["messages"] == by_hand["messages"] and found["by_kind"] == by_hand["by_kind"]


def test_matches_of_three_ranks():
    assert counts(explored("matches", ranks=3)) == counts(scenario("matches", 3))


@pytest.mark.long
def test_three_ranks_have_two_million_orders():
    found = explored("lock_put", ranks=3)
    assert found["executions"] == 2_177_601
    assert counts(found) == counts(scenario("lock_put", 3))


def test_each_order_has_its_own_memory():
    found = explored("state")
    assert found["exhausted"] and found["failing"] == 0 and len(found["end_states"]) == 1
    assert found["executions"] > 500


def test_large_heaps_are_right_in_every_order():
    found = explored("large_heap")
    assert found["executions"] == explored("lock_put")["executions"] and len(found["end_states"]) == 1


def test_a_file_is_read_into_memory_that_no_step_has_written(tmp_path):
    numbers = tmp_path / "numbers"
    numbers.write_bytes(bytes(range(256)) * 4096)
    found = explored("large_heap", "2", numbers)
    assert found["executions"] == explored("lock_put")["executions"]


def test_the_output_of_programs_is_not_printed():
    finished = explore("lock_put")
    assert finished.returncode == 0 and not finished.stderr
    assert finished.stdout.startswith("explored-lock_put: None of 90 executions fails. There is 1 end state")


def test_a_lost_update_is_found_and_replayed(tmp_path):
    finished = explore("lost_update", ranks=3, options=("--first", "--out", tmp_path))
    assert finished.returncode == 1
    assert "rank 0 calls MPI_Abort with code 1 at lost_update.c:23 in main" in finished.stderr
    assert "goes on: MPI_Win_lock at lost_update.c:13 in main" in finished.stderr
    (schedule,) = tmp_path.iterdir()
    again = rmasim("exec", "--schedule", schedule, "-n", 3, built("lost_update"))
    assert again.returncode == 1
    assert "rank 0 calls MPI_Abort with code 1 at lost_update.c:23 in main" in again.stderr


def test_a_calm_failure_is_confirmed_by_packets_and_replayed(tmp_path):
    finished = explore("lost_update", ranks=3, how="--explore", options=("--out", tmp_path))
    assert finished.returncode == 1
    assert "rank 0 calls MPI_Abort with code 1 at lost_update.c:23 in main" in finished.stderr
    assert "Only calm barriers" not in finished.stderr
    (schedule,) = tmp_path.iterdir()
    steps = json.loads(schedule.read_text())["schedule"]
    assert any("receives BARRIER" in step for step in steps) and not any(" leaves " in step for step in steps)
    again = rmasim("exec", "--schedule", schedule, "-n", 3, built("lost_update"))
    assert again.returncode == 1
    assert "rank 0 calls MPI_Abort with code 1 at lost_update.c:23 in main" in again.stderr


def test_a_failure_of_calm_barriers_only_is_reported_as_such_and_replayed(tmp_path):
    assert explored("late_put")["exhausted"]
    finished = explore("late_put", how="--explore", options=("--out", tmp_path))
    assert finished.returncode == 1
    assert "no order with the packets of barriers confirms it" in finished.stderr
    (schedule,) = tmp_path.iterdir()
    again = rmasim("exec", "--schedule", schedule, "-n", 2, built("late_put"))
    assert again.returncode == 1
    assert "rank 0 calls MPI_Abort with code 1 at late_put.c:18 in main" in again.stderr


def test_a_swarm_finds_a_lost_update(tmp_path):
    def swarm(*options):
        return rmasim("exec", "--swarm", 200, "-n", 3, *options, built("lost_update"))

    found = swarm("--out", tmp_path)
    assert found.returncode == 1
    assert "rank 0 calls MPI_Abort with code 1 at lost_update.c:23 in main" in found.stderr
    (schedule,) = tmp_path.iterdir()
    assert rmasim("exec", "--schedule", schedule, "-n", 3, built("lost_update")).returncode == 1
    results = [json.loads(swarm("--seed", seed, "--format", "json").stdout) for seed in (1, 1, 2)]
    for result in results:
        assert result["executions"] == 200 and not result["exhausted"] and 0 < result["failing"] < 200
    first, again, other = ({key: result[key] for key in ("failing", "end_states", "messages")} for result in results)
    assert first == again != other


def test_a_swarm_of_a_right_program_has_no_failure():
    finished = rmasim("exec", "--swarm", 300, "-n", 4, built("lock_put"))
    assert finished.returncode == 0
    assert "None of 300 executions fails, but the search is not complete" in finished.stdout


def test_a_deadlock_is_found():
    finished = explore("locks")
    assert finished.returncode == 3
    assert "locks: deadlock: a cycle of waits: rank 0 waits in MPI_Win_flush at locks.c:14 in both" in finished.stderr
    assert "which rank 0 took at locks.c:9 in both" in finished.stderr


def test_an_exit_code_is_found():
    finished = explore("matches", "last", ranks=3)
    assert finished.returncode == 1
    assert "rank 0 has ended with exit code 3" in finished.stderr


def test_an_expected_deadlock_that_no_order_has_is_a_failure():
    assert explore("lock_put", options=("--set", "expect.outcome=deadlock")).returncode == 1
    assert explore("locks", options=("--set", "expect.outcome=deadlock")).returncode == 0


@pytest.mark.parametrize("way, family", [
    ("sync", "newrma"), ("iprobe", "newrma"), ("iprobe", "ch4"), ("improbe", "newrma"), ("test", "newrma"),
    ("test", "ch3"), ("testall", "newrma"), ("testany", "newrma"), ("testsome", "newrma"), ("both", "newrma"),
    ("exposure", "newrma"), ("send", "newrma")])
def test_a_rank_that_polls_waits_until_something_changes(way, family):
    option = "--set", f"protocol.family={family}"
    found, bounded = explored("polls", way, options=option), explored("polls", way, 2, options=option)
    assert found["exhausted"] and bounded["exhausted"]
    assert len(found["end_states"]) == len(bounded["end_states"]) == 1


def test_a_livelock_is_reported_with_its_cycle(tmp_path):
    finished = explore("polls", "never", options=("--out", tmp_path))
    assert finished.returncode == 3
    cycle = r"livelock: rank 1 repeats without end: MPI_Iprobe at polls.c:\d+ in never"
    assert re.search(cycle, finished.stderr), finished.stderr
    (schedule,) = tmp_path.iterdir()
    again = rmasim("exec", "--schedule", schedule, "-n", 2, built("polls"), "never")
    assert again.returncode == 3 and re.search(cycle, again.stderr), again.stderr


@pytest.mark.parametrize("way, why", [
    ("communicator", "calls MPI_Comm_dup at refused.c:16 in main"),
    ("poll", "found a loop that polls"),
    ("clock", "found a loop that waits for a time"),
    ("stream", "has opened a stream"),
    ("shared", "found a window of MPI_Win_allocate_shared"),
    ("random", "behaves differently when the same order is repeated"),
])
def test_what_cannot_be_explored_is_refused(way, why):
    settings = "--set", "platform.ranks_per_node=2", "--set", "polling.max_polls=2000"
    finished = explore("refused", way, options=settings)
    assert finished.returncode == 2 and why in finished.stderr
    assert finished.stdout == ""


FORTRAN = """program main
  use mpi
  integer :: error, rank, window, cell, win
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Win_create(cell, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, error)
  print '(a,i0)', 'output of rank ', rank
  write (0, *) 'errors of rank', rank
  call MPI_Win_unlock(0, win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
"""


def test_the_output_of_a_program_in_fortran_is_not_printed(tmp_path):
    (tmp_path / "one.f90").write_text(FORTRAN)
    assert rmasim("fc", "-o", tmp_path / "one", tmp_path / "one.f90").returncode == 0
    finished = rmasim("exec", "--explore", "-n", 2, tmp_path / "one")
    assert finished.returncode == 0, finished.stderr
    assert "of rank" not in finished.stdout + finished.stderr
    assert "output of rank" in rmasim("exec", "-n", 2, tmp_path / "one").stdout


def test_a_watched_program_has_the_same_orders(tmp_path):
    watched = rmasim("cc", "--watch", "-std=gnu11", "-O1", "-o", tmp_path / "lock_put", HERE / "lock_put.c")
    assert watched.returncode == 0, watched.stderr
    finished = rmasim("exec", "--explore=packets", "-n", 2, "--format", "json", tmp_path / "lock_put")
    assert finished.returncode == 0, finished.stderr
    assert counts(json.loads(finished.stdout)) == counts(explored("lock_put"))


def test_programs_of_smpi_and_options_with_a_clock_are_refused(tmp_path):
    finished = explore("lock_put", options=("--trace", tmp_path / "trace.json"))
    assert finished.returncode == 2
    assert "no --trace with --explore, whose steps have no time" in finished.stderr
