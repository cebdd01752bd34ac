"""The section of a page on a sweep: varied settings, ranked runs, maps or lines, fits, the front of time and memory,
the table."""

from ..layout import count
from . import sweep_charts, sweep_maps
from .sweep_view import SweepView, fit, front, knee, knees, short_name
from .words import amount, amounts, number, plain

MAX_FAILED = 20  # the maximum number of failed runs in the list
MAX_ON_FRONT = 200
MAX_KNEES = 10
MAX_RANKED = 10
MAX_ROWS = 200
MAX_VALUES = 12  # the maximum number of listed values of a setting
TABLE_FIGURES = 6


def share_text(percent):
    """The text of a percentage: "350%", "2.0%". A small one is not 0."""
    if 0 < percent < 0.05:
        return "less than 0.1%"
    return f"{percent:.0f}%" if percent >= 10 else f"{percent:.1f}%"


class SweepSection:
    kind = "sweep"

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
    def model(self):
        heads, rows, left_out = self.table
        return {
            "remarks": [],
            "facts": self.facts,
            "settings": [{"name": name, "values": values, "about": about} for name, values, about in self.settings],
            "constants": [[path, plain(value)] for path, value in self.view.table.constants.items()],
            "ranked": self.ranked,
            "along": self.along.name if self.along else None,
            "lines": self.lines.model if self.lines else None,
            "fits": [{"figure": name, "at": where, "exponent": found.exponent, "r_squared": found.r_squared}
                     for name, where, found in self.fits],
            "map": self.map_data and self.map_data | {"words": self.map_words},
            "samples": self.samples.model if self.samples else None,
            "fronts": self.fronts and {"label": self.fronts.label, "groups": [
                [name, self.front_group(charts[0], rows)]
                for (name, charts), (_, rows) in zip(self.fronts.groups, self.view.comparable(self.memory))]},
            "failed": [{"settings": settings, "outcome": outcome, "cause": cause or ""}
                       for settings, outcome, cause in self.failed_rows],
            "failed_left_out": self.failed_left_out,
            "runs": len(self.view.rows),
            "table": {"heads": heads, "rows": rows, "left_out": left_out},
        }

    def plots(self):
        """The figures for files, by name. In the page, a script draws the maps instead."""
        from . import map_plots, plots

        maps = map_plots.figures_for_files(self.view) if self.map_data else []
        charts = [chart for choice in (self.lines, self.samples, self.fronts) if choice
                  for chart in choice.first_charts]
        return {one.name: one.figure() for one in maps} | {chart.name: plots.figure(chart) for chart in charts}

    @property
    def ranked(self):
        """The runs with the shortest times among those with the largest number of ranks. None for fewer than two."""
        size, rows = self.from_the_fastest()
        if len(rows) < 2:
            return None
        names = [column.name for column in self.view.table.varied]
        shown = rows[:MAX_RANKED]
        at = "".join(f", {name} = {value:,}" for name, value in size.items())
        fastest = max(rows[0]["time_ns"], 1)
        found = [{"values": [plain(row.get(name, "")) for name in names], "time": text,
                  "above": f"+{100 * (row['time_ns'] - fastest) / fastest:.1f}%" if row["time_ns"] > fastest else "",
                  "memory": amount(row[self.memory.name], "bytes") if self.memory and row.get(self.memory.name) else ""}
                 for row, text in zip(shown, amounts([row["time_ns"] for row in shown], "ns"))]
        return {"title": f"The fastest runs{at}", "heads": self.front_heads, "rows": found,
                "left_out": len(rows) - len(shown)}

    def from_the_fastest(self):
        """The largest number of ranks, and its runs by time; of equal times, that with the least memory is first."""
        size = self.view.sizes()[0]
        memory = self.memory.name if self.memory else ""
        rows = self.view.with_both("time_ns", "time_ns", size)
        return size, sorted(rows, key=lambda row: (row["time_ns"], row.get(memory) or 0))

    def front_group(self, chart, rows):
        rows = front(rows, self.memory)
        found = knee(rows, self.memory)
        if found:
            chart.parts.append({"form": "points", "x": [found[self.memory.name]], "y": [found["time_ns"]],
                                "colour": "series-2", "marker": "star", "size": 6, "name": "knee"})
        few = knees(rows, MAX_KNEES)
        return {"chart": chart.model, "knee": self.knee_words(rows, found) if found else None,
                "few": {"heads": self.front_heads, "rows": self.front_rows(few, found)},
                "all": self.front_rows(rows[:MAX_ON_FRONT], found), "left_out": max(len(rows) - MAX_ON_FRONT, 0)}

    def knee_words(self, rows, found):
        """A sentence on the gain up to the knee of the front, and beyond it."""
        first, last, name = rows[0], rows[-1], self.memory.name
        before, after = (100 * (start["time_ns"] - end["time_ns"]) / max(start["time_ns"], 1)
                         for start, end in ((first, found), (found, last)))
        more = share_text(100 * (last[name] - found[name]) / max(found[name], 1))
        memory = amount(found[name], "bytes")
        return (f"The knee is {self.view.described(found)}, with {memory} a rank: {before:.1f}% less time than with "
                f"the least memory. Beyond it, {more} more memory saves {share_text(after)}.")

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
        size, rows = self.from_the_fastest()
        if not rows:
            return runs
        of_them = "".join(f" at {number(value)} {name}" for name, value in size.items())
        fastest, slowest = rows[0], rows[-1]
        if fastest["time_ns"] == slowest["time_ns"]:
            words = f"in all {number(len(rows))} runs of this size" if len(rows) > 1 else ""
            return [*runs, (f"Time{of_them}", amount(fastest["time_ns"], "ns"), words)]
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
            unit = f" {column.unit}" if column.unit else ""
            rows.append((column.name, words + left_out + unit, column.about))
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
    def front_heads(self):
        return [short_name(column.name) for column in self.view.table.varied]

    def front_rows(self, rows, marked):
        names = [column.name for column in self.view.table.varied]
        times = amounts([row["time_ns"] for row in rows], "ns")
        return [{"values": [plain(row.get(name, "")) for name in names], "time": time,
                 "memory": amount(row[self.memory.name], "bytes"), "knee": row is marked}
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
