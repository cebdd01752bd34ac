"""The charts of synchronisation counters. They show the value of each counter over time, and the senders of the signals
that decremented it.
"""

from .chart import Chart, Choice, time_axis

MAX_COUNTERS = 24  # the maximum that the page can show
MAX_NAMED = 14  # the maximum number of signals that have their sender's number as a label


def counters(trace):
    """The charts, one for each counter. Counters that lost signals or became negative are first."""
    end_ns = max(trace.end_ns, 1)
    choice = Choice("Counter")
    for key in troubled_first(trace.counters)[:MAX_COUNTERS]:
        rank, window, number = key
        changes = trace.counters[key]
        name = f"counter {number} of {window} on rank {rank}"
        lost = sum(change.lost for change in changes)
        notes = [f"lowest {min(change.value for change in changes)}"] + ([f"{lost} lost"] if lost else [])
        chart = Chart(f"counter-{number}-rank-{rank}", f"Value of {name}, and which rank lowered it",
                      time_axis(end_ns), {"label": "value", "whole": True, "room": 0.2},
                      parts_of(changes, end_ns), True)
        choice.groups.append((f"{name} ({', '.join(notes)})", [chart]))
    return choice


def troubled_first(changes):
    def trouble(key):
        return (-sum(change.lost for change in changes[key]), min(change.value for change in changes[key]), key)

    return sorted(changes, key=trouble)


def parts_of(changes, end_ns):
    """The value over time, and marks for the changes by signals, by the owner, and for lost signals."""
    at = [change.at_ns for change in changes]
    values = [change.value for change in changes]
    lowered = [change for change in changes if change.by is not None]
    marks = [
        mark(lowered, "circle", "series-1", "lowered by a signal of the rank written next to it",
             labels=[str(change.by) for change in lowered[:MAX_NAMED]]),
        mark([change for change in changes if change.by is None and not change.lost], "square", "series-0",
             "set by its owner (allocated, init, start, freed)"),
        mark([change for change in changes if change.lost], "cross", "series-3", "set again: signals were lost")]
    return [{"form": "rule", "along": "y", "at": 0, "colour": "line"},
            {"form": "steps", "x": [*at, end_ns], "y": [*values, values[-1]], "colour": "accent"},
            *(part for part in marks if part["x"])]


def mark(changes, marker, colour, name, **more):
    return {"form": "points", "x": [change.at_ns for change in changes], "y": [change.value for change in changes],
            "marker": marker, "colour": colour, "name": name, **more}
