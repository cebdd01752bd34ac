"""Draws the charts of a page with matplotlib, for --plots. The colours are those of the page in light mode."""

import numpy
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from .. import picture
from ..picture import colour
from .words import TIME_UNITS

INCHES, WIDE_INCHES = (5.4, 3.4), (9.0, 3.6)
FONT_POINTS = 10.5
LEGEND_POINTS = 9
MARKERS = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "cross": "P", "star": "*", "tick": "|"}
MAX_TICKS = 8


def figure(chart):
    drawn, axes = picture.empty(*(WIDE_INCHES if chart.wide else INCHES))
    scales = {"x": scale_of(chart.x, chart.parts, ("x", "edges")), "y": scale_of(chart.y, chart.parts, ("y", "tops"))}
    for part in chart.parts:
        FORMS[part["form"]](axes, part, scales)
    for axis, which in ((axes.xaxis, "x"), (axes.yaxis, "y")):
        label(axis, getattr(chart, which), which, scales[which])
    axes.grid(color=colour("line"), linewidth=0.5, axis="y")
    axes.set_axisbelow(True)
    if any(part.get("name") for part in chart.parts):
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, fontsize=LEGEND_POINTS,
                    ncols=4 if chart.wide else 2)
    style(axes)
    drawn.tight_layout(pad=0.4)
    return drawn


def scale_of(axis, parts, keys):
    """The name of the unit, and its length."""
    values = [abs(value) for part in parts for key in keys for value in part.get(key, ()) if is_number(value)]
    largest = max([*values, axis.get("high", 0)], default=0)
    if axis.get("unit") == "ns":
        return next(((unit, length_ns) for unit, length_ns in TIME_UNITS if largest >= length_ns), ("ns", 1))
    if axis.get("unit") == "bytes" and largest >= 1024 * 1024:
        return "KiB", 1024
    return axis.get("unit", ""), 1


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def scaled(values, scale):
    return [value / scale[1] for value in values]


def look(part):
    """The arguments of matplotlib for markers."""
    marker = part.get("marker", "circle")
    named = MARKERS.get(marker) or list(MARKERS.values())[marker % 5]
    shade = colour(part["colour"])
    return {"marker": named, "color": shade, "markerfacecolor": "none" if part.get("hollow") else shade,
            "markersize": 1.5 * part.get("size", 4)}


def draw_line(axes, part, scales):
    axes.plot(scaled(part["x"], scales["x"]), scaled(part["y"], scales["y"]), linewidth=1.4, label=part.get("name"),
              **look(part))


def draw_steps(axes, part, scales):
    x, y = scaled(part["x"], scales["x"]), scaled(part["y"], scales["y"])
    axes.step(x, y, where="post", color=colour(part["colour"]), linewidth=1.4, label=part.get("name"))
    if part.get("filled"):
        axes.fill_between(x, y, step="post", color=colour(part["colour"]), alpha=0.15, linewidth=0)


def draw_points(axes, part, scales):
    x, y = scaled(part["x"], scales["x"]), scaled(part["y"], scales["y"])
    axes.plot(x, y, linestyle="none", label=part.get("name"), clip_on=False, **look(part))
    for words, at, value in zip(part.get("labels", ()), x, y):
        axes.annotate(words, (at, value), xytext=(4, -11), textcoords="offset points", fontsize=LEGEND_POINTS)


def draw_stems(axes, part, scales):
    axes.vlines(scaled(part["x"], scales["x"]), 0, scaled(part["y"], scales["y"]), color=colour(part["colour"]),
                linewidth=1, alpha=0.6)


def draw_stack(axes, part, scales):
    axes.stairs(scaled(part["tops"], scales["y"]), scaled(part["edges"], scales["x"]),
                baseline=scaled(part["bottoms"], scales["y"]), fill=True, color=colour(part["colour"]),
                label=part.get("name"), linewidth=0)


def draw_rule(axes, part, scales):
    unit, length = scales[part["along"]]
    value = f"{part['at']:,}" if length == 1 and isinstance(part["at"], int) else f"{part['at'] / length:,.4g}"
    words = f"{part['name']} {value} {unit}".strip() if part.get("name") else None
    draw = axes.axvline if part["along"] == "x" else axes.axhline
    dashes = tuple(float(one) for one in part.get("dashes", "").split())
    draw(part["at"] / length, color=colour(part["colour"]), linewidth=1.2, label=words,
         linestyle=(0, dashes) if dashes else "-")


FORMS = {"line": draw_line, "steps": draw_steps, "points": draw_points, "stems": draw_stems, "stack": draw_stack,
         "rule": draw_rule}


def label(axis, data, which, scale):
    """Range, ticks and title of an axis."""
    axes, (unit, length) = axis.axes, scale
    if data.get("log"):
        axes.set(**{f"{which}scale": "log"})
        axis.set_minor_formatter(FuncFormatter(lambda value, _: ""))
    limits = {key: data[key] / length for key in ("low", "high") if key in data}
    getattr(axes, f"set_{which}lim")(limits.get("low"), limits.get("high"))
    low, high = getattr(axes, f"get_{which}lim")()
    if data.get("log") and high < 10 * low:  # such a range may contain no power of ten
        axis.set_major_locator(MaxNLocator(6))
        axis.set_minor_locator(NullLocator())
    if "names" in data:
        every = -(-len(data["names"]) // MAX_TICKS)
        axis.set_ticks(range(0, len(data["names"]), every), data["names"][::every])
    elif "at" in data:
        axis.set_ticks(scaled(data["at"][::-(-len(data["at"]) // MAX_TICKS)], scale))
    elif data.get("whole"):
        axis.get_major_locator().set_params(integer=True)
    if "names" not in data:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.7g}"))
    words = [data.get("label"), unit, "logarithmic" if data.get("log") else ""]
    axis.set_label_text(", ".join(filter(None, words)))


def style(axes):
    axes.set_facecolor("none")
    axes.tick_params(colors=colour("soft"), labelsize=FONT_POINTS, length=3)
    for text in (axes.xaxis.label, axes.yaxis.label):
        text.set_color(colour("soft"))
        text.set_fontsize(FONT_POINTS)
    for spine in axes.spines.values():
        spine.set_color(colour("line"))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def bars(values, words, colour_of):
    """A figure with horizontal bars, the longest bar first, in the colours of the page. The page has a table with bars
    instead."""
    max_bars = 20
    longest = sorted(values.items(), key=lambda item: (-item[1], item[0]))[:max_bars]
    drawn, axes = picture.empty(7.0, 0.8 + 0.32 * len(longest))
    made = axes.barh([name for name, _ in longest], [value for _, value in longest], height=0.6,
                     color=[colour(colour_of(name)) for name, _ in longest])
    axes.bar_label(made, [words(value) for _, value in longest], padding=4, color=colour("ink"))
    axes.invert_yaxis()
    axes.margins(x=0.2)
    axes.xaxis.set_visible(False)
    style(axes)
    axes.spines["bottom"].set_visible(False)
    drawn.tight_layout(pad=0.4)
    return drawn


def pair_map(ranks, pairs):
    """The map of packets by pair of ranks. The page draws its own map."""
    max_cells = 256
    drawn, axes = picture.empty(5.6, 4.4)
    together = -(-ranks // max_cells)
    cells = numpy.zeros((-(-ranks // together),) * 2)
    for source, target, messages, _ in pairs:
        cells[source // together, target // together] += messages
    image = axes.imshow(numpy.ma.masked_equal(cells, 0), cmap="viridis_r", interpolation="nearest", vmin=0,
                        extent=(-0.5, cells.shape[1] * together - 0.5, cells.shape[0] * together - 0.5, -0.5))
    whole = {"integer": True, "nbins": MAX_TICKS}
    drawn.colorbar(image, ax=axes, ticks=MaxNLocator(**whole)).set_label("messages", color=colour("soft"))
    axes.xaxis.set_major_locator(MaxNLocator(**whole))
    axes.yaxis.set_major_locator(MaxNLocator(**whole))
    axes.set_xlabel("to rank")
    axes.set_ylabel("from rank")
    style(axes)
    drawn.tight_layout(pad=0.4)
    return drawn
