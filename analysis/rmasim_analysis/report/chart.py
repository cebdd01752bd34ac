"""Charts. Each chart is drawn twice: for the page, in colours that depend on light or dark mode, and for a file, on
white."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .. import picture


@dataclass(frozen=True)
class Palette:
    """The colours by purpose. Readers with colour blindness can distinguish the colours in `series`."""

    ink: str
    soft: str
    line: str
    ground: str
    accent: str
    series: tuple[str, ...]


PLAIN = Palette("#1b2330", "#55606e", "#d5dbe3", "#ffffff", "#0b62a8",
                ("#0072b2", "#c2410c", "#00795a", "#a8518a", "#8a6d00", "#2b83a8", "#5b5b5b", "#7a4fbf"))

# Every series also has its own marker, because some printers lose colours.
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

MAX_GROUPS_FILED = 4
CHART_INCHES = (5.0, 3.1)  # if a phone shows the chart in a smaller width, the letters are still readable
FRONT_INCHES = (5.4, 3.4)  # the chart of time against memory; a phone can show this width without scrolling


@dataclass(frozen=True)
class Chart:
    """A chart. `draw(axes, palette)` draws it, and returns {gid: text}: the explanations for the parts of the picture
    with these gids."""

    name: str  # a part of the names of the chart's files
    title: str
    draw: Callable
    inches: tuple[float, float] = CHART_INCHES

    def figure(self, palette):
        figure, axes = picture.empty(*self.inches)
        figure.patch.set_alpha(0 if palette is not PLAIN else 1)
        figure.patch.set_facecolor(palette.ground)
        words = self.draw(axes, palette) or {}
        for side_axes in figure.axes:
            style(side_axes, palette)
        figure.tight_layout(pad=0.4)
        return figure, words


@dataclass
class Choice:
    """Groups of charts. The page shows one group at a time. The reader selects the group by its name."""

    label: str
    groups: list[tuple[str, list[Chart]]] = field(default_factory=list)

    @property
    def first_charts(self):
        """The charts of the first groups, which are the most important ones. They are written to files."""
        return [chart for _, charts in self.groups[:MAX_GROUPS_FILED] for chart in charts]


FONT_POINTS = 10.5


def style(axes, palette):
    axes.set_facecolor("none")
    axes.tick_params(colors=palette.soft, labelsize=FONT_POINTS, length=3)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set_color(palette.soft)
        label.set_fontsize(FONT_POINTS)
    for spine in axes.spines.values():
        spine.set_color(palette.line)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if axes.get_legend():
        for text in axes.get_legend().get_texts():
            text.set_color(palette.ink)
