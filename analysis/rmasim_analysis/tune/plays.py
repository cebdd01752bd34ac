"""Runs the scenario that is tuned."""

from dataclasses import dataclass, field

from ..parallel import as_they_end
from ..program import Refused, simulate
from .outcome import Outcome, outcome_of, together

REFUSED = Outcome("refused")


@dataclass(frozen=True)
class Plays:
    """Runs points of `space`, each with all `seeds`."""

    program: str
    scenario: str
    changes: dict  # the user's, by path
    space: object
    seeds: range
    jobs: int
    known: dict = field(default_factory=dict)  # outcomes by point and seed, of runs made before

    def __call__(self, points):
        """Yields (point, Outcome)."""
        runs = [(point, seed) for point in points for seed in self.seeds]
        left = {point: {} for point in points}
        for (point, seed), outcome in as_they_end(self.play, runs, self.jobs):
            left[point][seed] = outcome
            if len(left[point]) == len(self.seeds):
                yield point, together([left[point][seed] for seed in self.seeds])

    def play(self, run):
        if run in self.known:
            return self.known[run]
        point, seed = run
        settings = self.changes | self.space.changes(point)
        try:
            return outcome_of(simulate(self.program, self.scenario, settings, ["--seed", str(seed)]))
        except Refused:
            # If the scenario's own point is refused, the input is bad. Any other point may be refused on its own.
            if point == self.space.own:
                raise
            return REFUSED
