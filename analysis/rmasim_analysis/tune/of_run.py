"""The best sizes for one run of a scenario, for subcommands that need no other result of `tune`."""

from dataclasses import dataclass, replace

from ..distribute.local import Local
from ..distribute.making import Shard
from ..distribute.pieces import InMemory
from .command import costs_of
from .ledger import Ledger
from .outcome import outcome_of
from .plays import Plays
from .search import Search, first_points
from .setting import paths_that_matter, setting_at, value_at
from .space import Space


@dataclass(frozen=True)
class Sizes:
    """`changes`: by path, what differs from the run; None if nothing finishes within the limit."""

    changes: dict | None
    runs: int


def best_sizes(program, scenario, arguments, run, document, limit_bytes, max_runs, jobs):
    """The fastest sizes within `limit_bytes` a rank. `run`: the Run that `arguments` give, whose seed it keeps;
    `document`: the scenario, whose programs say what settings matter. Sizes of single windows stay as they are."""
    known = run.result["settings"]
    paths = [path for path in paths_that_matter(document) if value_at(known, path, None) is not None]
    if not paths:
        return Sizes({}, 0)
    space = Space(tuple(setting_at(path, known, known) for path in paths), windows_of(run.result))
    seed = run.result["seed"]
    with Local(jobs) as pool:
        plays = Plays(program, scenario, {}, space, range(seed, seed + 1), pool, InMemory(), Shard(None),
                      arguments=tuple(arguments))
        plays = replace(plays, known={(space.own, seed): outcome_of(run)})
        ledger = Ledger(plays, 1, max(max_runs, len(set(first_points(space)))))
        search = Search(space, ledger, costs_of("time"), limit_bytes, 0)
        search.run()
        best = search.best()
        if best is not None:
            (best,) = search.insist([best.point]) or (None,)
    return Sizes(space.changes(best.point) if best else None, ledger.runs)


def windows_of(result):
    """The number of windows, without those that have no pool of their own; at least 1."""
    return max(1, sum(name.startswith("target.local.") for name in result["elements"]))
