"""Makes the runs of a sweep on this machine."""

from ..parallel import as_they_end
from ..program import simulate


def carry_out(program, scenario, arguments, points, jobs):
    """Yields (number, Run) in the order of completion. `points` are pairs of a number and settings."""
    def play(point):
        return simulate(program, scenario, point[1], arguments)

    for (number, _), run in as_they_end(play, points, jobs):
        yield number, run
