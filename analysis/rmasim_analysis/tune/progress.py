"""The progress of the search: runs made, and the best time so far."""

from ..progress import progress_bar


class Progress:
    def __init__(self, max_runs):
        self.bar = progress_bar(max_runs, "run")
        self.best_ns = None

    def watched(self, play):
        """Wraps the `play` function of the ledger so that it updates the bar."""
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
