"""The search: Pareto local search over time and memory.

The search starts from the scenario's own settings, the same settings with one of them at an end of its range, the
smallest settings, ample ones, and points spread over the space. Then it expands the points on the Pareto front of time
and memory: it runs all neighbours of a point. It takes the best point within the limit first, then the point next to
the widest gap of the front. It stops when every point on the front is expanded or the run limit is reached.

Why not an optimiser that models the function (Bayesian, evolutionary, simplex)? The settings are a few integers, runs
are cheap and deterministic, and time is not a smooth function of them: one slot more or less changes the order in which
targets are served. The simulator's reports help more than a model: if a pool never ran empty, the run would be the same
with just the elements that were in use. So the search can cut the pool to that size without a run, and need not try
larger ones. A local search has an end, and its result does not depend on the number of processes. All it
promises is that no point one step away from the front is better.
"""

from dataclasses import dataclass

STARTS_SPREAD = 16  # starting points within the limit, and as many beyond it


@dataclass(frozen=True)
class Candidate:
    """A point at which all runs finish."""

    point: tuple
    cost: int  # the objective to minimise, summed over the seeds
    promised_bytes: int
    other_cost: int  # messages where the objective is time, and time where it is messages
    changes: int  # settings that differ from the scenario's

    @property
    def order(self):
        """Sort key: at the same cost, less memory is better, then the other cost, then fewer changes."""
        return self.cost, self.promised_bytes, self.other_cost, self.changes, self.point

    @property
    def figures(self):
        return self.cost, self.promised_bytes, self.other_cost

    def is_no_worse(self, than):
        """In any of its figures: such a candidate may replace the other one."""
        return all(mine <= other for mine, other in zip(self.figures, than.figures))


def front_of(candidates):
    """The candidates that no other beats with the same memory or less, the smallest first."""
    front = []
    for one in sorted(candidates, key=lambda c: (c.promised_bytes, *c.order)):
        if not front or one.cost < front[-1].cost:
            front.append(one)
    return front


def gaps(front):
    """The size of the gap at each point of a front: the larger of the areas between it and its two neighbours."""
    areas = [(after.promised_bytes - one.promised_bytes) * (one.cost - after.cost)
             for one, after in zip(front, front[1:])]
    return [max(pair) for pair in zip([0, *areas], [*areas, 0])]


def best_within(candidates, limit_bytes):
    """The best candidate within the limit; None if none fits."""
    return min((one for one in candidates if one.promised_bytes <= limit_bytes), key=lambda c: c.order, default=None)


def first_points(space):
    """The points that must be run before anything can be said."""
    return [space.own, *space.steps_to_price(), space.smallest(), *space.lean(), space.ample()]


class Search:
    def __init__(self, space, ledger, costs, limit_bytes, beyond_bytes):
        """`costs`: two functions, for an integer from an Outcome; the first is to be minimised."""
        self.space, self.ledger, (self.cost, self.other_cost) = space, ledger, costs
        self.limit_bytes, self.beyond_bytes = limit_bytes, beyond_bytes
        self.candidates = {}  # by point
        self.needed = {}  # likewise; Outcome.needed
        self.expanded = set()

    def run(self):
        first = first_points(self.space)
        self.ledger.look_at(first)
        self.space = self.space.priced(self.prices())
        self.look_at(first)
        room_bytes = self.limit_bytes - self.min_bytes(self.space.smallest())
        if room_bytes < 0:
            return
        self.look_at(self.space.far() + self.space.spread(STARTS_SPREAD, room_bytes))
        self.look_at(self.space.spread(STARTS_SPREAD, room_bytes + self.beyond_bytes))
        self.expand_all()

    def expand_all(self):
        while not self.ledger.cut_short and (chosen := self.next_to_expand()) is not None:
            self.expanded.add(chosen.point)
            # The point itself may not have been run yet, if it was cut down from another one.
            self.look_at([chosen.point, *self.neighbours(chosen.point)])

    def prices(self):
        """The bytes that one more unit of each setting costs, from runs that differ by one unit."""
        for point in self.space.steps_to_price():
            step = sum(point) - sum(self.space.own)
            yield (self.set_aside_bytes(point) - self.set_aside_bytes(self.space.own)) // step

    def set_aside_bytes(self, point):
        """The bytes that the settings reserve, without those of the engine, which depend on the run."""
        outcome = self.ledger.outcomes[point]
        return outcome.promised_bytes - outcome.engine_bytes

    def min_bytes(self, point):
        """The bytes that the settings reserve, known without a run; those of the engine are not included."""
        return self.set_aside_bytes(self.space.own) + self.space.extra_bytes(point, self.space.own)

    def neighbours(self, point):
        near = self.space.neighbours(point, self.needed[point])
        return [other for other in near if self.min_bytes(other) <= self.limit_bytes + self.beyond_bytes]

    def look_at(self, points):
        self.ledger.look_at(points)
        for point in points:
            outcome = self.ledger.outcomes.get(point)
            if outcome is not None and outcome.finished:
                self.note(point, point, outcome)
                cut = self.space.cut(point, outcome.needed)
                if cut not in self.ledger.outcomes:
                    self.note(cut, point, outcome)

    def note(self, point, played, outcome):
        promised = outcome.promised_bytes + self.space.extra_bytes(point, played)
        changes = len(self.space.changes(point))
        self.candidates[point] = Candidate(point, self.cost(outcome), promised, self.other_cost(outcome), changes)
        self.needed[point] = outcome.needed

    def front(self):
        return front_of(self.candidates.values())

    def best(self):
        return best_within(self.candidates.values(), self.limit_bytes)

    def next_to_expand(self):
        best = self.best()
        if best is not None and best.point not in self.expanded:
            return best
        return max(self.not_expanded(), key=lambda pair: pair[0], default=(0, None))[1]

    def not_expanded(self):
        """(gap, point) for the points of the front that are not expanded, up to the end of the searched memory."""
        within = [one for one in self.front() if one.promised_bytes <= self.limit_bytes + self.beyond_bytes]
        return [(gap, one) for gap, one in zip(gaps(within), within) if one.point not in self.expanded]

    def insist(self, points):
        """The candidates at these points, which are run even if that exceeds the run limit."""
        self.ledger.insist_on(points)
        self.look_at(points)
        return [self.candidates[point] for point in points if self.ledger.outcomes[point].finished]
