"""The analysis of a sweep's table: the settings that the sweep varies, the figures to plot, fronts and fits."""

import math
from dataclasses import dataclass
from functools import cached_property
from statistics import median

import numpy

from ..load import Column, Table, values
from .words import amount, setting

EXHAUSTED = Column("times_exhausted", "figure", "times", "Times that a call found a pool empty; all pools and ranks.")
# The figures that are shown first. The figures that vary most follow them.
FIRST = ("time_ns", EXHAUSTED.name, "spent.wait_element_ns", "spent.search_ns", "messages", "message_bytes",
         "memory_bound_bytes", "memory_total_bytes")
MAX_FIGURES = 8
MEMORIES = ("memory_bound_bytes", "memory_total_bytes")
REPETITION = "seed"  # this setting varies only to show the scatter of the results
MIN_FOR_FIT = 3
MAX_SIZES = 8  # the maximum number of different numbers of ranks whose runs are compared
ALWAYS = 1 - 1e-9  # a rank correlation of 1 with a tolerance for rounding


@dataclass(frozen=True)
class Fit:
    """A fit: y grows as x to the power of `exponent`, if the logarithms of the points are on a line."""

    exponent: float
    r_squared: float


class SweepView:
    """The view of a table. `axes` are the settings that vary, without those that another setting determines. The seed
    is only an axis if no other setting varies. `ended` has the rows of the runs that finished."""

    def __init__(self, table: Table):
        self.table = table
        self.rows = tuple(with_exhausted(row) for row in table.rows)
        self.ended = tuple(row for row in self.rows if row.get("outcome", "finished") == "finished")
        self.failed = tuple(row for row in self.rows if row.get("outcome", "finished") != "finished")
        self.indices = {}  # by names of settings: the rows, by the values of these settings
        varied = table.varied
        self.axes = [column for k, column in enumerate(varied)
                     if not any(follows(self.rows, column, before) for before in varied[:k])]
        if len(self.axes) > 1:
            self.axes = [axis for axis in self.axes if axis.name != REPETITION]
        # Settings with numbers are first, then the settings with most values, because these settings make better maps.
        self.axes.sort(key=lambda axis: (not self.is_numeric(axis), -len(self.values(axis))))

    def values(self, column):
        return values(self.rows, column.name)

    def is_numeric(self, column):
        return all(map(is_number, self.values(column)))

    @cached_property
    def figures(self):
        """The numeric figures whose values differ between runs."""
        known = {column.name: column for column in [*self.table.figures, EXHAUSTED]}
        differing = [name for name, column in known.items()
                     if len(values(self.ended, name)) > 1 and self.is_numeric(column) and column.unit]
        first = [name for name in FIRST if name in differing]
        others = sorted((name for name in differing if name not in first), key=lambda name: -self.variation(name))
        return [known[name] for name in [*first, *others]][:MAX_FIGURES]

    def variation(self, name):
        """The difference between the largest and the smallest value of a figure, as a share of the largest value."""
        found = values(self.ended, name)
        return (found[-1] - found[0]) / abs(found[-1]) if found and found[-1] else 0.0

    def column(self, name):
        return next((column for column in self.table.columns if column.name == name), None)

    def at(self, given, figure):
        """The number of runs with the settings of `given` ({setting: value}), and the median of a figure over these
        runs. The median is None if there are no runs."""
        known = [row[figure.name] for row in self.rows_at(given) if row.get(figure.name) is not None]
        return len(known), median(known) if known else None

    def rows_at(self, given):
        names = tuple(sorted(given))
        if names not in self.indices:
            index = self.indices[names] = {}
            for row in self.ended:
                index.setdefault(key_of(row, names), []).append(row)
        return self.indices[names].get(key_of(given, names), [])

    def line(self, axis, figure, given):
        """Pairs of a value of the axis and the median of the figure. The other settings have the values in `given`."""
        found = ((value, self.at(given | {axis.name: value}, figure)[1]) for value in self.values(axis))
        return [(x, y) for x, y in found if y is not None]

    @cached_property
    def is_grid(self):
        """True if most combinations of the first two axes have a run. Samples do not have this property."""
        if len(self.axes) < 2:
            return False
        x, y = self.axes[:2]
        taken = {(str(row.get(x.name)), str(row.get(y.name))) for row in self.rows}
        return 2 * len(taken) >= len(self.values(x)) * len(self.values(y))

    def described(self, row):
        """The text of the varied settings of a run."""
        varied = [column.name for column in self.table.varied if column.name in row]
        return ", ".join(setting(short_name(name), row[name]) for name in varied)

    def memory(self):
        """The first column on memory whose values differ between runs."""
        return next((self.column(name) for name in MEMORIES if len(values(self.ended, name)) > 1), None)

    def with_both(self, one, other, given):
        return [row for row in self.rows_at(given) if row.get(one) is not None and row.get(other) is not None]

    def sizes(self):
        """The numbers of ranks, each as a dict of one setting, the largest number first. Times are compared only
        between runs with the same number of ranks."""
        ranks = next((axis for axis in self.axes if axis.name == "ranks"), None)
        return [{"ranks": value} for value in reversed(self.values(ranks))] if ranks else [{}]

    def comparable(self, memory):
        """For each number of ranks: the runs that have both time and memory. Numbers of ranks with fewer than two such
        runs are left out."""
        by_size = [(given, self.with_both("time_ns", memory.name, given)) for given in self.sizes()[:MAX_SIZES]]
        return [(given, rows) for given, rows in by_size if len(rows) > 1]


def knees(rows, most):
    """The runs of a front that gain most time over the previous run, in the order of the front. The first and the last
    run are among them."""
    inner = range(1, len(rows) - 1)
    gain = {k: rows[k - 1]["time_ns"] / max(rows[k]["time_ns"], 1) for k in inner}
    chosen = set(sorted(inner, key=lambda k: (-gain[k], k))[:most - 2]) | {0, len(rows) - 1}
    return [rows[k] for k in sorted(chosen)]


def knee(rows, memory):
    """The run of a front beyond which more memory gains least: the point that is farthest from the line between the
    first and the last run. None for fewer than three runs."""
    if len(rows) < 3:
        return None
    first, last = rows[0], rows[-1]
    bytes_all, ns_all = last[memory.name] - first[memory.name], first["time_ns"] - last["time_ns"]

    def gain(row):
        return (first["time_ns"] - row["time_ns"]) / ns_all - (row[memory.name] - first[memory.name]) / bytes_all

    best = max(rows[1:-1], key=gain)
    return best if gain(best) > 0 else None


def front(rows, memory):
    """The rows for which no other row is better in both time and memory, the smallest memory first."""
    chosen, fastest_ns = [], math.inf
    for row in sorted(rows, key=lambda row: (row[memory.name], row["time_ns"])):
        if row["time_ns"] < fastest_ns:
            chosen.append(row)
            fastest_ns = row["time_ns"]
    return chosen


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def key_of(row, names):
    """The values of a row as texts. They are texts because a value may be a list."""
    return tuple(str(row.get(name)) for name in names)


def with_exhausted(row):
    counts = [value for name, value in row.items()
              if name.startswith("pool.") and name.endswith(".times_exhausted") and value is not None]
    return row | {EXHAUSTED.name: sum(counts)} if counts else row


def follows(rows, column, before):
    """True if one setting determines the other: the values of `before` and of `column` correspond one to one. If each
    run has values of its own, both settings must also grow together, or one must fall while the other grows."""
    pairs = {(str(row.get(before.name)), str(row.get(column.name))) for row in rows}
    if not len({one for one, _ in pairs}) == len(pairs) == len({other for _, other in pairs}):
        return False
    if len(pairs) < len(rows):
        return True
    xs, ys = [row[before.name] for row in rows], [row[column.name] for row in rows]
    return all(map(is_number, xs + ys)) and abs(rank_correlation(xs, ys)) > ALWAYS


def fit(points):
    """Fits a power by least squares of logarithms. None if there are too few points, or if a coordinate is not
    positive."""
    if len(points) < MIN_FOR_FIT or any(x <= 0 or y <= 0 for x, y in points):
        return None
    x, y = numpy.log(numpy.array(points, dtype=float)).T
    exponent, offset = numpy.polyfit(x, y, 1)
    spread = ((y - y.mean()) ** 2).sum()
    left = ((y - exponent * x - offset) ** 2).sum()
    return Fit(round(float(exponent), 9) + 0.0, float(1 - left / spread) if spread > 0 else 1.0)


def rank_correlation(xs, ys):
    """Spearman's rank correlation. It is 1 if y always grows with x, -1 if y always falls, and near 0 if x has no
    influence."""
    x, y = (average_ranks(values) for values in (xs, ys))
    spread = x.std() * y.std()
    return float(((x - x.mean()) * (y - y.mean())).mean() / spread) if spread > 0 else 0.0


def average_ranks(values):
    """The ranks of the values. Equal values have the mean of their ranks."""
    _, indices, counts = numpy.unique(numpy.array(values, dtype=float), return_inverse=True, return_counts=True)
    last = counts.cumsum()
    return ((last - counts + last - 1) / 2)[indices]


def short_name(path):
    """The name of a setting for an axis: the setting's path without the first parts."""
    parts = path.split(".")
    if parts[0] in ("protocol", "platform"):
        return ".".join(parts[1:])
    return ".".join(parts[-2:])


def words_for(given, figure, runs, value):
    """The text in a cell of a map."""
    where = ", ".join(setting(short_name(name), at) for name, at in given.items())
    if value is None:
        return f"{where}: no run that finished"
    several = f" (median of {runs} runs)" if runs > 1 else ""
    return f"{where}: {figure.name} {amount(value, figure.unit)}{several}"
