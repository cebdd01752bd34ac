"""A Dask cluster as a pool of processes. It has a scheduler, and workers that may join and leave.

A worker needs Debian's python3-distributed. It also needs the simulator and the scenario under the same paths as this
machine. It does not need this package, because the tasks contain process.py. If a worker is lost, the scheduler gives
its unfinished tasks to another worker.
"""

import asyncio
import logging
import os
import time
from concurrent.futures import CancelledError

import cloudpickle
from distributed import Client, wait
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from .. import process
from ..errors import BadInput, ProgramFailed

LOOK_EVERY_S = 1  # interval between checks for workers, while no task ends


class Dask:
    """A pool with the interface of `Local`. The scheduler of the cluster is at `address` and must answer within
    `wait_s`. Raises an error if there is no worker for that time. `advice` is the text for errors on how to continue.
    """

    def __init__(self, address, wait_s, advice):
        cloudpickle.register_pickle_by_value(process)
        for name in ("asyncio", "distributed"):
            # A lost worker is not an error, because its tasks are repeated.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.wait_s, self.advice = wait_s, advice
        self.under_way = set()
        try:
            self.client = Client(address, timeout=wait_s)
        except (OSError, ValueError) as error:
            raise BadInput("--dask", f"{address} ({error})",
                           "the address of a Dask scheduler, tcp://HOST:8786") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()

    def width(self):
        """The number of threads of all workers. It is at least one, because a worker may still join."""
        return max(1, self.threads())

    def threads(self):
        try:
            return sum(self.client.nthreads().values())
        except (OSError, CommClosedError, CancelledError):
            raise self.lost() from None

    def lost(self):
        return ProgramFailed(f"the cluster was lost; {self.advice}")

    def submit(self, task):
        self.under_way.add(self.client.submit(process.carry_out_all, task, os.getcwd(), pure=False))

    def ended(self):
        done = self.wait_for_any()
        self.under_way -= done
        return [pair for future in done for pair in self.result_of(future)]

    def wait_for_any(self):
        last_seen = time.monotonic()
        while True:
            if done := {future for future in self.under_way if future.done()}:
                return done
            try:
                wait(self.under_way, timeout=LOOK_EVERY_S, return_when="FIRST_COMPLETED")
            except (TimeoutError, asyncio.TimeoutError):
                if self.threads() > 0:
                    last_seen = time.monotonic()
                elif time.monotonic() - last_seen > self.wait_s:
                    raise ProgramFailed(f"the cluster has had no worker for {self.wait_s} s; {self.advice}") from None
            except CancelledError:
                continue  # the task's result has the error

    def result_of(self, future):
        try:
            return future.result()
        except (CancelledError, CommClosedError):
            raise self.lost() from None
        except (OSError, KilledWorker) as error:
            raise ProgramFailed(f"a worker could not run the simulator: {error}") from None
