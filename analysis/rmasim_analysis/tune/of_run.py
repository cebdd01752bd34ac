"""The best sizes for one run of a scenario. For subcommands that need no other result of `tune`."""

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
    """The sizes. `changes` are the settings that differ from the run, by path. It is None if no settings finish within
    the limit."""

    changes: dict | None
    runs: int


def best_sizes(program, scenario, arguments, run, document, limit_bytes, max_runs, jobs):
    """The fastest sizes within `limit_bytes` for each rank. `run` is the Run for `arguments`; the sizes are for its
    seed. `document` is the scenario, whose programs determine the settings that matter. Sizes of single windows do not
    change."""
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
    """The number of windows that have pools of their own. It is at least 1."""
    return max(1, sum(name.startswith("target.local.") for name in result["elements"]))
