"""Makes the pieces of a piece of work, wherever: the loop that explore, fuzz, run and tune share."""

import time
from dataclasses import dataclass

TASKS_PER_PROCESS = 3  # under way, so that no processor is idle
LEAST_PATIENCE_S = 1  # without news from the others, before their shard is taken;
PATIENCE_TASKS = 4  # and so many times what a task has taken
LOOK_EVERY_S = 0.2


@dataclass(frozen=True)
class Task:
    """`command` reads `given`. `guessed`: whether it will be needed is not sure."""

    key: object
    command: list
    given: bytes = b""
    guessed: bool = False


class Shard:
    """The tasks that this process takes of those that several processes work on (--shard): its own shard, and all of
    them after a while without news from the others."""

    def __init__(self, shard):
        self.this, self.of = shard or (1, 1)
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


def make(wanted, pieces, pool, shard, entry_of, on_made=lambda: None, interrupted=lambda: False):
    """Carries out tasks until none is wanted. Returns how many it was.

    `wanted(most)`: the next tasks, first those that are needed first; those under way are among them. `entry_of(key,
    played)`: the entry of `pieces` from what `carry_out` returned. Once `interrupted()`, it takes what those under way
    have, and no others.
    """
    under_way, made = {}, 0  # since when, by key
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
        if not under_way:  # others have the rest
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
    """What processes that heed signals still print. Returns how many pieces it is."""
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
    """A guess is made only if nothing else is to be done."""
    own = shard.own(tasks)
    sure = [task for task in own if not task.guessed]
    return (sure or ([] if under_way else own))[: max(0, room - len(under_way))]
