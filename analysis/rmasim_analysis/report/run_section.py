"""The section of a page on a run: the parts of the result, charts, and the data of the space-time diagram. The size of
its model does not grow beyond the limits of the page, however many ranks the run has."""

from collections import Counter

from ..layout import count
from ..packet_words import KINDS, explain, group_of, split
from . import counter_charts, critical_path, latency, pair_figures, queue_charts, rank_figures, run_charts
from .diagram import diagram_of
from .words import OUTCOMES, flat, number, said, time

MAX_STUCK = 20  # the maximum number of calls in the list
MAX_PATH_RANKS = 5
# The parts of a result that the page's script shows.
PARTS = ("outcome", "time_ns", "violation", "expectations_failed", "stale_reads", "faults", "network_preset",
         "memory_bytes_per_rank", "time_spent", "elements", "fall_backs", "queue", "lock_waits", "agent", "mutexes",
         "caches", "shared_memory", "semantics")
NO_TRACE = ("Not shown: the space-time diagram and element use over time. They need a trace: give the file that "
            "`--trace` writes too, or the scenario itself.")
NO_RESULT = ("Not shown: outcome, time by cause, pools and memory. They need the result: give what `--format "
             "json` prints too, or the scenario itself.")
NO_BREAKDOWN = ("Not shown: time by cause of each rank, and who sends to whom. They need a result with "
                "`--breakdown rank,pair --format json`.")


class RunSection:
    """The section of a page on a run. The section leaves out the parts for which it has no trace or no result."""

    kind = "run"

    def __init__(self, run):
        self.run, trace = run, run.trace
        self.title = run.name
        self.about = " ".join(filter(None, ((run.result or {}).get("verdict"), run.about)))
        self.result = run.result or {}
        self.by_kind = self.result["messages"]["by_kind"] if run.result else kinds_in(trace)
        self.path = critical_path.critical_path(trace) if trace else []
        self.diagram = diagram_of(trace, run.result, self.path) if trace else None
        self.use = run_charts.element_use(trace, run.result) if trace else None
        self.queues = queue_charts.queues(trace) if trace else None
        self.counters = counter_charts.counters(trace) if trace else None
        self.latency_chart = latency.latency_chart(trace) if trace else None
        self.by_rank = self.result.get("by_rank")
        self.rank_bars = rank_figures.rank_bars(self.by_rank) if self.by_rank else None

    @property
    def outcome(self):
        """The colour, the name and the description of the outcome. None if there is only a trace."""
        return OUTCOMES.get(self.result.get("outcome"))

    @property
    def model(self):
        trace = self.run.trace
        return {
            "remarks": self.remarks,
            "recorded": "result" if self.run.result else "trace",
            "result": self.shown_result if self.run.result else {},
            "facts": self.facts,
            "by_kind": self.by_kind,
            "kinds": words_of_kinds(self.by_kind, self.protocol),
            "stuck": {"total": len(self.all_stuck), "first": self.all_stuck[:MAX_STUCK]},
            "diagram": self.diagram.model if self.diagram else None,
            "path": self.path_model if self.path else None,
            "latencies": latency.latency_rows(trace) if trace else [],
            "ranks": rank_figures.spread_rows(self.by_rank) if self.by_rank else None,
            "pairs": pair_figures.pair_model(self.result) if self.run.result else None,
            "settings": [[path, said(value)] for path, value in flat(self.result.get("settings", {})).items()],
            "charts": {name: chart.model for name, chart in (
                ("use", self.use), ("queues", self.queues), ("counters", self.counters),
                ("latencies", self.latency_chart), ("ranks", self.rank_bars)) if chart},
        }

    @property
    def remarks(self):
        """The parts that the page does not have, and how to get them. They are at the top of the section."""
        missing = NO_TRACE if not self.run.trace else NO_RESULT if not self.run.result else ""
        breakdown = NO_BREAKDOWN if self.run.result and not self.by_rank else ""
        return [words for words in (self.run.remark or missing, breakdown) if words]

    @property
    def facts(self):
        """The main facts. Each has a name, a value and a remark."""
        if not self.result:
            trace = self.run.trace
            return [("Ranks", number(len(trace.ranks)), ""), ("Virtual time", time(trace.end_ns), ""),
                    ("Messages", number(len(trace.messages)), "")]
        result, memory = self.result, self.result["memory_bytes_per_rank"]
        bound = memory["engine"] + memory["tables"] + memory["pools_bound"]
        return [
            ("Ranks", number(pair_figures.all_ranks(result)), f"seed {result['seed']}"),
            ("Virtual time", time(result["time_ns"]), exactly(result["time_ns"])),
            ("Messages", number(result["messages"]["total"]),
             f"{count(result['messages']['bytes'], 'byte')} on the wire"),
            ("Protocol memory a rank", f"{memory['total']:,} bytes",
             f"at most {bound:,} with all elements" if memory["pools_bound"] else "without a bound"),
            *network_facts(result),
        ]

    @property
    def shown_result(self):
        found = {part: self.result[part] for part in PARTS if part in self.result}
        found |= {name: self.result[name] for name in ("cause", "fix") if self.result.get(name)}
        tables = {name: use | {"fall_backs": {key: use["fall_backs"][key] for key in ("count", "total_ns")}}
                  for name, use in self.result.get("tables", {}).items()}
        return found | ({"tables": tables} if tables else {})

    @property
    def path_model(self):
        rows = critical_path.by_rank(self.run.trace, self.path)[:MAX_PATH_RANKS]
        return {
            "sorts": [{"name": name, "ns": ns, "times": often}
                      for name, ns, often in critical_path.by_sort(self.run.trace, self.path)],
            "ranks": [{"rank": rank, "ns": ns} for rank, ns in rows],
            "length_ns": sum(step.length_ns for step in self.path),
            "hops": sum(step.sort == critical_path.UNDER_WAY for step in self.path),
        }

    @property
    def protocol(self):
        """The protocol's settings, if the result or the trace has them."""
        known = self.result.get("settings", {}).get("protocol")
        return known or (self.run.trace.protocol if self.run.trace else {})

    @property
    def all_stuck(self):
        """The calls that never returned. They are from the result, or from the trace if there is no result."""
        if self.run.result or not self.run.trace:
            return self.result.get("stuck", [])
        tracks = self.run.trace.tracks
        return [{"rank": tracks[one.track].rank, **thread_of(tracks[one.track].name), "call": one.name,
                 "place": one.location, "reason": one.reason} for one in self.run.trace.stuck]

    def plots(self):
        """The figures for files, by name. The page shows some of them as tables."""
        from .. import space_time
        from . import plots

        choices = [choice for choice in (self.use, self.queues, self.counters) if choice]
        charts = [chart for choice in choices for chart in choice.first_charts]
        charts += [chart for chart in (self.rank_bars, self.latency_chart) if chart]
        found = {chart.name: plots.figure(chart) for chart in charts}
        spent = {name.removesuffix("_ns"): ns for name, ns in self.result.get("time_spent", {}).items() if ns > 0}
        if self.by_kind:
            found["messages-by-kind"] = plots.bars(self.by_kind, number, group_of)
        if spent:
            found["time-by-cause"] = plots.bars(spent, time, lambda cause: f"cause-{cause}")
        if pairs := pair_figures.pairs_of(self.result) if self.run.result else []:
            found["who-sends-to-whom"] = plots.pair_map(pair_figures.all_ranks(self.result), pairs)
        return found | ({"space-time": space_time.draw(self.run.trace)} if self.diagram else {})


def thread_of(track):
    """The thread in the name of a track ("rank 3 thread 1"), in the form of a result. Empty if the rank has only one
    thread."""
    _, _, thread = track.partition(" thread ")
    return {"thread": int(thread)} if thread else {}


def network_facts(result):
    """The facts on the network preset and its source. Empty if the scenario uses no preset."""
    preset = result.get("network_preset")
    if not preset:
        return []
    changed = f"{', '.join(preset['changed'])} changed; " if preset["changed"] else ""
    return [("Network", preset["name"], f"{changed}{preset['network']}. {preset['source']}")]


def exactly(ns):
    """The exact time, if the short form is rounded. Otherwise ""."""
    return f"{ns:,} ns" if time(ns) != f"{ns:,} ns" else ""


def kinds_in(trace):
    return dict(sorted(Counter(message.kind for message in trace.messages).items()))


def words_of_kinds(names, protocol):
    """The group and the description of each kind of packet. Kinds that this version does not have are left out."""
    return {name: {"group": group_of(name), "words": explain(name, protocol)} for name in names
            if split(name)[0] in KINDS}
