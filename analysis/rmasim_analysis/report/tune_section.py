"""The section of a page on a tuning. It has the recommendation, the front of time against memory, and the gain from
more memory.
"""

import json

from .chart import Chart
from .words import flat, number, said, times, with_micro


class TuneSection:
    kind = "tuning"

    def __init__(self, tuning):
        self.title = tuning.name
        self.found = tuning.found
        verdict = self.found.get("verdict")
        self.about = " ".join((with_micro(verdict) if verdict else self.limit, self.searched))

    @property
    def limit(self):
        return f"The fastest settings within {self.found['limit_bytes']:,} bytes of protocol memory a rank."

    @property
    def searched(self):
        return f"Searched: {', '.join(self.found['settings_searched'])}."

    @property
    def model(self):
        return {
            "remarks": [],
            "facts": self.facts,
            "changes": [{"path": path, "own": own, "best": best} for path, own, best in self.changes],
            "patch": json.dumps(self.found["patch"], indent=2),
            "charts": [self.chart.model],
            "front": self.front,
            "next_kib": self.next_kib,
            "beyond_bytes": self.found["beyond_bytes"],
            "spent": self.spent,
        }

    def plots(self):
        from . import plots

        return {self.chart.name: plots.figure(self.chart)}

    @property
    def outcome(self):
        saved = self.found.get("saves_percent")
        if saved is None:
            return "open", "own settings do not finish", "The scenario's own settings cannot be compared."
        if saved > 0:
            return "good", f"saves {saved:.1f}%", "Of what was minimised, against the scenario's own settings."
        return "open", "saves nothing", "The scenario's own settings are as good as any within the limit."

    @property
    def facts(self):
        found, runs = self.found, self.found["runs"]
        recommended, own = found["recommended"], found["own"]
        (best, before) = times([recommended["time_ns"], own["time_ns"]])
        return [
            ("Virtual time, recommended", best, f"{before} with the scenario's own settings"),
            ("Messages", number(recommended["messages"]), f"{number(own['messages'])} before"),
            ("Memory promised a rank", f"{recommended['memory_bytes_per_rank']['promised']:,} bytes",
             f"{own['memory_bytes_per_rank']['promised']:,} before"),
            ("Runs to search", number(runs["search"]), f"and {runs['confirming']:,} to confirm the result, "
             f"{runs['verifying']:,} to verify it; {runs['stopped_because']}"),
        ]

    @property
    def changes(self):
        """The path, the scenario's own value and the recommended value of each setting that the patch changes."""
        own = flat(self.found["own"]["settings"])
        best = flat(self.found["recommended"]["settings"])
        patched = flat(self.found["patch"])
        return [(path, said(own.get(path)), said(value)) for path, value in best.items()
                if path in patched or own.get(path) != value]

    @property
    def front(self):
        """The best settings for each amount of memory, the least memory first."""
        rows = sorted(self.found["front"], key=lambda one: one["memory_bytes_per_rank"]["promised"])
        return [self.row(one, text) for one, text in zip(rows, times([one["time_ns"] for one in rows]))]

    @property
    def next_kib(self):
        """The memory limits above the given one with which some settings are faster than the recommendation."""
        rows = [one for before, one in zip([None, *self.found["next_kib"]], self.found["next_kib"])
                if one["saves"] > 0 and (before is None or one["best"]["time_ns"] != before["best"]["time_ns"])]
        texts = times([one["best"]["time_ns"] for one in rows])
        return [{"limit": f"{one['memory_bytes_per_rank']:,}", **self.row(one["best"], text)}
                for one, text in zip(rows, texts)]

    @staticmethod
    def row(one, text):
        saved = one.get("saves_percent")
        return {"memory": f"{one['memory_bytes_per_rank']['promised']:,}", "time": text,
                "recommended": bool(one.get("recommended")),
                "saves": "" if saved is None else f"{saved:.1f}%",
                "changes": ", ".join(f"{path} = {said(value)}" for path, value in flat(one["changes"]).items())
                or "the scenario's own settings"}

    @property
    def spent(self):
        """By cause: the time with the scenario's own settings, the time with the recommended settings, and the
        difference."""
        own, best = self.found["own"]["time_spent_ns"], self.found["recommended"]["time_spent_ns"]
        causes = sorted((cause for cause in own.keys() | best.keys() if own.get(cause, 0) or best.get(cause, 0)),
                        key=lambda cause: (-max(own.get(cause, 0), best.get(cause, 0)), cause))
        values = [ns for cause in causes for ns in (own.get(cause, 0), best.get(cause, 0))]
        texts = times(values)
        rows = []
        for index, cause in enumerate(causes):
            before, after = values[2 * index:2 * index + 2]
            name = cause.removesuffix("_ns")
            rows.append({"name": name, "own": texts[2 * index],
                         "best": texts[2 * index + 1],
                         "difference": f"{100 * (after - before) / before:+.1f}%" if before else "new"})
        return rows

    @property
    def chart(self):
        rows = sorted(self.found["front"], key=lambda one: one["memory_bytes_per_rank"]["promised"])
        own, best, limit = self.found["own"], self.found["recommended"], self.found["limit_bytes"]

        def points(some, name, **look):
            return {"form": "points", "x": [one["memory_bytes_per_rank"]["promised"] for one in some],
                    "y": [one["time_ns"] for one in some], "name": name, **look}

        line = points(rows, "the front", colour="accent", words=[
            f"{row['memory']} bytes, {row['time']}: {row['changes']}" for row in self.front])
        last = max([*line["x"], limit + self.found["beyond_bytes"]])
        steps = {"form": "steps", "x": [*line["x"], last], "y": [*line["y"], *line["y"][-1:]], "colour": "accent"}
        return Chart("time-by-memory", "The front: the least time for each amount of memory",
                     {"label": "memory promised a rank", "unit": "bytes", "low": 0, "room": 0.03},
                     {"label": "virtual time", "unit": "ns", "room": 0.08},
                     [*([steps] if rows else []), line,
                      points([own], "the scenario's own settings", colour="series-1", marker="square", size=5),
                      points([best], "recommended", colour="series-2", marker="star", size=6),
                      {"form": "rule", "along": "x", "at": limit, "colour": "soft", "dashes": "5 4",
                       "name": "the limit,"}])
