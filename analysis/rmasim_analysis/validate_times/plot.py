"""A plot of each machine: measured and simulated values by size."""

import re

from ..picture import contents, grid, powers
from .page import ORDER
from .summary import groups

DIGITS = re.compile(rb"(\d\.\d\d)\d+")  # more digits of a coordinate cannot be seen
WIDTH_INCHES, HEIGHT_INCHES, COLUMNS = 3.2, 2.6, 4


def pictures(found):
    """The plots as SVG, by the name of the table."""
    return {group.name: picture(group.rows) for group in groups(found, lambda one: one.machine.table.name)}


@powers()
def picture(rows):
    operations = [name for name in ORDER if sum(one.row.operation == name for one in rows) > 1]
    lines = -(-len(operations) // COLUMNS)
    figure, all_axes = grid(WIDTH_INCHES * COLUMNS, HEIGHT_INCHES * lines, lines, COLUMNS)
    for axes, name in zip(all_axes, operations):
        its = sorted((one for one in rows if one.row.operation == name), key=lambda one: one.row.size)
        sizes = [one.row.size for one in its]
        axes.plot(sizes, [one.row.value for one in its], "o", markersize=3, label="measured")
        axes.plot(sizes, [one.simulated for one in its], "-", label="simulated")
        axes.set(xscale="log", yscale="log", title=name, xlabel="bytes",
                 ylabel="us" if its[0].row.is_latency else "MB/s")
        axes.minorticks_off()  # they would be most of the file
    for axes in all_axes[len(operations):]:
        axes.set_visible(False)
    all_axes[0].legend()
    return DIGITS.sub(rb"\1", contents(figure, "svg"))
