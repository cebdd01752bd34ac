"""A sweep as the page shows it: what varies, maps or lines, fits, the front of time and memory, the table itself."""

from . import sweep_charts
from .sweep_view import SweepView, fit
from .words import amount, count, number

MOST_FAILED = 20  # runs listed
MOST_ON_FRONT = 40
MOST_ROWS = 200
MOST_VALUES = 12  # of a setting, in words
TABLE_FIGURES = 6


class SweepSection:
    template = "sweep.html"
    kind = "sweep"
    diagram = None

    def __init__(self, sweep):
        self.view = view = SweepView(sweep.table)
        self.title = sweep.name
        self.about = sweep.table.about
        self.scenario = sweep.table.scenario
        ranks = next((axis for axis in view.axes if axis.name == "ranks"), None)
        along = ranks or (view.axes[0] if len(view.axes) == 1 else None)
        drawable = bool(view.figures)
        self.along = along if drawable else None
        self.lines = sweep_charts.lines(view, along) if along and drawable else None
        self.maps = sweep_charts.maps(view) if len(view.axes) > 1 and drawable else None
        self.memory = view.memory() if view.column("time_ns") and view.with_both("time_ns", "time_ns") else None
        self.front = sweep_charts.front(view, self.memory) if self.memory else None

    @property
    def choices(self):
        return [choice for choice in (self.lines, self.maps) if choice]

    @property
    def charts(self):
        return [chart for choice in self.choices for chart in choice.charts] + ([self.front] if self.front else [])

    @property
    def outcome(self):
        failed = len(self.view.failed)
        if failed:
            return "bad", f"{count(failed, 'run')} did not finish", "They are listed below, and left out of the charts."
        return "good", "all finished", "Every run of the sweep ran to its end."

    @property
    def facts(self):
        view = self.view
        runs = [("Runs", number(len(view.rows)), f"of {self.scenario}" if self.scenario else "")]
        if not view.column("time_ns") or not view.ended:
            return runs
        times = [row["time_ns"] for row in view.with_both("time_ns", "time_ns")]
        fastest = min(view.with_both("time_ns", "time_ns"), key=lambda row: row["time_ns"])
        return [*runs, ("Fastest", amount(min(times), "ns"), view.described(fastest)),
                ("Slowest", amount(max(times), "ns"), f"{max(times) / max(min(times), 1):.3g} times as long")]

    @property
    def settings(self):
        """Name, values as text, and what the setting is."""
        rows = []
        for column in self.view.table.varied:
            found = self.view.values(column)
            words = ", ".join(str(value) for value in found[:MOST_VALUES])
            left_out = f", and {len(found) - MOST_VALUES:,} more" if len(found) > MOST_VALUES else ""
            rows.append((column.name, words + left_out, column.about))
        return rows

    @property
    def map_words(self):
        """What the maps do not show by themselves."""
        view = self.view
        x, y, *rest = view.axes
        words = [f"{x.name} runs to the right, {y.name} upwards."]
        if rest:
            shown = min(len(view.values(rest[0])), sweep_charts.MOST_PANELS)
            words.append(f"One map for each {rest[0].name}"
                         + (f": the first {shown} of {len(view.values(rest[0]))}." if
                            shown < len(view.values(rest[0])) else "."))
        if len(rest) > 1:
            others = ", ".join(axis.name for axis in rest[1:])
            words.append(f"A cell is the median over all values of {others}.")
        return " ".join(words)

    @property
    def fits(self):
        """Figure, line, exponent and R² of what was varied over ranks."""
        if not self.lines or self.along.name != "ranks":
            return []
        rows = []
        for figure in self.view.figures:
            for place in sweep_charts.places_of(self.view, self.along):
                found = fit(self.view.line(self.along, figure, place))
                if found:
                    rows.append((figure.name, sweep_charts.line_label(self.along, place, None), found))
        return rows

    @property
    def front_rows(self):
        names = [column.name for column in self.view.table.varied]
        return names, [([row.get(name, "") for name in names], amount(row["time_ns"], "ns"),
                        amount(row[self.memory.name], "bytes"))
                       for row in self.view.front(self.memory)[:MOST_ON_FRONT]]

    @property
    def failed_rows(self):
        return [(self.view.described(row), row["outcome"], row.get("cause", ""))
                for row in self.view.failed[:MOST_FAILED]]

    @property
    def failed_left_out(self):
        return max(len(self.view.failed) - MOST_FAILED, 0)

    @property
    def table(self):
        """Heads and rows of the settings that vary and the first figures; and how many rows were left out."""
        settings, figures = self.view.table.varied, self.view.figures[:TABLE_FIGURES]
        heads = [column.name for column in settings] + ["outcome"] + [figure.name for figure in figures]
        rows = [[str(row.get(column.name, "")) for column in settings] + [row.get("outcome", "")]
                + [amount(row.get(figure.name), figure.unit) for figure in figures]
                for row in self.view.rows[:MOST_ROWS]]
        return heads, rows, max(len(self.view.rows) - MOST_ROWS, 0)
