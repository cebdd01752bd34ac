"""The most useful maps of a sweep as pictures for files, with all values of a third setting side by side."""

import math

from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize
from matplotlib.ticker import FuncFormatter

from .. import picture
from .plots import FONT_POINTS, style
from .sweep_charts import file_name
from .sweep_maps import axes_of, is_logarithmic, values_of
from .sweep_view import short_name
from .words import plain, setting, short

MAP = colormaps["viridis"]  # this map is perceptually uniform, and readable with colour blindness and in grey
MAX_FILES = 4
PANEL_INCHES = (3.1, 2.6)
MAX_COLUMNS = 4


class MapFigure:
    """A figure for a file. It has a map for each value of the third setting."""

    def __init__(self, view, measured):
        self.view, self.measured = view, measured
        self.title = f"{measured.name} over {' and '.join(short_name(axis.name) for axis in axes_of(view)[:2])}"
        self.name = file_name("map", measured.name)

    def figure(self):
        x, y, *rest = axes_of(self.view)
        panels = [{rest[0].name: value} for value in self.view.values(rest[0])] if rest else [{}]
        columns = min(len(panels), MAX_COLUMNS)
        lines = -(-len(panels) // columns)
        size = (PANEL_INCHES[0] * columns + 1, PANEL_INCHES[1] * lines + 0.4)
        figure, grid = picture.grid(*size, lines, columns)
        values = values_of(self.view, self.measured)
        scale = (LogNorm if is_logarithmic(values) else Normalize)(min(values), max(values))
        for axes in grid[len(panels):]:
            axes.set_visible(False)
        for axes, given in zip(grid, panels):
            self.draw(axes, x, y, given, scale)
            style(axes)
            axes.set_title(", ".join(setting(short_name(name), value) for name, value in given.items()),
                           fontsize=FONT_POINTS)
        bar = figure.colorbar(ScalarMappable(scale, MAP), ax=grid, fraction=0.03)
        bar.formatter = FuncFormatter(lambda value, _: short(value, self.measured.unit))
        bar.set_label(self.measured.name.removesuffix("_ns"))
        return figure

    def draw(self, axes, x, y, given, scale):
        columns, lines = self.view.values(x), self.view.values(y)
        values = [[self.value_at(given | {x.name: at_x, y.name: at_y}) for at_x in columns] for at_y in lines]
        axes.pcolormesh(values, norm=scale, cmap=MAP)
        for axis, column, names in ((axes.xaxis, x, columns), (axes.yaxis, y, lines)):
            every = -(-len(names) // 6)
            axis.set_ticks([k + 0.5 for k in range(0, len(names), every)], [plain(name) for name in names[::every]])
            axis.set_label_text(short_name(column.name))

    def value_at(self, given):
        value = self.view.at(given, self.measured)[1]
        return math.nan if value is None else value


def figures_for_files(view):
    """The figures for files. They are the first figure (time, if the runs have it) and the figures that vary most.
    Memory is not among them, because it follows directly from the settings."""
    first, *others = view.figures
    others = [figure for figure in others if not figure.name.startswith("memory_")]
    others.sort(key=lambda figure: -view.variation(figure.name))
    return [MapFigure(view, figure) for figure in [first, *others[:MAX_FILES - 1]]]
