"""A small cluster for a test, on the loopback interface: a scheduler of Dask, and workers."""

import re
import subprocess
from contextlib import contextmanager

from verbs import ENVIRONMENT


@contextmanager
def process_of(*command):
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def scheduler_process():
    """Starts a scheduler. Yields the process and its address."""
    with process_of("dask-scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard") as process:
        lines = (re.search(r"Scheduler at:\s+(tcp://\S+)", line) for line in process.stderr)
        yield process, next(found[1] for found in lines if found)


def worker(scheduler, folder):
    """Starts a worker without a nanny, because a nanny would replace a worker that was killed."""
    return process_of("dask-worker", scheduler, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory",
                      str(folder))
