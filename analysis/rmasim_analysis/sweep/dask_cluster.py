"""Makes the runs of a sweep on a Dask cluster: a scheduler, and workers that may join and leave.

A worker needs Debian's python3-distributed, and the simulator and the scenario under the same paths as here. It does
not need this package: process.py is sent with the tasks. If a worker is lost, the scheduler gives its unfinished tasks
to another one.
"""

import asyncio
import logging
import time
from concurrent.futures import CancelledError
from itertools import islice

import cloudpickle
from distributed import Client, wait
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from .. import process
from ..errors import BadInput, ProgramFailed
from ..program import judged, run_of, setting_arguments

RUNS_PER_TASK = 8  # a task costs the scheduler about as much as a small run costs a worker
TASKS_PER_THREAD = 3  # queued at the scheduler, so that no worker is idle
LOOK_EVERY_S = 1  # for workers, while no run ends


def carry_out(address, wait_s, program, scenario, arguments, points):
    """Like `local.carry_out`, on the cluster whose scheduler is at `address` and must answer within `wait_s`. Ends as
    well if there is no worker for so long."""
    cloudpickle.register_pickle_by_value(process)
    for name in ("asyncio", "distributed"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost worker is no error: its runs are repeated
    with connected(address, wait_s) as client:
        tasks = batches(points)
        settings = {}
        under_way = set()

        def submit(count):
            for batch in islice(tasks, count):
                commands = [(number, [*arguments, *setting_arguments(point)]) for number, point in batch]
                settings.update(batch)
                under_way.add(client.submit(process.play_all, program, str(scenario), commands, pure=False))

        submit(TASKS_PER_THREAD * max(1, threads_of(client)))
        while under_way:
            for future in ended(client, under_way, wait_s):
                under_way.remove(future)
                for number, played in result_of(future):
                    yield number, judged(run_of(program, played), scenario, settings.pop(number))
                submit(1)


def connected(address, wait_s):
    try:
        return Client(address, timeout=wait_s)
    except (OSError, ValueError) as error:
        raise BadInput("--dask", f"{address} ({error})", "the address of a Dask scheduler, tcp://HOST:8786") from None


def batches(points):
    points = iter(points)
    while batch := list(islice(points, RUNS_PER_TASK)):
        yield batch


def threads_of(client):
    """Of all workers."""
    try:
        return sum(client.nthreads().values())
    except (OSError, CommClosedError, CancelledError):
        raise ProgramFailed("the cluster was lost; the same command resumes the sweep") from None


def ended(client, under_way, wait_s):
    """Waits for the first of the futures, or those of them that have ended by now."""
    last_seen = time.monotonic()
    while True:
        if done := {future for future in under_way if future.done()}:
            return done
        try:
            wait(under_way, timeout=LOOK_EVERY_S, return_when="FIRST_COMPLETED")
        except (TimeoutError, asyncio.TimeoutError):
            if threads_of(client) > 0:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > wait_s:
                raise ProgramFailed(f"the cluster has had no worker for {wait_s} s; the same command resumes the "
                                    "sweep") from None
        except CancelledError:
            continue  # its result says so


def result_of(future):
    try:
        return future.result()
    except (CancelledError, CommClosedError):
        raise ProgramFailed("the cluster was lost; the same command resumes the sweep") from None
    except (OSError, KilledWorker) as error:
        raise ProgramFailed(f"a worker could not play the scenario: {error}") from None
