"""The charts of a sweep: maps over two settings, lines over one, time against memory."""

import re

from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, NullLocator

from .chart import MARKERS, Chart, Choice
from .sweep_view import fit, label_of, words_for
from .words import amount, setting, short

MOST_PANELS = 6
MOST_LINES = 8
MOST_LETTERED = 120  # cells of a map that have their number in them
LOG_FROM = 50  # the largest value as many times the smallest: a logarithmic scale
MAP = colormaps["viridis"]  # even in brightness, for all eyes and in grey
DARK_GROUND = 0.55  # of the map: below it, letters are white
WHITE, BLACK = "#ffffff", "#111111"


def maps(view):
    """By figure: a map over the first two axes for each value of the third."""
    choice = Choice("Figure")
    x, y, *rest = view.axes
    panels = [{}]
    if rest:
        panels = [{rest[0].name: value} for value in view.values(rest[0])][:MOST_PANELS]
    draw_one = cells if view.is_grid else points
    for figure in view.figures:
        scale = scale_of([row[figure.name] for row in view.ended if row.get(figure.name) is not None])
        charts = []
        for place in panels:
            title = ", ".join([figure.name, *(setting(name, value) for name, value in place.items())])
            charts.append(Chart(file_name("map", title), title, draw_one(view, x, y, figure, place, scale), (5.0, 3.6)))
        choice.groups.append((figure.name, charts))
    return choice


def file_name(*parts):
    return re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts)).strip("-")


def scale_of(values):
    low, high = min(values), max(values)
    return LogNorm(low, high) if low > 0 and high >= LOG_FROM * low else Normalize(low, high)


def cells(view, x, y, figure, place, scale):
    columns, lines = view.values(x), view.values(y)
    lettered = len(columns) * len(lines) <= MOST_LETTERED and len(columns) <= 12

    def draw(axes, palette):
        words = {}
        for i, at_x in enumerate(columns):
            for j, at_y in enumerate(lines):
                here = place | {x.name: at_x, y.name: at_y}
                runs, value = view.at(here, figure)
                gid = f"cell-{i}-{j}"
                words[gid] = words_for(here, figure, runs, value)
                if value is None:
                    axes.add_patch(Rectangle((i - 0.5, j - 0.5), 1, 1, facecolor="none", edgecolor=palette.line,
                                             hatch="///", gid=gid))
                    continue
                colour = MAP(scale(value))
                axes.add_patch(Rectangle((i - 0.47, j - 0.47), 0.94, 0.94, facecolor=colour, gid=gid))
                if lettered:
                    letters = WHITE if scale(value) < DARK_GROUND else BLACK
                    axes.text(i, j, short(value, figure.unit), color=letters, ha="center", va="center",
                              fontsize=8 if len(columns) <= 6 else 6.5)
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(-0.5, len(lines) - 0.5)
        name_places(axes.xaxis, columns)
        name_places(axes.yaxis, lines)
        finish_map(axes, palette, x, y, figure, scale)
        return words

    return draw


def name_places(axis, names):
    """As many ticks as have room."""
    every = -(-len(names) // 10)
    axis.set_ticks(range(0, len(names), every), [plain(name) for name in names[::every]])


def plain(value):
    return f"{value:g}" if isinstance(value, float) else str(value)


def points(view, x, y, figure, place, scale):
    """For samples, which are on no grid."""

    def draw(axes, palette):
        rows = [row for row in view.rows_at(place) if row.get(figure.name) is not None]
        axes.scatter([plain_or_number(row[x.name]) for row in rows], [plain_or_number(row[y.name]) for row in rows],
                     c=[MAP(scale(row[figure.name])) for row in rows], s=40, edgecolors=palette.line, linewidths=0.5,
                     gid="runs")
        finish_map(axes, palette, x, y, figure, scale)
        return {"runs": [f"{view.described(row)}: {amount(row[figure.name], figure.unit)}" for row in rows]}

    return draw


def plain_or_number(value):
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def finish_map(axes, palette, x, y, figure, scale):
    axes.set_xlabel(label_of(x))
    axes.set_ylabel(label_of(y))
    bar = axes.figure.colorbar(ScalarMappable(scale, MAP), ax=axes, fraction=0.06, pad=0.03)
    bar.solids.set_rasterized(False)
    bar.solids.set_edgecolor("face")
    bar.outline.set_visible(False)
    bar.ax.yaxis.set_major_formatter(formatter(figure))
    bar.ax.yaxis.set_minor_locator(NullLocator())
    bar.ax.tick_params(colors=palette.soft)


def formatter(column):
    return FuncFormatter(lambda value, _: short(value, column.unit))


def lines(view, x):
    """By figure: lines over one setting, one for each value of another. Over ranks they are logarithmic, and each has
    the power of its growth."""
    choice = Choice("Figure")
    places = places_of(view, x)
    for figure in view.figures:
        title = f"{figure.name} over {x.name}"
        chart = Chart(file_name("line", title), title, draw_lines(view, x, figure, places), (6.2, 3.8))
        choice.groups.append((figure.name, [chart]))
    return choice


def places_of(view, x):
    """A line for each value of the first other setting that has few."""
    others = [axis for axis in view.axes if axis is not x and len(view.values(axis)) <= MOST_LINES]
    return [{others[0].name: value} for value in view.values(others[0])] if others else [{}]


def line_label(x, place, found):
    """`found`: the fit, or None."""
    parts = [setting(name, value) for name, value in place.items()]
    if found:
        parts.append(f"grows as {x.name}^{found.exponent:.2f}")
    return ": ".join(parts)


def draw_lines(view, x, figure, places):
    def draw(axes, palette):
        drawn = [(place, view.line(x, figure, place)) for place in places]
        everything = [point for _, found in drawn for point in found]
        logarithmic = x.name == "ranks" and all(min(point) > 0 for point in everything)
        words = {}
        for number, (place, found) in enumerate(drawn):
            label = line_label(x, place, fit(found) if logarithmic else None)
            colour, marker = palette.series[number % len(palette.series)], MARKERS[number % len(MARKERS)]
            where = [plain_or_number(at) for at, _ in found]
            axes.plot(where, [value for _, value in found], color=colour, linewidth=1.4, label=label)
            axes.scatter(where, [value for _, value in found], color=colour, marker=marker, s=26, zorder=3,
                         gid=f"line-{number}")
            words[f"line-{number}"] = [words_for(place | {x.name: at}, figure, 1, value) for at, value in found]
        if logarithmic:
            axes.set_xscale("log", base=2)
            axes.set_yscale("log")
            axes.yaxis.set_minor_formatter("")
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        if any(line_label(x, place, None) for place, _ in drawn) or logarithmic:
            axes.legend(frameon=False, fontsize=9)
        axes.grid(color=palette.line, linewidth=0.5)
        axes.yaxis.set_major_formatter(formatter(figure))
        axes.set_xlabel(label_of(x))
        axes.set_ylabel(figure.name)
        return words

    return draw


def front(view, memory):
    """Time against memory, with the runs than which none is better in both."""
    on_front = view.front(memory)
    chosen = {id(row) for row in on_front}
    others = [row for row in view.with_both("time_ns", memory.name) if id(row) not in chosen]

    def draw(axes, palette):
        axes.scatter([row[memory.name] for row in others], [row["time_ns"] for row in others], s=22,
                     facecolors="none", edgecolors=palette.soft, linewidths=0.9, gid="others", label="other runs")
        where = [row[memory.name] for row in on_front], [row["time_ns"] for row in on_front]
        axes.step(*where, where="post", color=palette.series[1], linewidth=1.2)
        axes.scatter(*where, s=42, color=palette.series[1], marker="D", gid="front", label="front", zorder=3)
        axes.legend(frameon=False, fontsize=9)
        axes.grid(color=palette.line, linewidth=0.5)
        axes.xaxis.set_major_formatter(formatter(memory))
        axes.yaxis.set_major_formatter(formatter(view.column("time_ns")))
        axes.set_xlabel(f"{memory.name}, a rank")
        axes.set_ylabel("time_ns")
        return {gid: [f"{view.described(row)}: {amount(row['time_ns'], 'ns')}, {amount(row[memory.name], 'bytes')}"
                      for row in rows] for gid, rows in (("others", others), ("front", on_front))}

    return Chart("front-time-memory", f"Time against {memory.name}", draw, (6.2, 3.8))
