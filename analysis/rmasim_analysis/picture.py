"""Writes Matplotlib figures reproducibly. The same figure always gives the same bytes."""

import re
from contextlib import nullcontext
from functools import cache
from io import BytesIO
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

from .files import read_text, write_whole

# Ids are not random. Text stays text, and the reader's font shows it.
matplotlib.rcParams["svg.hashsalt"] = "rmasim"
matplotlib.rcParams["svg.fonttype"] = "none"
# Names of inputs are no mathematics, even if they contain dollar signs.
matplotlib.rcParams["text.parse_math"] = False
DOTS_PER_INCH = 120
STYLE = Path(__file__).parent / "report/page/page.css"
# Matplotlib writes names without escapes, so these characters must be removed.
NOT_IN_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@cache
def colours():
    """The colours of pages in light mode, by name. The colour of a cause is `cause-CAUSE`."""
    light = read_text(STYLE).partition("@media")[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))


def colour(name):
    return colours().get(name, colours()["cause-other"])


def empty(width_inches, height_inches):
    """A figure with one pair of axes. It is made without pyplot, because pyplot would never release it."""
    figure = Figure(figsize=(width_inches, height_inches))
    return figure, figure.subplots()


def grid(width_inches, height_inches, rows, columns):
    """A figure with several pairs of axes, row by row."""
    figure = Figure(figsize=(width_inches, height_inches), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


def contents(figure, form):
    """The bytes of the figure. `form` is "svg", "png" or "pdf"."""
    written = BytesIO()
    with powers() if has_logarithmic_axis(figure) else nullcontext():
        figure.savefig(written, format=form, dpi=DOTS_PER_INCH, metadata={"svg": {"Date": None}}.get(form))
    return written.getvalue() if form != "svg" else NOT_IN_XML.sub(named, written.getvalue())


def powers():
    """A context for figures with logarithmic axes, whose labels are powers such as 10^2. No text of such a figure may
    be a name of an input."""
    return matplotlib.rc_context({"text.parse_math": True})


def has_logarithmic_axis(figure):
    return any(axis.get_scale() != "linear" for axes in figure.axes for axis in (axes.xaxis, axes.yaxis))


def named(control):
    return b"\\x%02x" % control[0][0]


def write(figure, path):
    """Writes the figure to a file. The extension of the file selects the format."""
    write_whole(path, contents(figure, str(path).rsplit(".", 1)[-1]))
