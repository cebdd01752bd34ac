"""Data structures from the literature in windows (explored/structures). Each is right in every order that was executed.
With one error, `exec --swarm` finds an order that shows it, and `exec --schedule` replays this order."""

import functools
import json
import pathlib
import subprocess

import pytest
from mpi_runner import BINARY, FOLDER, ROOT, rmasim

HERE = pathlib.Path(__file__).resolve().parent / "explored/structures"
STRUCTURES = ["queue_lock", "deque", "semaphore", "hash_table", "flag_barrier"]


@functools.cache
def built(name, *options):
    program = pathlib.Path(FOLDER.name) / f"structure-{name}{''.join(options)}"
    finished = rmasim("cc", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", *options,
                      "-o", program,
                      HERE / f"{name}.c")
    assert finished.returncode == 0, finished.stderr
    return program


def searched(program, *how, ranks):
    command = [BINARY, "exec", *map(str, how), "-n", str(ranks), "--format", "json", program]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600)
    return finished.returncode, json.loads(finished.stdout)


@pytest.mark.parametrize("name", STRUCTURES)
def test_random_orders_of_three_ranks_are_right(name):
    code, result = searched(built(name), "--swarm", 1000, ranks=3)
    assert code == 0 and result["failing"] == 0 and result["executions"] == 1000


@pytest.mark.parametrize("name", ["hash_table", pytest.param("deque", marks=pytest.mark.slow),
                                  pytest.param("queue_lock", marks=pytest.mark.slow),
                                  pytest.param("semaphore", marks=pytest.mark.long),
                                  pytest.param("flag_barrier", marks=pytest.mark.long)])
def test_every_order_of_two_ranks_is_right(name):
    code, result = searched(built(name), "--explore", ranks=2)
    assert code == 0 and result["failing"] == 0 and result["exhausted"]


@pytest.mark.long
@pytest.mark.parametrize("name", STRUCTURES)
def test_a_million_random_orders_of_three_ranks_are_right(name):
    code, result = searched(built(name), "--swarm", 1_000_000, ranks=3)
    assert code == 0 and result["failing"] == 0 and result["executions"] == 1_000_000


@pytest.mark.parametrize("name", STRUCTURES)
def test_an_error_is_found_and_replayed(name, tmp_path):
    program = built(name, "-DWRONG")
    found = rmasim("exec", "--swarm", 10_000, "--first", "-n", 3, "--out", tmp_path, program)
    assert found.returncode == 4 and f"{name}.c:" in found.stderr
    (schedule,) = tmp_path.iterdir()
    again = rmasim("exec", "--schedule", schedule, "-n", 3, program)
    assert again.returncode == 4 and f"{name}.c:" in again.stderr
