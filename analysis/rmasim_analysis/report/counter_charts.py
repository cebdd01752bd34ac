"""The charts of synchronisation counters. They show the value of each counter over time, and the senders of the signals
that decremented it.
"""

from .chart import Chart, Choice
from .run_charts import unit_of

MAX_COUNTERS = 24  # the maximum that the page can show
MAX_NAMED = 14  # the maximum number of signals that have their sender's number as a label
INIT, LOST = "s", "X"


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
                      value_line(changes, end_ns), (9.0, 3.1))
        choice.groups.append((f"{name} ({', '.join(notes)})", [chart]))
    return choice


def troubled_first(changes):
    def trouble(key):
        return (-sum(change.lost for change in changes[key]), min(change.value for change in changes[key]), key)

    return sorted(changes, key=trouble)


def value_line(changes, end_ns):
    def draw(axes, palette):
        unit, length_ns = unit_of(end_ns)
        at = [change.at_ns / length_ns for change in changes]
        values = [change.value for change in changes]
        axes.step([*at, end_ns / length_ns], [*values, values[-1]], where="post", color=palette.accent, linewidth=1.4)
        axes.axhline(0, color=palette.line, linewidth=1)
        lowered = [index for index, change in enumerate(changes) if change.by is not None]
        mark(axes, at, values, lowered, "o", palette.series[1], "lowered by a signal of the rank written next to it")
        for index in lowered[:MAX_NAMED]:
            axes.annotate(str(changes[index].by), (at[index], values[index]), xytext=(4, -11),
                          textcoords="offset points", color=palette.ink, fontsize=9)
        own = [index for index, change in enumerate(changes) if change.by is None and not change.lost]
        mark(axes, at, values, own, INIT, palette.series[0], "set by its owner (allocated, init, start, freed)")
        lost = [index for index, change in enumerate(changes) if change.lost]
        mark(axes, at, values, lost, LOST, palette.series[3], "set again: signals were lost")
        axes.set_xlim(-0.01 * end_ns / length_ns, 1.02 * end_ns / length_ns)
        low, high = min(*values, 0), max(*values, 1)
        axes.set_ylim(low - 0.2 * (high - low) - 0.2, high + 0.5 * (high - low))
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.legend(loc="upper right", frameon=False, fontsize=9)
        axes.set_xlabel(f"virtual time, {unit}")
        axes.set_ylabel("value")

    return draw


def mark(axes, at, values, indices, form, colour, label):
    if indices:
        axes.plot([at[index] for index in indices], [values[index] for index in indices], form, color=colour,
                  markersize=6, label=label)
