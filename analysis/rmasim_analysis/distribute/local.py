"""The processors of this machine as a pool of processes."""

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from .. import signals
from ..errors import ProgramFailed
from ..process import carry_out


class Local:
    """Parallel processes, at most `jobs`. The object is a context manager, which waits for running processes at the
    end.

    `submit` takes a task, which is a list of commands: (key, command, standard input). `ended` waits for the end of a
    task. It returns (key, result of `carry_out`) for this task and for all other tasks that have ended.
    """

    heeds_signals = True  # signals to this program also reach the processes

    def __init__(self, jobs):
        self.pool = ThreadPoolExecutor(jobs)
        self.jobs = jobs
        self.under_way = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown(cancel_futures=True)

    def width(self):
        """The maximum number of parallel processes."""
        return self.jobs

    def submit(self, task):
        self.under_way.add(self.pool.submit(carried_out, task))

    def ended(self):
        done, self.under_way = wait(self.under_way, return_when=FIRST_COMPLETED)
        return [pair for future in done for pair in future.result()]


def carried_out(task):
    try:
        return [(key, carry_out(command, given, signals.begin, signals.ended)) for key, command, given in task]
    except OSError as error:  # the program is missing, or the system permits no more processes
        raise ProgramFailed(f"{task[0][1][0]}: {error.strerror}") from None
