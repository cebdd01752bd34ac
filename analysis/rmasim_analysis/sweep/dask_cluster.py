"""Makes the runs of a sweep on a Dask cluster: a scheduler, and workers that may join and leave.

A worker needs Debian's python3-distributed, and the simulator and the scenario under the same paths as here. It does
not need this package: its functions are sent with the tasks. If a worker is lost, the scheduler gives its unfinished
tasks to another one.
"""

import logging
from concurrent.futures import CancelledError
from dataclasses import astuple
from itertools import islice

import cloudpickle
from distributed import Client, as_completed
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from .. import program as program_module
from ..errors import BadInput, ProgramFailed
from ..program import Run, judged, setting_arguments, start

RUNS_PER_TASK = 8  # a task costs the scheduler about as much as a small run costs a worker
TASKS_PER_THREAD = 3  # queued at the scheduler, so that no worker is idle


def carry_out(address, wait_s, program, scenario, arguments, points):
    """Like `local.carry_out`, on the cluster whose scheduler is at `address` and must answer within `wait_s`."""
    cloudpickle.register_pickle_by_value(program_module)
    for name in ("asyncio", "distributed"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost worker is no error: its runs are repeated
    with connected(address, wait_s) as client:
        tasks = batches(points)
        settings = {}
        under_way = as_completed(loop=client.loop)

        def submit(count):
            for batch in islice(tasks, count):
                commands = [(number, [*arguments, *setting_arguments(point)]) for number, point in batch]
                settings.update(batch)
                under_way.add(client.submit(play_all, program, str(scenario), commands, pure=False))

        submit(TASKS_PER_THREAD * max(1, sum(client.nthreads().values())))
        for future in under_way:
            for number, values in result_of(future):
                yield number, judged(Run(*values), scenario, settings.pop(number))
            submit(1)


def connected(address, wait_s):
    try:
        return Client(address, timeout=wait_s, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput("--dask", f"{address} ({error})", "the address of a Dask scheduler, tcp://HOST:8786") from None


def batches(points):
    points = iter(points)
    while batch := list(islice(points, RUNS_PER_TASK)):
        yield batch


def play_all(program, scenario, commands):
    """Runs on a worker. Returns plain values, because workers do not have this package's classes."""
    return [(number, astuple(start(program, scenario, arguments))) for number, arguments in commands]


def result_of(future):
    try:
        return future.result()
    except (CancelledError, CommClosedError):
        raise ProgramFailed("the cluster was lost; the same command resumes the sweep") from None
    except (OSError, KilledWorker) as error:
        raise ProgramFailed(f"a worker could not play the scenario: {error}") from None
