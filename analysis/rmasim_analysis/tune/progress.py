"""The progress of the search: the number of runs, and the best time."""

from ..progress import progress_bar


class Progress:
    def __init__(self, max_runs):
        self.bar = progress_bar(max_runs, "run")
        self.best_ns = None

    def watched(self, play):
        """Returns the ledger's function `play` with an update of the bar after each run."""
        def watched_play(points):
            for point, outcome in play(points):
                self.bar.update(outcome.runs)
                if outcome.finished and (self.best_ns is None or outcome.time_ns < self.best_ns):
                    self.best_ns = outcome.time_ns
                    self.bar.set_postfix_str(f"best {outcome.time_ns / outcome.runs / 1000:,.1f} us", refresh=False)
                yield point, outcome
        return watched_play

    def close(self):
        self.bar.close()
