"""The processors of this machine as a pool."""

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from .. import signals
from ..errors import ProgramFailed
from ..process import carry_out


class Local:
    """Processes at the same time, as many as `jobs`. A context manager; to leave it waits for those under way.

    `submit` takes a task, a list of commands: (key, command, what it reads). `ended` waits for a task and returns its
    (key, what `carry_out` returned), and those of all others that have ended by then.
    """

    heeds_signals = True  # its processes are told of them

    def __init__(self, jobs):
        self.pool = ThreadPoolExecutor(jobs)
        self.jobs = jobs
        self.under_way = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown(cancel_futures=True)

    def width(self):
        """How many processes there may be at the same time."""
        return self.jobs

    def submit(self, task):
        self.under_way.add(self.pool.submit(carried_out, task))

    def ended(self):
        done, self.under_way = wait(self.under_way, return_when=FIRST_COMPLETED)
        return [pair for future in done for pair in future.result()]


def carried_out(task):
    try:
        return [(key, carry_out(command, given, signals.begin, signals.ended)) for key, command, given in task]
    except OSError as error:  # the program is gone, or there is no room for another process
        raise ProgramFailed(f"{task[0][1][0]}: {error.strerror}") from None
