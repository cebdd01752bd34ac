"""The charts of a sweep: lines over one setting, samples over each setting, and time against memory."""

import re

from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from .chart import CHART_INCHES, FRONT_INCHES, MARKERS, Chart, Choice
from .sweep_view import fit, front, rank_correlation, short_name, words_for
from .words import amount, setting, short

MAX_LINES = 8
MAX_TICKS = 8  # the maximum for which the numbers of ranks fit below an axis
MAX_POINTS = 6000  # the maximum of all scatter plots together, because each point is an element of the page
SAMPLE_INCHES = (3.6, 2.7)
LOG_FROM = 10  # the minimum ratio of the largest value to the smallest one for a logarithmic scale
LEGEND_POINTS = 9
LEGEND_LINE_INCHES = 0.19


def file_name(*parts):
    return re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts)).strip("-")


def plain_or_number(value):
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def formatter(column):
    return FuncFormatter(lambda value, _: short(value, column.unit, digits=4))


def lines(view, x):
    """The charts with lines over one setting. Each figure has a chart with a line for each value of another setting. If
    the setting is the number of ranks, the axes are logarithmic, and the label of each line has the exponent of its
    growth."""
    choice = Choice("Figure")
    settings_each = settings_of_lines(view, x)
    for figure in view.figures:
        title = f"{figure.name} over {x.name}"
        inches = (CHART_INCHES[0], CHART_INCHES[1] + len(settings_each) * LEGEND_LINE_INCHES)
        chart = Chart(file_name("line", title), title, draw_lines(view, x, figure, settings_each), inches)
        choice.groups.append((figure.name, [chart]))
    return choice


def settings_of_lines(view, x):
    """The settings of the lines: one line for each value of the first other setting that has few values."""
    others = [axis for axis in view.axes if axis is not x and len(view.values(axis)) <= MAX_LINES]
    return [{others[0].name: value} for value in view.values(others[0])] if others else [{}]


def line_label(x, given, found):
    """The label of a line. `found` is the fit, or None."""
    parts = [setting(short_name(name), value) for name, value in given.items()]
    if found:
        parts.append(f"grows as {x.name}^{found.exponent:.2f}")
    return ": ".join(parts)


def thinned(values, most):
    """Every n-th of the values, so that there are at most `most` values."""
    return values[::-(-len(values) // most)]


def make_logarithmic(axis):
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_minor_locator(NullLocator())


def is_logarithmic(values):
    return min(values) > 0 and max(values) >= LOG_FROM * min(values)


def legend_above(axes, columns=1):
    """Places the legend above the axes, so that it hides no point."""
    axes.legend(frameon=False, fontsize=LEGEND_POINTS, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns,
                borderpad=0.2)


def draw_lines(view, x, figure, settings_each):
    def draw(axes, palette):
        drawn = [(given, view.line(x, figure, given)) for given in settings_each]
        everything = [point for _, found in drawn for point in found]
        logarithmic = x.name == "ranks" and all(min(point) > 0 for point in everything)
        words = {}
        for number, (given, found) in enumerate(drawn):
            label = line_label(x, given, fit(found) if logarithmic else None)
            colour, marker = palette.series[number % len(palette.series)], MARKERS[number % len(MARKERS)]
            where = [plain_or_number(at) for at, _ in found]
            axes.plot(where, [value for _, value in found], color=colour, linewidth=1.4, marker=marker, markersize=5,
                      label=label, gid=f"line-{number}")
            words[f"line-{number}"] = [words_for(given | {x.name: at}, figure, 1, value) for at, value in found]
        if logarithmic:
            axes.set_xscale("log", base=2)
            axes.xaxis.set_major_locator(FixedLocator(thinned(view.values(x), MAX_TICKS)))
            axes.xaxis.set_minor_locator(NullLocator())
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            make_logarithmic(axes.yaxis)
        if any(line_label(x, given, None) for given, _ in drawn) or logarithmic:
            legend_above(axes)
        axes.grid(color=palette.line, linewidth=0.5)
        axes.yaxis.set_major_formatter(formatter(figure))
        axes.set_xlabel(short_name(x.name))
        axes.set_ylabel(figure.name.removesuffix("_ns"))
        return words

    return draw


def samples(view):
    """The scatter plots of samples. Each figure has a plot over each setting. The setting with the strongest rank
    correlation is first."""
    choice = Choice("Figure")
    offered = max(MAX_POINTS // max(len(view.ended) * len(view.axes), 1), 1)
    for figure in view.figures[:offered]:
        found = []
        for axis in view.axes:
            rows = view.with_both(figure.name, axis.name, {})
            if view.is_numeric(axis) and len(rows) > 2:
                correlation = rank_correlation([row[axis.name] for row in rows], [row[figure.name] for row in rows])
                found.append((correlation, axis, rows))
        found.sort(key=lambda one: (-abs(one[0]), one[1].name))
        choice.groups.append((figure.name, [scatter(view, axis, figure, rows, correlation)
                                            for correlation, axis, rows in found]))
    return choice


def scatter(view, axis, figure, rows, correlation):
    shown = thinned(rows, MAX_POINTS)

    def draw(axes, palette):
        axes.scatter([row[axis.name] for row in shown], [row[figure.name] for row in shown], s=16,
                     facecolors="none", edgecolors=palette.accent, linewidths=0.9, gid="runs")
        axes.grid(color=palette.line, linewidth=0.5)
        axes.yaxis.set_major_formatter(formatter(figure))
        axes.set_xlabel(short_name(axis.name))
        axes.set_ylabel(figure.name.removesuffix("_ns"))
        return {"runs": [f"{view.described(row)}: {amount(row[figure.name], figure.unit)}" for row in shown]}

    name = f"{figure.name} over {short_name(axis.name)}"
    return Chart(file_name("samples", name), f"{name}: rank correlation {correlation:+.2f}", draw, SAMPLE_INCHES)


def fronts(view, memory):
    """The charts of time against memory, one for each number of ranks, the largest number first. Runs with different
    numbers of ranks do different work, so a chart does not compare them."""
    choice = Choice("Ranks")
    for given, rows in view.comparable(memory):
        title = ", ".join([f"time against {memory.name}", *(setting(name, value) for name, value in given.items())])
        chart = Chart(file_name(title), title.capitalize(), draw_front(view, memory, rows), FRONT_INCHES)
        choice.groups.append((str(given.get("ranks", "")), [chart]))
    return choice


def draw_front(view, memory, rows):
    on_front = front(rows, memory)
    chosen = {id(row) for row in on_front}
    others = [row for row in rows if id(row) not in chosen]

    def draw(axes, palette):
        if others:
            axes.scatter([row[memory.name] for row in others], [row["time_ns"] for row in others], s=22,
                         facecolors="none", edgecolors=palette.soft, linewidths=0.9, gid="others", label="other runs")
        where = [row[memory.name] for row in on_front], [row["time_ns"] for row in on_front]
        axes.step(*where, where="post", color=palette.series[1], linewidth=1.2)
        axes.scatter(*where, s=42, color=palette.series[1], marker="D", gid="front", label="front", zorder=3)
        legend_above(axes, columns=2)
        for axis, column in ((axes.xaxis, memory.name), (axes.yaxis, "time_ns")):
            if is_logarithmic([row[column] for row in rows]):
                make_logarithmic(axis)
        axes.grid(color=palette.line, linewidth=0.5)
        axes.xaxis.set_major_formatter(formatter(memory))
        axes.yaxis.set_major_formatter(formatter(view.column("time_ns")))
        axes.set_xlabel(f"{memory.name}, a rank")
        axes.set_ylabel("time")
        return {gid: [f"{view.described(row)}: {amount(row['time_ns'], 'ns')}, {amount(row[memory.name], 'bytes')}"
                      for row in rows] for gid, rows in (("others", others), ("front", on_front))}

    return draw
