"""Markdown tables, formatted figures, and the fit of a line."""

import json
import math
import pathlib


def table(heads, rows):
    """Returns a Markdown table, in which all columns except the first are right-aligned."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(["---"] + ["---:"] * (len(heads) - 1)) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def seconds(value):
    return f"{value:.2f}" if value < 10 else f"{value:,.1f}"


def megabytes(value):
    return f"{value / 1e6:,.1f}"


def times(value):
    """Returns the text of a ratio."""
    return f"{value:.1f}x" if value < 10 else f"{value:,.0f}x"


def slope(xs, ys):
    """Returns the slope of a line that is fitted by least squares."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / sum((x - mean_x) ** 2 for x in xs)


def exponent(xs, ys):
    """Returns the exponent e of y ~ x^e: the slope of the logarithms. None if there are fewer than two points."""
    if len(set(xs)) < 2:
        return None
    return slope([math.log(x) for x in xs], [math.log(y) for y in ys])


def write_json(path, value):
    pathlib.Path(path).write_text(json.dumps(value, indent=2) + "\n")
