"""What has been run: no point twice, no more runs than allowed, and how each ended."""

from collections import Counter


class Ledger:
    """`play(points)` yields (point, Outcome), in any order. What is kept here does not depend on that order."""

    def __init__(self, play, runs_each, most_runs):
        self.play, self.runs_each, self.most_runs = play, runs_each, most_runs
        self.outcomes = {}
        self.insisted_runs = 0
        self.cut_short = False

    @property
    def runs(self):
        return self.runs_each * len(self.outcomes)

    def room(self):
        """For so many points."""
        return (self.most_runs + self.insisted_runs - self.runs) // self.runs_each

    def look_at(self, points):
        """Plays those that were not played yet, as far as runs are left."""
        new = [point for point in dict.fromkeys(points) if point not in self.outcomes]
        wanted = new[: self.room()]
        self.cut_short |= len(wanted) < len(new)
        played = dict(self.play(wanted))
        self.outcomes |= {point: played[point] for point in wanted}

    def insist_on(self, points):
        """Plays these, too, beyond the allowed runs and not counted among them."""
        new = {point for point in points if point not in self.outcomes}
        self.insisted_runs += self.runs_each * len(new)
        self.look_at(points)

    def endings(self):
        return dict(sorted(Counter(outcome.ending for outcome in self.outcomes.values()).items()))
