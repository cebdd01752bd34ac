"""Many runs at the same time. Each is a process of its own, so threads that wait for them are enough."""

import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

WAITING_PER_JOB = 2  # so that no processor waits for the next task, and a stop does not have to wait for many


def processors():
    """That this process may use."""
    return len(os.sched_getaffinity(0))


def as_they_end(function, items, jobs):
    """Yields (item, function(item)) in the order in which they end, `jobs` at the same time. What a function raises
    ends it all; those under way are waited for."""
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
