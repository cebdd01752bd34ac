"""Maps of a sweep over two settings: the data from which the page draws the maps.

The reader selects the figure and the settings, so the page contains the data of the runs.
"""

from .sweep_view import short_name
from .words import plain

MAX_RUNS = 20_000  # the maximum number of runs whose data a page contains
MAX_VALUES = 60  # the maximum for a setting, because a map with more values is not readable
LOG_FROM = 10  # the minimum ratio of the largest value to the smallest one for a logarithmic scale


def data_of(view):
    """The data as columns of numbers. Each axis has the index of the value for each run. Each figure has its value for
    each run, or null."""
    rows = view.rows[:MAX_RUNS]
    axes = axes_of(view)
    return {
        "axes": [{"name": axis.name, "short": short_name(axis.name), "unit": axis.unit,
                  "values": [plain(value) for value in view.values(axis)]} for axis in axes],
        "figures": [{"name": figure.name, "unit": figure.unit, "about": figure.about,
                     "log": is_logarithmic(values_of(view, figure))} for figure in view.figures],
        "places": [indices_of(view, axis, rows) for axis in axes],
        "values": [[None if has_failed(row) else row.get(figure.name) for row in rows] for figure in view.figures],
        "failed": [k for k, row in enumerate(rows) if has_failed(row)],
    }


def axes_of(view):
    return [axis for axis in view.axes if len(view.values(axis)) <= MAX_VALUES]


def indices_of(view, axis, rows):
    known = {str(value): index for index, value in enumerate(view.values(axis))}
    return [known.get(str(row.get(axis.name)), -1) for row in rows]


def has_failed(row):
    return row.get("outcome", "finished") != "finished"


def values_of(view, figure):
    return [row[figure.name] for row in view.ended if row.get(figure.name) is not None]


def is_logarithmic(values):
    return min(values) > 0 and max(values) >= LOG_FROM * min(values)
