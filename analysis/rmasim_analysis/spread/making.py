"""Makes the pieces of a piece of work, wherever: the loop that explore, fuzz and tune share."""

import time
from dataclasses import dataclass

TASKS_PER_PROCESS = 3  # under way, so that no processor is idle
LEAST_PATIENCE_S = 1  # without news from the others, before their share is taken;
PATIENCE_TASKS = 4  # and so many times what a task has taken
LOOK_EVERY_S = 0.2


@dataclass(frozen=True)
class Task:
    """`command` reads `given`. `guessed`: whether it will be needed is not sure."""

    key: object
    command: list
    given: bytes = b""
    guessed: bool = False


class Share:
    """Which of the tasks that are wanted this process takes, where others work at the same time (--part): its own
    share, and all of them when nothing was heard of the others for a while."""

    def __init__(self, part):
        self.this, self.of = part or (1, 1)
        self.last_news = time.monotonic()
        self.patience_s = LEAST_PATIENCE_S

    def took(self, seconds):
        """A task, until its end."""
        self.patience_s = max(self.patience_s, PATIENCE_TASKS * seconds)

    def news(self):
        self.last_news = time.monotonic()

    def own(self, tasks):
        own = [task for task in tasks if number_of(task.key) % self.of == self.this - 1]
        return own if own or time.monotonic() - self.last_news < self.patience_s else tasks


def number_of(key):
    return key if isinstance(key, int) else int(key[:8], 16)


def make(wanted, pieces, pool, share, entry_of, on_made=lambda: None):
    """Carries out tasks until none is wanted. Returns how many it was.

    `wanted(most)`: the next tasks, first those that are needed first; those under way are among them. `entry_of(key,
    played)`: the entry of `pieces` from what `carry_out` returned.
    """
    under_way, made = {}, 0  # since when, by key
    while True:
        if pieces.read_new():
            share.news()
        room = TASKS_PER_PROCESS * pool.width()
        tasks = wanted(room * share.of)
        if not tasks:
            return made
        for task in chosen([task for task in tasks if task.key not in under_way], under_way, share, room):
            under_way[task.key] = time.monotonic()
            pool.submit([(task.key, task.command, task.given)])
        if not under_way:  # others have the rest
            time.sleep(LOOK_EVERY_S)
            continue
        for key, played in pool.ended():
            share.took(time.monotonic() - under_way.pop(key))
            pieces.add(entry_of(key, played))
            made += 1
            on_made()


def chosen(tasks, under_way, share, room):
    """A guess is made only if nothing else is to be done."""
    own = share.own(tasks)
    sure = [task for task in own if not task.guessed]
    return (sure or ([] if under_way else own))[: max(0, room - len(under_way))]
