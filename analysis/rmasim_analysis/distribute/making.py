"""The loop that executes tasks in any pool. The subcommands explore, fuzz, run and tune use it."""

import time
from dataclasses import dataclass

TASKS_PER_PROCESS = 3  # the number of submitted tasks, so that no processor is idle
# The minimum time without news from other processes, after which this process takes their tasks.
MIN_PATIENCE_S = 1
PATIENCE_TASKS = 4  # this time as a multiple of the duration of a task; the larger of the two counts
LOOK_EVERY_S = 0.2


@dataclass(frozen=True)
class Task:
    """A task. `command` is executed with `given` as its input. `guessed` is True if the result may not be needed."""

    key: object
    command: list
    given: bytes = b""
    guessed: bool = False


class Shard:
    """The tasks of this process, if several processes share the tasks (--shard). They are the process's own tasks.
    After a time without news from the other processes, they are all tasks."""

    def __init__(self, shard):
        self.this, self.of = shard or (1, 1)
        self.last_news = time.monotonic()
        self.patience_s = MIN_PATIENCE_S

    def took(self, seconds):
        """Records the duration of a task."""
        self.patience_s = max(self.patience_s, PATIENCE_TASKS * seconds)

    def news(self):
        self.last_news = time.monotonic()

    def own(self, tasks):
        own = [task for task in tasks if number_of(task.key) % self.of == self.this - 1]
        return own if own or time.monotonic() - self.last_news < self.patience_s else tasks


def number_of(key):
    return key if isinstance(key, int) else int(key[:8], 16)


def make(wanted, pieces, pool, shard, entry_of, on_made=lambda: None, interrupted=lambda: False):
    """Executes tasks until no task is requested. Returns their number.

    `wanted(most)` returns the next tasks, the most urgent task first. Submitted tasks are among them. `entry_of(key,
    played)` returns the entry of `pieces` for a result of `carry_out`. When `interrupted()` is true, the function
    collects the output of submitted tasks, and submits no others.
    """
    under_way, made = {}, 0  # by key of a task: the time at which it started
    while True:
        if interrupted():
            return made + take_rest(pieces, pool, under_way, entry_of)
        if pieces.read_new():
            shard.news()
        room = TASKS_PER_PROCESS * pool.width()
        tasks = wanted(room * shard.of)
        if not tasks:
            return made
        for task in chosen([task for task in tasks if task.key not in under_way], under_way, shard, room):
            under_way[task.key] = time.monotonic()
            pool.submit([(task.key, task.command, task.given)])
        if not under_way:  # other processes have the remaining tasks
            time.sleep(LOOK_EVERY_S)
            continue
        for key, played in pool.ended():
            shard.took(time.monotonic() - under_way.pop(key))
            if interrupted() and was_ended(played):
                continue
            pieces.add(entry_of(key, played))
            made += 1
            on_made()


def take_rest(pieces, pool, under_way, entry_of):
    """Collects the output of the processes after a signal. Returns the number of entries."""
    taken = 0
    while under_way and getattr(pool, "heeds_signals", False):
        for key, played in pool.ended():
            del under_way[key]
            if not was_ended(played):
                pieces.add(entry_of(key, played))
                taken += 1
    return taken


def was_ended(played):
    exit_code, *_ = played
    return exit_code < 0


def chosen(tasks, under_way, shard, room):
    """The tasks to submit. Guessed tasks are submitted only if there are no other tasks."""
    own = shard.own(tasks)
    sure = [task for task in own if not task.guessed]
    return (sure or ([] if under_way else own))[: max(0, room - len(under_way))]
