"""The ledger of the search. It runs each point at most once, respects the limit of runs, and stores the outcomes."""

from collections import Counter


class Ledger:
    """The outcomes by point. `play(points)` yields (point, Outcome) in any order. The contents of the ledger do not
    depend on this order."""

    def __init__(self, play, runs_each, max_runs):
        self.play, self.runs_each, self.max_runs = play, runs_each, max_runs
        self.outcomes = {}
        self.insisted_runs = 0
        self.cut_short = False

    @property
    def runs(self):
        return self.runs_each * len(self.outcomes)

    def room(self):
        """The number of further points that may be run."""
        return (self.max_runs + self.insisted_runs - self.runs) // self.runs_each

    def look_at(self, points):
        """Runs the points that were not run yet, up to the limit of runs."""
        new = [point for point in dict.fromkeys(points) if point not in self.outcomes]
        wanted = new[: self.room()]
        self.cut_short |= len(wanted) < len(new)
        played = dict(self.play(wanted))
        self.outcomes |= {point: played[point] for point in wanted}

    def insist_on(self, points):
        """Runs these points, even beyond the limit. They do not count towards the limit."""
        new = {point for point in points if point not in self.outcomes}
        self.insisted_runs += self.runs_each * len(new)
        self.look_at(points)

    def endings(self):
        return dict(sorted(Counter(outcome.ending for outcome in self.outcomes.values()).items()))
