"""Runs in parallel. Each run is a process, so a thread that waits for the process is sufficient."""

import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

WAITING_PER_JOB = 2  # enough that no processor is idle, and few enough that the subcommand ends quickly


def processors():
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


def as_they_end(function, items, jobs):
    """Yields (item, function(item)) in the order of completion. At most `jobs` calls run at the same time. After an
    exception, no further call begins, and the calls that are running return first."""
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
