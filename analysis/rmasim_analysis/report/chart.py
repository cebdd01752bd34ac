"""Charts as data. The page's script draws them (page/chart.js), and plots.py draws them for files.

An axis is a dict: `label`, `unit` ("ns", "bytes" or another noun), `log`, `names` (texts at 0, 1, 2 ...), `at` (the
values with a tick), `low` and `high`, `room` (the share that the axis is longer than the values), `whole` (ticks are
whole numbers). A part is a dict: `form`, `colour` (a variable of page.css), `name` for the legend, and its points:

    line, steps      x, y; marker; filled
    points, stems    x, y; marker, hollow, size; words and labels for each point
    stack            edges, bottoms, tops
    rule             at, along ("x" or "y"); dashes; the legend has its value in the unit of the axis
"""

from dataclasses import dataclass, field

MAX_GROUPS_FILED = 4
SERIES = 8  # the number of colours of series in page.css


@dataclass(frozen=True)
class Chart:
    name: str  # a part of the names of the chart's files
    title: str
    x: dict
    y: dict
    parts: list
    wide: bool = False  # True for charts over time or ranks

    @property
    def model(self):
        return {"title": self.title, "x": self.x, "y": self.y, "parts": self.parts, "wide": self.wide}


@dataclass
class Choice:
    """Groups of charts. The page shows one group at a time. The reader selects the group by its name."""

    label: str
    groups: list[tuple[str, list[Chart]]] = field(default_factory=list)

    @property
    def first_charts(self):
        """The charts of the first groups, which are the most important ones. They are written to files."""
        return [chart for _, charts in self.groups[:MAX_GROUPS_FILED] for chart in charts]

    @property
    def model(self):
        return {"label": self.label, "groups": [[name, [chart.model for chart in charts]]
                                                for name, charts in self.groups]}


def time_axis(end_ns):
    return {"label": "virtual time", "unit": "ns", "low": 0, "high": end_ns}


def steps(changes, end_ns, **more):
    """The part for a value over time. `changes` are pairs of a time and the value from this time on."""
    return {"form": "steps", "x": [0, *(at_ns for at_ns, _ in changes), end_ns],
            "y": [0, *(value for _, value in changes), changes[-1][1]], "colour": "accent", "filled": True, **more}
