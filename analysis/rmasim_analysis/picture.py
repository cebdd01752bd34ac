"""Figures of matplotlib that give the same bytes each time, as bytes and as files."""

from io import BytesIO

import matplotlib
from matplotlib.figure import Figure

from .files import write_whole

# No random ids; text stays text, in whatever font the reader has.
matplotlib.rcParams["svg.hashsalt"] = "rmasim"
matplotlib.rcParams["svg.fonttype"] = "none"
DOTS_PER_INCH = 120


def empty(width_inches, height_inches):
    """A figure with one pair of axes. Made without pyplot, which would keep it for ever."""
    figure = Figure(figsize=(width_inches, height_inches))
    return figure, figure.subplots()


def grid(width_inches, height_inches, rows, columns):
    """A figure with several pairs of axes, row by row."""
    figure = Figure(figsize=(width_inches, height_inches), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


def contents(figure, form):
    """`form`: svg, png or pdf."""
    written = BytesIO()
    figure.savefig(written, format=form, dpi=DOTS_PER_INCH, metadata={"svg": {"Date": None}}.get(form))
    return written.getvalue()


def write(figure, path):
    """The form is told by the end of the file's name."""
    write_whole(path, contents(figure, str(path).rsplit(".", 1)[-1]))
