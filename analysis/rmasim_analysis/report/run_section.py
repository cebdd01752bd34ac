"""The section of a page on a run: facts, tables with bars, charts, and the data of the space-time diagram."""

from collections import Counter

from . import columns, counter_charts, critical_path, latency, pair_figures, queue_charts, rank_figures, run_charts
from .diagram import diagram_of
from ..figures import tables_of
from ..layout import count
from ..packet_words import KINDS, explain, group_of, split
from .words import CAUSES, OUTCOMES, flat, number, said, time, times

MAX_STUCK = 20  # the maximum number of calls in the list
MAX_PATH_RANKS = 5

# The sentences on the loads and stores of a program that the memory checker has not observed.
UNSEEN = {
    "unseen": "The memory checker has not seen the program's own loads and stores: rmasim cc --watch makes them "
              "visible.",
    "seen where watched": "The memory checker has not seen loads and stores of code compiled without --watch, "
                          "such as libraries.",
}


class RunSection:
    """The section of a page on a run. `template` is the file in page/ that shows the section. The section leaves out
    the parts for which it has no trace or no result."""

    template = "run.html"

    def __init__(self, run):
        self.run = run
        self.title = run.name
        self.about = " ".join(filter(None, ((run.result or {}).get("verdict"), run.about)))
        self.kind = "run"
        self.result = run.result or {}
        self.by_kind = self.result["messages"]["by_kind"] if run.result else kinds_in(run.trace)
        self.path = critical_path.critical_path(run.trace) if run.trace else []
        self.diagram = diagram_of(run.trace, run.result, self.path) if run.trace else None
        self.use = run_charts.element_use(run.trace, run.result) if run.trace else None
        self.queues = queue_charts.queues(run.trace) if run.trace else None
        self.counters = counter_charts.counters(run.trace) if run.trace else None
        self.latencies = latency.latency_rows(run.trace) if run.trace else []
        self.latency_chart = latency.latency_chart(run.trace) if run.trace else None
        self.by_rank = self.result.get("by_rank")
        self.rank_bars = rank_figures.rank_bars(self.by_rank) if self.by_rank else None
        self.pairs = pair_figures.pair_data(self.result) if run.result else {"source": []}

    @property
    def charts(self):
        """The charts of the page. For files, there are further charts, which the page shows as tables."""
        charts = [chart for choice in (self.use, self.queues, self.counters) if choice for chart in choice.first_charts]
        if self.by_kind:
            charts = [*charts, run_charts.message_bars(self.by_kind)]
        if self.times:
            charts = [*charts, run_charts.time_bars({row["name"]: row["value"] for row in self.times})]
        charts += [chart for chart in (self.rank_bars, self.latency_chart) if chart]
        if self.pairs["source"]:
            charts.append(pair_figures.pair_map(self.result))
        return charts

    @property
    def spread(self):
        return rank_figures.spread_rows(self.by_rank)

    @property
    def busiest(self):
        return pair_figures.busiest(self.result)

    @property
    def path_sorts(self):
        rows = critical_path.by_sort(self.run.trace, self.path)
        whole = sum(ns for _, ns, _ in rows) or 1
        texts = times([ns for _, ns, _ in rows])
        return [{"name": name, "text": text, "times": often, "percent": 100 * ns / whole}
                for (name, ns, often), text in zip(rows, texts)]

    @property
    def path_ranks(self):
        rows = critical_path.by_rank(self.run.trace, self.path)[:MAX_PATH_RANKS]
        return [{"rank": rank, "text": text} for (rank, _), text in zip(rows, times([ns for _, ns in rows]))]

    @property
    def path_length(self):
        return time(sum(step.length_ns for step in self.path))

    @property
    def path_hops(self):
        return sum(step.sort == critical_path.UNDER_WAY for step in self.path)

    @property
    def packed_pairs(self):
        return columns.packed({"ranks": self.pairs["ranks"], "pairs": {
            name: self.pairs[name] for name in ("source", "target", "messages", "bytes")}}, ("pairs",))

    @property
    def drawn_findings(self):
        return [one["number"] for one in self.diagram.data["findings"]]

    @property
    def findings(self):
        """The findings of the memory model."""
        return self.result.get("semantics", {}).get("findings", [])

    @property
    def left_out_of_findings(self):
        """Sentences on the accesses that the findings do not include."""
        semantics = self.result.get("semantics", {})
        lines = [UNSEEN[semantics["loads_and_stores"]]] if "loads_and_stores" in semantics else []
        lines = [f"Note: {note}." for note in semantics.get("notes", [])] + lines
        if "suppressed" in semantics:
            pairs = count(semantics["suppressed"], "pair")
            lines.insert(0, f"Suppressed, and not listed here: {pairs} of accesses.")
        return lines

    @property
    def witnesses(self):
        """Values that differ between two executions of an erroneous program."""
        return self.result.get("semantics", {}).get("witnesses", [])

    @property
    def protocol(self):
        """The protocol's settings, if the result or the trace has them."""
        known = self.result.get("settings", {}).get("protocol")
        return known or (self.run.trace.protocol if self.run.trace else {})

    @property
    def outcome(self):
        """The colour, the name and the description of the outcome. None if there is only a trace."""
        return OUTCOMES.get(self.result.get("outcome"))

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
    def kinds(self):
        return shares(self.by_kind, lambda kind: {"group": group_of(kind), "words": explain(kind, self.protocol)}
                      if split(kind)[0] in KINDS else {"group": "", "words": ""})

    @property
    def times(self):
        spent = {name.removesuffix("_ns"): ns for name, ns in self.result.get("time_spent", {}).items() if ns > 0}
        texts = dict(zip(spent, times(spent.values())))
        return shares(spent, lambda cause: {"words": CAUSES.get(cause, ""), "text": texts[cause]})

    @property
    def pools(self):
        pools = self.result.get("elements", {})
        waited = times([pool["time_waited_ns"] for pool in pools.values()])
        return [{"name": name, "share": 100 * pool["high_water"] / pool["size"] if pool["size"] else 0,
                 "waited": text, **pool} for (name, pool), text in zip(pools.items(), waited)]

    @property
    def tables(self):
        """The figures of the operation tables, by window."""
        return [{"name": name, **use} for name, use in tables_of(self.result).items()]

    @property
    def shortages(self):
        """Sentences on the effects of a shortage of target elements."""
        said = []
        for name, use in tables_of(self.result).items():
            if use["fall_backs"]:
                said.append(f"Window {name}: LOCK_ALL fell back to the locks of all ranks "
                            f"{count(use['fall_backs'], 'time')}, which took {time(use['fall_backs_ns'])} together.")
            if use["targets_restored"]:
                said.append(f"Window {name}: {count(use['targets_restored'], 'element')} freed for other targets, "
                            f"{use['targets_made_again']:,} made again for targets that were still locked.")
            if use["unlocks_without_lock"]:
                said.append(f"Window {name}: {count(use['unlocks_without_lock'], 'UNLOCK')} for no lock, because "
                            "NOCHECK was lost with the element.")
        return said + [fall_back_words(one) for one in self.result.get("fall_backs", [])]

    @property
    def is_erroneous(self):
        return self.result.get("outcome") == "erroneous"

    @property
    def all_stuck(self):
        """The calls that never returned. They are from the result, or from the trace if there is no result."""
        if self.run.result or not self.run.trace:
            return self.result.get("stuck", [])
        tracks = self.run.trace.tracks
        return [{"rank": tracks[one.track].rank, **thread_of(tracks[one.track].name), "call": one.name,
                 "place": one.location, "reason": one.reason} for one in self.run.trace.stuck]

    @property
    def stuck(self):
        return self.all_stuck[:MAX_STUCK]

    @property
    def losses(self):
        """Sentences on the losses that faults have caused."""
        faults = self.result.get("faults", {})
        said = [f"Rank {one['rank']} died ({one['when']})." for one in first(faults, "ranks_died")]
        said += [f"The packet {one['packet']} was lost (number {one['nth_of_pair']} of its pair of ranks)."
                 for one in first(faults, "packets_lost")]
        said += [f"On rank {one['rank']}, {one['pool']} shrank to {one['to']} ({one['when']})."
                 for one in first(faults, "pools_shrunk")]
        if faults.get("packets_to_the_dead"):
            said.append(f"{count(faults['packets_to_the_dead'], 'packet')} to failed ranks were dropped.")
        return said

    @property
    def settings(self):
        """The settings by path. Results of older versions do not have them."""
        return {path: said(value) for path, value in flat(self.result.get("settings", {})).items()}

    @property
    def more(self):
        """The counts that only some scenarios have: mutexes, caches, shared memory."""
        found = [("Maximum number of requests in a queue", "queue", "max_requests"),
                 ("Polls of a queue", "queue", "looks"),
                 ("Rounds through a queue", "queue", "rounds"),
                 ("Requests visited in these rounds", "queue", "requests_looked_at"),
                 ("Lock requests granted", "lock_waits", "count"), ("Wake-ups of agents", "agent", "looks"),
                 ("Mutexes taken", "mutexes", "taken"), ("Mutexes taken after waiting", "mutexes", "contended"),
                 ("Cache lines written back", "caches", "lines_written_back"),
                 ("Cache lines invalidated", "caches", "lines_invalidated"),
                 ("Operations on shared memory", "shared_memory", "direct_operations")]
        facts = [(name, number(self.result[part][key])) for name, part, key in found if part in self.result]
        if "lock_waits" in self.result:
            facts.append(("Longest wait for a lock", time(self.result["lock_waits"]["longest_ns"])))
        syncs = self.result.get("shared_memory", {}).get("mem_syncs", {})
        return facts + [(f"MEM_SYNC {kind}", number(times)) for kind, times in syncs.items()]


def thread_of(track):
    """The thread in the name of a track ("rank 3 thread 1"), in the form of a result. Empty if the rank has only one
    thread."""
    _, _, thread = track.partition(" thread ")
    return {"thread": int(thread)} if thread else {}


def fall_back_words(one):
    took = f"the fall-back took {time(one['took_ns'])}" if "took_ns" in one else "the fall-back did not end"
    return (f"Rank {one['rank']}, at {time(one['at_ns'])}: LOCK_ALL of {one['window']} fell back to the locks of all "
            f"ranks, because {one['call']} on {one['needed_by']} found no target element; {took}.")


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


def shares(values, more):
    """The rows of a table with bars, the largest value first. `share` is 100 for the largest value."""
    total, largest = sum(values.values()) or 1, max(values.values(), default=1) or 1
    rows = sorted(values.items(), key=lambda item: (-item[1], item[0]))
    return [{"name": name, "value": value, "text": number(value), "share": 100 * value / largest,
             "percent": 100 * value / total, **more(name)} for name, value in rows]


def first(faults, name):
    return faults.get(name, {}).get("first", [])
