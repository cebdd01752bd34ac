"""The search: Pareto local search over time and memory.

The search starts from these points: the scenario's own settings, the same settings with one of them at an end of its
range, the smallest settings, ample settings, and points that are spread over the space. It then expands points on the
Pareto front of time and memory: it runs all neighbours of a point. It first expands the best point within the limit. It
then expands the point next to the widest gap of the front. It stops when every point on the front is expanded, or when
the limit of runs is reached.

Why not an optimiser that models the function (Bayesian, evolutionary, simplex)? The settings are a few integers, and
runs are cheap and deterministic. Time is not a smooth function of the settings, because one slot more or less changes
the order in which targets are served. The simulator's reports help more than a model: if a pool was never exhausted,
the run would be the same with only the elements that were in use. The search can therefore shrink the pool to this size
without a run, and does not need to try larger sizes. A local search ends, and its result does not depend on the number
of processes. Its only guarantee is that no neighbour of a point on the front is better.
"""

from dataclasses import dataclass

STARTS_SPREAD = 16  # the number of starting points within the limit; there are as many beyond the limit


@dataclass(frozen=True)
class Candidate:
    """A point with which all runs finish."""

    point: tuple
    cost: int  # the objective that the search minimises, summed over the seeds
    promised_bytes: int
    other_cost: int  # messages if the objective is time, and time if the objective is messages
    changes: int  # the number of settings that differ from the scenario's own

    @property
    def order(self):
        """The sort key. At the same cost, less memory is better, then a smaller other cost, then fewer changes."""
        return self.cost, self.promised_bytes, self.other_cost, self.changes, self.point

    @property
    def figures(self):
        return self.cost, self.promised_bytes, self.other_cost

    def is_no_worse(self, than):
        """True if no figure of this candidate is worse than that of `than`. This candidate may then replace `than`."""
        return all(mine <= other for mine, other in zip(self.figures, than.figures))


def front_of(candidates):
    """The candidates of the front, the smallest memory first. No other candidate with the same memory or less costs
    less."""
    front = []
    for one in sorted(candidates, key=lambda c: (c.promised_bytes, *c.order)):
        if not front or one.cost < front[-1].cost:
            front.append(one)
    return front


def gaps(front):
    """The size of the gap at each point of a front. It is the larger of the areas between the point and its two
    neighbours."""
    areas = [(after.promised_bytes - one.promised_bytes) * (one.cost - after.cost)
             for one, after in zip(front, front[1:])]
    return [max(pair) for pair in zip([0, *areas], [*areas, 0])]


def best_within(candidates, limit_bytes):
    """The best candidate within the limit. None if no candidate is within the limit."""
    return min((one for one in candidates if one.promised_bytes <= limit_bytes), key=lambda c: c.order, default=None)


def first_points(space):
    """The points that must be run before there can be any result."""
    return [space.own, *space.steps_to_price(), space.smallest(), *space.lean(), space.ample()]


class Search:
    def __init__(self, space, ledger, costs, limit_bytes, beyond_bytes):
        """`costs` are two functions that compute an integer from an Outcome. The search minimises the first one."""
        self.space, self.ledger, (self.cost, self.other_cost) = space, ledger, costs
        self.limit_bytes, self.beyond_bytes = limit_bytes, beyond_bytes
        self.candidates = {}  # the candidates by point
        self.needed = {}  # Outcome.needed by point
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
            # The point itself may not have been run yet, if it was derived from another point by removing unused
            # elements.
            self.look_at([chosen.point, *self.neighbours(chosen.point)])

    def prices(self):
        """The bytes that one more unit of each setting costs. They are computed from runs that differ by one unit."""
        for point in self.space.steps_to_price():
            step = sum(point) - sum(self.space.own)
            yield (self.set_aside_bytes(point) - self.set_aside_bytes(self.space.own)) // step

    def set_aside_bytes(self, point):
        """The bytes that the settings reserve, without the bytes of the engine, because these depend on the run."""
        outcome = self.ledger.outcomes[point]
        return outcome.promised_bytes - outcome.engine_bytes

    def min_bytes(self, point):
        """The bytes that the settings reserve, computed without a run. The bytes of the engine are not included."""
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
        """The pairs (gap, point) for the points of the front that are not expanded, up to the maximum memory of the
        search."""
        within = [one for one in self.front() if one.promised_bytes <= self.limit_bytes + self.beyond_bytes]
        return [(gap, one) for gap, one in zip(gaps(within), within) if one.point not in self.expanded]

    def insist(self, points):
        """The candidates at these points. The points are run even beyond the limit of runs."""
        self.ledger.insist_on(points)
        self.look_at(points)
        return [self.candidates[point] for point in points if self.ledger.outcomes[point].finished]
