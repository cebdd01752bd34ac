"""The charts of request queues. They show the length over time, the polls by the agent, and the waits for locks."""

from ..layout import count
from .chart import Chart, Choice
from .run_charts import MAX_RANKS, unit_of
from .words import time


def queues(trace):
    """The charts of the ranks with the longest queues. Each of these ranks has two charts."""
    end_ns = max(trace.end_ns, 1)
    choice = Choice("Rank")
    for rank in ranks_with_longest(trace.queued):
        waits, looks = trace.lock_waits.get(rank, []), trace.looks.get(rank, [])
        charts = [Chart(f"queue-of-rank-{rank}", f"Requests in the queue of rank {rank}",
                        length_line(trace.queued[rank], looks, end_ns))]
        if waits:
            charts.append(Chart(f"lock-waits-at-rank-{rank}", f"How long locks of rank {rank} waited",
                                wait_points(waits, end_ns)))
        choice.groups.append((f"rank {rank} (at most {longest(trace.queued[rank])})", charts))
    return choice


def longest(changes):
    return max(length for _, length in changes)


def ranks_with_longest(queued):
    return sorted(queued, key=lambda rank: (-longest(queued[rank]), rank))[:MAX_RANKS]


def length_line(changes, looks_ns, end_ns):
    def draw(axes, palette):
        unit, length_ns = unit_of(end_ns)
        times = [0, *(at_ns / length_ns for at_ns, _ in changes), end_ns / length_ns]
        lengths = [0, *(length for _, length in changes), changes[-1][1]]
        axes.step(times, lengths, where="post", color=palette.accent, linewidth=1.4)
        axes.fill_between(times, lengths, step="post", color=palette.accent, alpha=0.15, linewidth=0)
        if looks_ns:
            axes.plot([at_ns / length_ns for at_ns in looks_ns], [0] * len(looks_ns), "|", color=palette.series[1],
                      markersize=9, clip_on=False, label=f"the agent polls ({count(len(looks_ns), 'time')})")
            axes.legend(loc="upper right", frameon=False)
        axes.set_ylim(0, max(longest(changes) * 1.3, 2))
        axes.set_xlim(0, end_ns / length_ns)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(f"virtual time, {unit}")
        axes.set_ylabel("requests")

    return draw


def wait_points(waits, end_ns):
    """The points of the grants. Each is at the time of the grant. The point of the longest wait has a label."""
    def draw(axes, palette):
        unit, length_ns = unit_of(end_ns)
        longest_ns = max(waited_ns for _, waited_ns in waits)
        wait_unit, wait_length_ns = unit_of(longest_ns)
        axes.vlines([at_ns / length_ns for at_ns, _ in waits], 0, [ns / wait_length_ns for _, ns in waits],
                    color=palette.accent, linewidth=1, alpha=0.5)
        axes.plot([at_ns / length_ns for at_ns, _ in waits], [ns / wait_length_ns for _, ns in waits], "o",
                  color=palette.accent, markersize=3.5, label=f"longest: {time(longest_ns)}")
        axes.legend(loc="upper left", frameon=False)
        axes.set_ylim(0, max(longest_ns / wait_length_ns * 1.3, 1))
        axes.set_xlim(0, end_ns / length_ns)
        axes.set_xlabel(f"granted at, {unit}")
        axes.set_ylabel(f"waited, {wait_unit}")

    return draw
