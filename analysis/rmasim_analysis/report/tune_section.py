"""The section of a page on a tuning. It has the recommendation, the front of time against memory, and the gain from
more memory.
"""

import json

from .chart import FRONT_INCHES, Chart
from .run_charts import unit_of
from .words import CAUSES, flat, number, said, times


class TuneSection:
    template = "tune.html"
    kind = "tuning"
    diagram = None

    def __init__(self, tuning):
        self.title = tuning.name
        self.found = tuning.found
        self.about = (f"The fastest settings within {self.found['limit_bytes']:,} bytes of protocol memory a rank. "
                      f"Searched: {', '.join(self.found['settings_searched'])}.")

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
        (best, before) = times([recommended["time_ns"] or 0, own["time_ns"] or 0])
        return [
            ("Virtual time, recommended", best, f"{before} with the scenario's own settings"),
            ("Messages", number(recommended["messages"]), f"{number(own['messages'])} before"),
            ("Memory promised a rank", f"{recommended['memory_bytes_per_rank']['promised']:,} bytes",
             f"{own['memory_bytes_per_rank']['promised']:,} before"),
            ("Runs", number(runs["search"] + runs["confirming"] + runs["verifying"]), runs["stopped_because"]),
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
            rows.append({"name": name, "words": CAUSES.get(name, ""), "own": texts[2 * index],
                         "best": texts[2 * index + 1],
                         "difference": f"{100 * (after - before) / before:+.1f}%" if before else "new"})
        return rows

    @property
    def patch(self):
        return json.dumps(self.found["patch"], indent=2)

    @property
    def charts(self):
        return [Chart("time-by-memory", "The front: the least time for each amount of memory", self.draw_front,
                      FRONT_INCHES)]

    def draw_front(self, axes, palette):
        rows = sorted(self.found["front"], key=lambda one: one["memory_bytes_per_rank"]["promised"])
        own, best = self.found["own"], self.found["recommended"]
        unit, length_ns = unit_of(max(one["time_ns"] for one in [*rows, own]))
        memory = [one["memory_bytes_per_rank"]["promised"] / 1024 for one in rows]
        took = [one["time_ns"] / length_ns for one in rows]
        last = max(*memory, (self.found["limit_bytes"] + self.found["beyond_bytes"]) / 1024)
        axes.step([*memory, last], [*took, took[-1]], where="post", color=palette.accent, linewidth=1.4)
        (drawn,) = axes.plot(memory, took, "o", color=palette.accent, markersize=5, label="the front", gid="front")
        for one, form, series, name in ((own, "s", 1, "the scenario's own settings"), (best, "*", 2, "recommended")):
            axes.plot([one["memory_bytes_per_rank"]["promised"] / 1024], [one["time_ns"] / length_ns], form,
                      color=palette.series[series], markersize=9 if form == "s" else 14, label=name)
        axes.axvline(self.found["limit_bytes"] / 1024, color=palette.soft, linestyle="--", linewidth=1,
                     label=f"the limit, {self.found['limit_bytes']:,} bytes")
        axes.set_ylim(0, max(*took, own["time_ns"] / length_ns) * 1.15)
        axes.set_xlabel("memory promised a rank, KiB")
        axes.set_ylabel(f"virtual time, {unit}")
        axes.legend(loc="lower left", frameon=False, fontsize=9)
        return {drawn.get_gid(): [f"{row['memory']} bytes, {row['time']}: {row['changes']}" for row in self.front]}
