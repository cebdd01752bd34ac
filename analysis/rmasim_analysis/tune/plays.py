"""Runs the scenario for which the search is."""

import hashlib
import json
from dataclasses import asdict, dataclass, field

from ..program import Refused, judged, run_of, setting_arguments
from ..distribute.making import Shard, Task, make
from .outcome import Outcome, outcome_of, together

REFUSED = Outcome("refused")


@dataclass(frozen=True)
class Plays:
    """Runs points of `space` in a pool, each point with all `seeds`. `pieces` stores the finished runs."""

    program: str
    scenario: str
    changes: dict  # the changes of the user, by path
    space: object
    seeds: range
    pool: object
    pieces: object
    shard: Shard
    known: dict = field(default_factory=dict)  # the outcomes of runs before the search, by point and seed
    arguments: tuple = ()  # the first arguments of the simulator

    def __call__(self, points):
        """Runs the points. Yields (point, Outcome)."""
        runs = {(point, seed): self.task(point, seed) for point in points for seed in self.seeds
                if (point, seed) not in self.known}
        make(lambda most: self.left(runs)[:most], self.pieces, self.pool, self.shard, entry_of)
        for point in points:
            yield point, together([self.outcome(point, seed, runs) for seed in self.seeds])

    def task(self, point, seed):
        arguments = [*self.arguments, *setting_arguments(self.changes | self.space.changes(point))]
        if "--seed" not in self.arguments:
            arguments += ["--seed", str(seed)]
        command = [self.program, "run", str(self.scenario), "--format", "json", *arguments]
        return Task(hashlib.sha256(json.dumps(arguments).encode()).hexdigest(), command)

    def left(self, runs):
        return [task for task in runs.values() if task.key not in self.pieces.entries]

    def outcome(self, point, seed, runs):
        if (point, seed) in self.known:
            return self.known[point, seed]
        entry = self.pieces.entries[runs[point, seed].key]
        if "refused" not in entry:
            return Outcome(**entry["outcome"] | {"digests": tuple(entry["outcome"]["digests"])})
        # If the scenario's own point is refused, the input has an error. Any other point may be refused for reasons of
        # its own.
        if point == self.space.own:
            raise Refused(entry["refused"], {})
        return REFUSED


def entry_of(key, played):
    try:
        run = judged(run_of("rmasim", played), "the scenario", {})
    except Refused as error:
        return {"key": key, "refused": str(error)}
    return {"key": key, "outcome": asdict(outcome_of(run))}
