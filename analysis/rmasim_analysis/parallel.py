"""Runs in parallel. Each run is a process, so a thread that waits for it is enough."""

import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

WAITING_PER_JOB = 2  # enough that no processor is idle, few enough that stopping is quick


def processors():
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


def as_they_end(function, items, jobs):
    """Yields (item, function(item)) in the order of completion, running `jobs` at the same time. An exception stops
    everything, after the calls in progress have returned."""
    items = iter(items)
    with ThreadPoolExecutor(jobs) as pool:
        under_way = {pool.submit(function, item): item for item in islice(items, WAITING_PER_JOB * jobs)}
        try:
            while under_way:
                ended, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in ended:
                    item = under_way.pop(future)
                    yield item, future.result()
                under_way |= {pool.submit(function, item): item for item in islice(items, len(ended))}
        finally:
            pool.shutdown(cancel_futures=True)
