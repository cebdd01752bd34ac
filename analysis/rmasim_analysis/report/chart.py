"""A chart is drawn twice: for the page, where its colours follow light and dark, and for a file on white ground."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .. import picture


@dataclass(frozen=True)
class Palette:
    """Colours by what they are for. `series` can be told apart by those who see colours differently."""

    ink: str
    soft: str
    line: str
    ground: str
    accent: str
    series: tuple[str, ...]


PLAIN = Palette("#1b2330", "#55606e", "#d5dbe3", "#ffffff", "#0b62a8",
                ("#0072b2", "#c2410c", "#00795a", "#a8518a", "#8a6d00", "#2b83a8", "#5b5b5b", "#7a4fbf"))

# Every series has a marker of its own, too: colours are lost on some printers.
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

MOST_GROUPS_FILED = 4
CHART_INCHES = (5.0, 3.1)  # so that letters can still be read where a telephone shows it narrower


@dataclass(frozen=True)
class Chart:
    """`draw(axes, palette)` returns {gid: text}: words for the parts of the picture that have such a gid."""

    name: str  # of its files
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
    """Charts of which one group is seen at a time, chosen by what stands before the first."""

    label: str
    groups: list[tuple[str, list[Chart]]] = field(default_factory=list)

    @property
    def first_charts(self):
        """Those of the groups that matter most: enough for files, which nobody wants hundreds of."""
        return [chart for _, charts in self.groups[:MOST_GROUPS_FILED] for chart in charts]


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
