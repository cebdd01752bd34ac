"""The charts of a sweep: lines over one setting, samples over each setting, and time against memory."""

import re

from .chart import SERIES, Chart, Choice
from .sweep_maps import is_logarithmic
from .sweep_view import fit, front, is_number, rank_correlation, short_name, words_for
from .words import amount, plain, setting

MAX_LINES = 8
MAX_POINTS = 6000  # the maximum of all scatter plots together, because each point is an element of the page


def file_name(*parts):
    return re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts)).strip("-")


def axis_of(column, values):
    """The axis of a figure, or of a setting whose values are numbers."""
    unit = column.unit if column.unit in ("ns", "bytes") else ""
    figure = column.name.removesuffix("_ns").removesuffix("_bytes")
    words = figure if column.role == "figure" else short_name(column.name)
    return {"label": words if unit else with_unit(words, column.unit), "unit": unit, "room": 0.05,
            **({"log": True} if is_logarithmic(values) else {})}


def with_unit(name, unit):
    """The title of an axis: "op_pool.local, elements", but "ranks"."""
    return f"{name}, {unit}" if unit and unit != name else name


def lines(view, x):
    """The charts with lines over one setting. Each figure has a chart with a line for each value of another setting. If
    the setting is the number of ranks, the axes are logarithmic, and the label of each line has the exponent of its
    growth."""
    choice = Choice("Figure")
    settings_each = settings_of_lines(view, x)
    for figure in view.figures:
        title = f"{figure.name} over {x.name}"
        choice.groups.append((figure.name, [line_chart(view, x, figure, settings_each, title)]))
    return choice


def settings_of_lines(view, x):
    """The settings of the lines: one line for each value of the first other setting that has few values."""
    others = [axis for axis in view.axes if axis is not x and len(view.values(axis)) <= MAX_LINES]
    return [{others[0].name: value} for value in view.values(others[0])] if others else [{}]


def alike(lines):
    """Lines with the same points become one: the settings of the first line, the points, and the other settings."""
    found = {}
    for given, points in lines:
        found.setdefault(str(points), (points, []))[1].append(given)
    return [(first, points, others) for points, (first, *others) in found.values()]


def line_label(x, given, found, others=()):
    """The label of a line. `found` is the fit, or None. `others` are further settings with the same line."""
    parts = [setting(short_name(name), value) + "".join(f", {plain(other[name])}" for other in others)
             for name, value in given.items()]
    if found:
        parts.append(f"grows as {x.name}^{found.exponent:.2f}" if abs(found.exponent) >= 0.005 else
                     f"does not depend on {x.name}")
    return ": ".join(parts)


def line_chart(view, x, figure, settings_each, title):
    drawn = alike([(given, view.line(x, figure, given)) for given in settings_each])
    values = view.values(x)
    numeric = all(map(is_number, values))
    is_growth = x.name == "ranks" and all(min(point) > 0 for _, found, _ in drawn for point in found)
    parts = []
    for number, (given, found, others) in enumerate(drawn):
        label = line_label(x, given, fit(found) if is_growth else None, others)
        parts.append({
            "form": "line", "x": [at if numeric else values.index(at) for at, _ in found],
            "y": [value for _, value in found], "colour": f"series-{number % SERIES}", "marker": number,
            "name": label,
            "words": [words_for(given | {x.name: at}, figure, 1, value) for at, value in found]})
    across = {"label": with_unit(short_name(x.name), x.unit), "room": 0.03}
    across |= {"at": values} if numeric else {"names": [plain(value) for value in values]}
    up = axis_of(figure, [value for part in parts for value in part["y"]] or [1])
    if numeric and (is_growth or is_logarithmic(values)):
        across["log"] = True
    return Chart(file_name("line", title), title, across, up, parts)


def thinned(values, most):
    """Every n-th of the values, so that there are at most `most` values."""
    return values[::-(-len(values) // most)]


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
    part = {"form": "points", "x": [row[axis.name] for row in shown], "y": [row[figure.name] for row in shown],
            "hollow": True, "colour": "accent",
            "words": [f"{view.described(row)}: {amount(row[figure.name], figure.unit)}" for row in shown]}
    name = f"{figure.name} over {short_name(axis.name)}"
    return Chart(file_name("samples", name), f"{name}: rank correlation {correlation:+.2f}", axis_of(axis, part["x"]),
                 axis_of(figure, part["y"]), [part])


def fronts(view, memory):
    """The charts of time against memory, one for each number of ranks, the largest number first. Runs with different
    numbers of ranks do different work, so a chart does not compare them."""
    choice = Choice("Ranks")
    for given, rows in view.comparable(memory):
        title = ", ".join([f"Time against {memory.name}, a rank", *(setting(*one) for one in given.items())])
        choice.groups.append((str(given.get("ranks", "")), [front_chart(view, memory, rows, title)]))
    return choice


def front_chart(view, memory, rows, title):
    on_front = front(rows, memory)
    chosen = {id(row) for row in on_front}
    others = [row for row in rows if id(row) not in chosen]

    def points(some, **look):
        words = [f"{view.described(row)}: {amount(row['time_ns'], 'ns')}, {amount(row[memory.name], 'bytes')}"
                 for row in some]
        return {"form": "points", "x": [row[memory.name] for row in some], "y": [row["time_ns"] for row in some],
                "words": words, **look}

    parts = [points(others, colour="soft", hollow=True, name="other runs")] if others else []
    on_line = points(on_front, colour="series-1", marker="diamond", size=5, name="front")
    parts += [{"form": "steps", "x": on_line["x"], "y": on_line["y"], "colour": "series-1"}, on_line]
    return Chart(file_name(title), title, axis_of(memory, [row[memory.name] for row in rows]),
                 axis_of(view.column("time_ns"), [row["time_ns"] for row in rows]), parts)
