"""The section of a page on a sweep: varied settings, maps or lines, fits, the front of time and memory, the table."""

from ..layout import count
from . import sweep_charts, sweep_maps
from .sweep_view import SweepView, fit, front, knees, short_name
from .words import amount, amounts, number, plain

MAX_FAILED = 20  # the maximum number of failed runs in the list
MAX_ON_FRONT = 200
MAX_KNEES = 10
MAX_ROWS = 200
MAX_VALUES = 12  # the maximum number of listed values of a setting
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
        is_map = drawable and view.is_grid and len(sweep_maps.axes_of(view)) > 1
        self.map_data = sweep_maps.data_of(view) if is_map else None
        self.samples = sweep_charts.samples(view) if drawable and len(view.axes) > 1 and not is_map else None
        self.memory = view.memory() if view.column("time_ns") else None
        self.fronts = sweep_charts.fronts(view, self.memory) if self.memory else None

    @property
    def charts(self):
        """The charts for files. In the page, a script draws the maps instead."""
        maps = sweep_maps.figures_for_files(self.view) if self.map_data else []
        choices = [choice for choice in (self.lines, self.samples, self.fronts) if choice]
        return maps + [chart for choice in choices for chart in choice.first_charts]

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
        size = view.sizes()[0]
        rows = sorted(view.with_both("time_ns", "time_ns", size), key=lambda row: row["time_ns"])
        if not rows:
            return runs
        of_them = "".join(f" at {number(value)} {name}" for name, value in size.items())
        fastest, slowest = rows[0], rows[-1]
        if fastest is slowest:
            return [*runs, (f"Time{of_them}", amount(fastest["time_ns"], "ns"), "")]
        return [*runs, (f"Fastest{of_them}", amount(fastest["time_ns"], "ns"), view.described(fastest)),
                (f"Slowest{of_them}", amount(slowest["time_ns"], "ns"), view.described(slowest))]

    @property
    def settings(self):
        """The name, the values as text, and the description of each setting."""
        rows = []
        for column in self.view.table.varied:
            found = self.view.values(column)
            words = ", ".join(plain(value) for value in found[:MAX_VALUES])
            left_out = f", and {len(found) - MAX_VALUES:,} more" if len(found) > MAX_VALUES else ""
            rows.append((column.name, words + left_out, column.about))
        return rows

    @property
    def map_words(self):
        """The text of the note below the maps."""
        left_out = len(self.view.rows) - sweep_maps.MAX_RUNS
        cut = f" The maps are of the first {sweep_maps.MAX_RUNS:,} runs." if left_out > 0 else ""
        return "Where several runs share a cell, it shows their median." + cut

    @property
    def fits(self):
        """For each fit: the figure, the line, and the growth with the number of ranks."""
        if not self.lines or self.along.name != "ranks":
            return []
        rows = []
        for figure in self.view.figures:
            for given in sweep_charts.settings_of_lines(self.view, self.along):
                found = fit(self.view.line(self.along, figure, given))
                if found:
                    rows.append((figure.name, sweep_charts.line_label(self.along, given, None), found))
        return rows

    @property
    def front_tables(self):
        """For each chart of a front: the rows of the runs that gain most, and the rows of all runs."""
        tables = []
        for _, rows in self.view.comparable(self.memory):
            rows = front(rows, self.memory)
            tables.append((self.front_rows(knees(rows, MAX_KNEES)), self.front_rows(rows[:MAX_ON_FRONT]),
                           max(len(rows) - MAX_ON_FRONT, 0)))
        return tables

    @property
    def front_heads(self):
        return [short_name(column.name) for column in self.view.table.varied]

    def front_rows(self, rows):
        names = [column.name for column in self.view.table.varied]
        times = amounts([row["time_ns"] for row in rows], "ns")
        return [([plain(row.get(name, "")) for name in names], time, amount(row[self.memory.name], "bytes"))
                for row, time in zip(rows, times)]

    @property
    def failed_rows(self):
        return [(self.view.described(row), row["outcome"], row.get("cause", ""))
                for row in self.view.failed[:MAX_FAILED]]

    @property
    def failed_left_out(self):
        return max(len(self.view.failed) - MAX_FAILED, 0)

    @property
    def table(self):
        """The heads and rows of the varied settings and the first figures, and the number of rows that are left out."""
        settings, figures = self.view.table.varied, self.view.figures[:TABLE_FIGURES]
        heads = [short_name(column.name) for column in settings] + ["outcome"] + [figure.name for figure in figures]
        shown = self.view.rows[:MAX_ROWS]
        columns = [amounts([row.get(figure.name) for row in shown], figure.unit) for figure in figures]
        rows = [[plain(row.get(column.name, "")) for column in settings] + [row.get("outcome", "")]
                + [column[index] for column in columns] for index, row in enumerate(shown)]
        return heads, rows, max(len(self.view.rows) - MAX_ROWS, 0)
