"""The search: Pareto local search over time and memory.

It starts from the scenario's own settings, the same with one of them at an end, the smallest, ample ones, and some
spread over the space. Then every point on the front of time against memory is expanded by all its neighbours, until no
point on the front is left or the runs are used up: the best one within the limit first, then the one beside the widest
gap of the front.

Why this and not an optimiser with a model of the function (Bayesian, evolutionary, simplex)? The settings are few
integers, runs are cheap and give the same time each time, and time is not smooth in them: one slot more or less changes
the order in which targets are served. What the simulator reports helps more than a model would: a pool that never ran
empty plays the same run with just the elements that were in use, so its point is cut to them for nothing, and is not
tried with more. A local search says truthfully when it is done, and what it finds does not depend on the number of
processes. It promises no more than that nothing one step away is better.
"""

from dataclasses import dataclass

STARTS_SPREAD = 16  # within the limit, and as many beyond


@dataclass(frozen=True)
class Candidate:
    """A point at which all runs finish."""

    point: tuple
    cost: int  # what is to be as small as possible, summed over the seeds
    promised_bytes: int
    changes: int  # settings that differ from the scenario's

    @property
    def order(self):
        """Of two that cost the same the smaller one is better, then that with fewer changes."""
        return self.cost, self.promised_bytes, self.changes, self.point


def front_of(candidates):
    """Those that nobody beats with as much memory or less, the smallest first."""
    front = []
    for one in sorted(candidates, key=lambda c: (c.promised_bytes, c.cost, c.changes, c.point)):
        if not front or one.cost < front[-1].cost:
            front.append(one)
    return front


def gaps(front):
    """How much room there is beside each point of a front: the larger area between it and a point next to it."""
    areas = [(after.promised_bytes - one.promised_bytes) * (one.cost - after.cost)
             for one, after in zip(front, front[1:])]
    return [max(pair) for pair in zip([0, *areas], [*areas, 0])]


def best_within(candidates, limit_bytes):
    """None when nothing fits."""
    return min((one for one in candidates if one.promised_bytes <= limit_bytes), key=lambda c: c.order, default=None)


def first_points(space):
    """Without these nothing is known."""
    return [space.own, *space.steps_to_price(), space.smallest(), *space.lean(), space.ample()]


class Search:
    def __init__(self, space, ledger, cost, limit_bytes, beyond_bytes):
        """`cost`: an integer from an Outcome."""
        self.space, self.ledger, self.cost = space, ledger, cost
        self.limit_bytes, self.beyond_bytes = limit_bytes, beyond_bytes
        self.candidates = {}  # by point
        self.needed = {}  # likewise; Outcome.needed
        self.expanded = set()

    def run(self):
        first = first_points(self.space)
        self.ledger.look_at(first)
        self.space = self.space.priced(self.prices())
        self.look_at(first)
        room_bytes = self.limit_bytes - self.least_bytes(self.space.smallest())
        if room_bytes < 0:
            return
        self.look_at(self.space.far() + self.space.spread(STARTS_SPREAD, room_bytes))
        self.look_at(self.space.spread(STARTS_SPREAD, room_bytes + self.beyond_bytes))
        self.expand_all()

    def expand_all(self):
        while not self.ledger.cut_short and (chosen := self.next_to_expand()) is not None:
            self.expanded.add(chosen.point)
            # The point itself is played, too, if it was cut down from another one.
            self.look_at([chosen.point, *self.neighbours(chosen.point)])

    def prices(self):
        """What one more of each setting costs in bytes, from the runs that are a step of one apart."""
        for point in self.space.steps_to_price():
            step = sum(point) - sum(self.space.own)
            yield (self.set_aside_bytes(point) - self.set_aside_bytes(self.space.own)) // step

    def set_aside_bytes(self, point):
        """Without the engine's own, which depend on the run."""
        outcome = self.ledger.outcomes[point]
        return outcome.promised_bytes - outcome.engine_bytes

    def least_bytes(self, point):
        """What the settings set aside, known without a run; the engine's own bytes come on top."""
        return self.set_aside_bytes(self.space.own) + self.space.extra_bytes(point, self.space.own)

    def neighbours(self, point):
        near = self.space.neighbours(point, self.needed[point])
        return [other for other in near if self.least_bytes(other) <= self.limit_bytes + self.beyond_bytes]

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
        self.candidates[point] = Candidate(point, self.cost(outcome), promised, changes)
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
        """Points of the front, up to what is searched beyond the limit, each with the gap beside it."""
        within = [one for one in self.front() if one.promised_bytes <= self.limit_bytes + self.beyond_bytes]
        return [(gap, one) for gap, one in zip(gaps(within), within) if one.point not in self.expanded]

    def insist(self, points):
        """The candidates at these points, each of them played, beyond the allowed runs if need be."""
        self.ledger.insist_on(points)
        self.look_at(points)
        return [self.candidates[point] for point in points if self.ledger.outcomes[point].finished]
