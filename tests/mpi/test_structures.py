"""Data structures from the literature in windows (explored/structures). Each is right in every order that was executed.
With one error, `exec --swarm` finds an order that shows it, and `exec --schedule` replays this order."""

import functools
import json
import pathlib

import pytest
from mpi_runner import FOLDER, rmasim

HERE = pathlib.Path(__file__).resolve().parent / "explored/structures"
STRUCTURES = ["queue_lock", "deque", "semaphore", "hash_table", "flag_barrier"]


@functools.cache
def built(name, *options):
    program = pathlib.Path(FOLDER.name) / f"structure-{name}{''.join(options)}"
    finished = rmasim("cc", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *options, "-o", program,
                      HERE / f"{name}.c")
    assert finished.returncode == 0, finished.stderr
    return program


def searched(program, *how, ranks):
    finished = rmasim("exec", *how, "-n", ranks, "--format", "json", program)
    return finished.returncode, json.loads(finished.stdout)


@pytest.mark.parametrize("name", STRUCTURES)
def test_random_orders_of_three_ranks_are_right(name):
    code, result = searched(built(name), "--swarm", 1000, ranks=3)
    assert code == 0 and result["failing"] == 0 and result["executions"] == 1000


@pytest.mark.long
@pytest.mark.parametrize("name", STRUCTURES)
def test_a_million_random_orders_of_three_ranks_are_right(name):
    code, result = searched(built(name), "--swarm", 1_000_000, "-j", 2, ranks=3)
    assert code == 0 and result["failing"] == 0 and result["executions"] == 1_000_000


@pytest.mark.parametrize("name", STRUCTURES)
def test_an_error_is_found_and_replayed(name, tmp_path):
    program = built(name, "-DWRONG")
    found = rmasim("exec", "--swarm", 10_000, "--first", "-n", 3, "--out", tmp_path, program)
    assert found.returncode == 4 and f"{name}.c:" in found.stderr
    (schedule,) = tmp_path.iterdir()
    again = rmasim("exec", "--schedule", schedule, "-n", 3, program)
    assert again.returncode == 4 and f"{name}.c:" in again.stderr


def test_the_result_does_not_depend_on_the_number_of_processes():
    program = built("deque", "-DWRONG")
    results = [searched(program, "--swarm", 600, "-j", jobs, ranks=3)[1] for jobs in (1, 2, 3)]
    keys = "executions", "failing", "failures", "end_states", "messages", "exhausted"
    first, *others = ({key: result[key] for key in keys} for result in results)
    assert first["failing"] > 0 and all(other == first for other in others)


def test_processes_are_for_swarms():
    finished = rmasim("exec", "--explore", "-j", 2, "-n", 2, built("deque"))
    assert finished.returncode == 2 and "--jobs: found 2; allowed: 1 without --swarm" in finished.stderr
