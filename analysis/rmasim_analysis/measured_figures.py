"""Commands that measure what a family's FIGURES.md shows: pictures to a folder, tables to standard output."""

import argparse
from pathlib import Path

from . import picture
from .files import write_whole
from .queue_figures.workloads import Runs
from .terminal import say

MARKERS = ("o", "s", "^", "D", "v", "P")


def draw(figure):
    drawn, axes = picture.grid(4.4 * len(figure.panels), 3.6, 1, len(figure.panels))
    for panel, its in zip(figure.panels, axes):
        for number, (label, xs, ys) in enumerate(panel.lines):
            its.plot(xs, ys, marker=MARKERS[number % len(MARKERS)], markersize=4, linewidth=1.2, label=label,
                     linestyle="--" if number % 2 else "-")
        if panel.logarithmic:
            its.set_xscale("log", base=2)
            its.set_yscale("symlog" if any(0 in ys for _, _, ys in panel.lines) else "log")
        its.set(title=panel.title, xlabel=panel.x, ylabel=panel.y)
        its.grid(True, alpha=0.3)
        its.legend(fontsize=7)
    return drawn


def table(panel):
    xs = panel.lines[0][1]
    lines = [f"| {panel.title}: {panel.x} | {' | '.join(f'{x:,g}' for x in xs)} |", "|---|" + "---:|" * len(xs)]
    lines += [f"| {label} | {' | '.join(cell(y) for y in ys)} |" for label, _, ys in panel.lines]
    return "\n".join(lines)


def cell(value):
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def run(measures, about):
    """As a command. `measures`: functions that make a figure from Runs; `about`: what the command's help says."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("rmasim")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for measure in measures:
        if options.only not in measure.__name__:
            continue
        figure = measure(Runs(options.rmasim))
        write_whole(options.folder / f"{figure.name}.svg", picture.contents(draw(figure), "svg"))
        for panel in figure.panels:
            say(f"{table(panel)}\n")
