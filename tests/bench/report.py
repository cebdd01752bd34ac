"""Markdown tables, formatted figures, and the fit of a line."""

import json
import math
import pathlib


def table(heads, rows):
    """A Markdown table; all columns but the first are right-aligned."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(["---"] + ["---:"] * (len(heads) - 1)) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def seconds(value):
    return f"{value:.2f}" if value < 10 else f"{value:,.1f}"


def megabytes(value):
    return f"{value / 1e6:,.1f}"


def times(value):
    """A ratio."""
    return f"{value:.1f}x" if value < 10 else f"{value:,.0f}x"


def slope(xs, ys):
    """Least squares."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / sum((x - mean_x) ** 2 for x in xs)


def exponent(xs, ys):
    """The e with y ~ x^e: the slope of the logarithms. None for fewer than two points."""
    if len(set(xs)) < 2:
        return None
    return slope([math.log(x) for x in xs], [math.log(y) for y in ys])


def write_json(path, value):
    pathlib.Path(path).write_text(json.dumps(value, indent=2) + "\n")
