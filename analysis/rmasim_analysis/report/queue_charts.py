"""The charts of request queues. They show the length over time, the polls by the agent, and the waits for locks."""

from ..layout import count
from .chart import Chart, Choice, steps, time_axis
from .run_charts import MAX_RANKS


def queues(trace):
    """The charts of the ranks with the longest queues. Each of these ranks has two charts."""
    end_ns = max(trace.end_ns, 1)
    choice = Choice("Rank")
    for rank in ranks_with_longest(trace.queued):
        waits, looks = trace.lock_waits.get(rank, []), trace.looks.get(rank, [])
        charts = [length_chart(rank, trace.queued[rank], looks, end_ns)]
        if waits:
            charts.append(wait_chart(rank, waits, end_ns))
        choice.groups.append((f"rank {rank} (at most {longest(trace.queued[rank])})", charts))
    return choice


def longest(changes):
    return max(length for _, length in changes)


def ranks_with_longest(queued):
    return sorted(queued, key=lambda rank: (-longest(queued[rank]), rank))[:MAX_RANKS]


def length_chart(rank, changes, looks_ns, end_ns):
    polls = {"form": "points", "x": looks_ns, "y": [0] * len(looks_ns), "marker": "tick", "colour": "series-1",
             "name": f"the agent polls ({count(len(looks_ns), 'time')})"}
    return Chart(f"queue-of-rank-{rank}", f"Requests in the queue of rank {rank}", time_axis(end_ns),
                 {"label": "requests", "low": 0, "high": max(longest(changes), 2), "room": 0.15, "whole": True},
                 [steps(changes, end_ns)] + ([polls] if looks_ns else []))


def wait_chart(rank, waits, end_ns):
    """The grants of locks. Each is at its time, and has the time that its request waited."""
    points = {"x": [at_ns for at_ns, _ in waits], "y": [waited_ns for _, waited_ns in waits], "colour": "accent"}
    max_ns = max(points["y"])
    return Chart(f"lock-waits-at-rank-{rank}", f"How long locks of rank {rank} waited",
                 time_axis(end_ns) | {"label": "granted at"},
                 {"label": "waited", "unit": "ns", "low": 0, "high": max(max_ns, 1), "room": 0.15},
                 [{"form": "stems", **points}, {"form": "points", **points, "size": 3},
                  {"form": "rule", "along": "y", "at": max_ns, "colour": "series-1", "dashes": "5 4",
                   "name": "longest:"}])
