"""Makes the runs of a sweep on a Dask cluster."""

from itertools import islice

from ..program import judged, run_of, setting_arguments
from ..distribute.dask_pool import Dask

RUNS_PER_TASK = 8  # a task costs the scheduler about as much time as a small run costs a worker
TASKS_PER_THREAD = 3  # the number of tasks in the scheduler's queue, so that no worker is idle


def carry_out(address, wait_s, program, scenario, arguments, points):
    """Yields (number, Run) as `local.carry_out` does. The scheduler of the cluster is at `address`."""
    tasks = batches(points)
    settings = {}
    with Dask(address, wait_s, "the same command resumes the sweep") as pool:
        def submit(count):
            for batch in islice(tasks, count):
                settings.update(batch)
                pool.submit([(number, command(point), b"") for number, point in batch])

        def command(point):
            return [program, "run", str(scenario), "--format", "json", *arguments, *setting_arguments(point)]

        submit(TASKS_PER_THREAD * pool.width())
        while pool.under_way:
            before = len(pool.under_way)
            for number, played in pool.ended():
                yield number, judged(run_of(program, played), scenario, settings.pop(number))
            submit(before - len(pool.under_way))


def batches(points):
    points = iter(points)
    while batch := list(islice(points, RUNS_PER_TASK)):
        yield batch
