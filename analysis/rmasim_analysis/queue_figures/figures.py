"""The five figures. Each is a function from runs to a Figure, whose lines are (label, x, y)."""

from dataclasses import dataclass, field

from .workloads import epochs_at_busy_targets, fences, hot_spot, writer_among_readers, writers

INTERVALS_NS = (5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
ORIGINS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
READERS = (1, 2, 4, 8, 16)
SEEDS = 20
FENCE_RANKS = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128)
WINDOW_RANKS = (8, 16, 32, 64, 128, 256, 512)
PAIRS = 500
OLD, NEW = {"protocol.family": "oldqueue"}, {"protocol.family": "newrma"}


@dataclass(frozen=True)
class Panel:
    title: str
    x: str
    y: str
    lines: list = field(default_factory=list)  # (label, xs, ys)
    logarithmic: bool = True


@dataclass(frozen=True)
class Figure:
    name: str
    panels: list


def agents(interval_ns):
    """Returns (label, settings) for each agent of the comparison."""
    def agent(kind):
        return {"progress": "agent", "agent.kind": kind, "agent.interval_ns": interval_ns, "agent.wake_ns": 500}
    return [("oldqueue, thread", OLD | agent("thread")), ("oldqueue, signal", OLD | agent("signal")),
            ("oldqueue, process", OLD | agent("process")),
            ("oldqueue, process, private window", OLD | agent("process") | {"windows.w.alloc_mem": False}),
            ("New RMA, thread", NEW | agent("thread")), ("New RMA, signal", NEW | agent("signal"))]


def epoch_us(result):
    """The mean time from LOCK to the end of UNLOCK in microseconds. The origins spend this time waiting."""
    waited = sum(ns for cause, ns in result["time_spent"].items() if cause.startswith("wait_"))
    return waited / (result["ranks"] // 2) / 1000


def latency(runs, intervals=INTERVALS_NS, pairs=PAIRS):
    panels = []
    for puts, title in ((1, "lock, put, unlock"), (2, "lock, put, put, unlock")):
        lines = {}
        for interval_ns in intervals:
            document = epochs_at_busy_targets(pairs, puts, 10 * max(intervals))
            kinds = agents(interval_ns)
            results = runs.all([(document, settings) for _, settings in kinds])
            for (label, _), result in zip(kinds, results):
                lines.setdefault(label, []).append(epoch_us(result))
        xs = [interval_ns / 1000 for interval_ns in intervals]
        panels.append(Panel(title, "the agent's interval, µs", "LOCK to the end of UNLOCK, µs",
                            [(label, xs, ys) for label, ys in lines.items()]))
    return Figure("oldqueue-latency", panels)


def queue_length(runs, origins=ORIGINS):
    ways = [("polls on arrival", {}), ("polls every 50 µs", {"agent.interval_ns": 50_000})]
    length = Panel("maximum number of requests in the queue", "origins", "requests")
    looked_at = Panel("requests visited per epoch", "origins", "requests")
    looks = Panel("polls per epoch", "origins", "polls")
    for puts in (1, 2):
        for way, settings in ways:
            results = runs.all([(hot_spot(n, puts), OLD | {"progress": "agent"} | settings) for n in origins])
            label = f"{puts} put{'s' if puts > 1 else ''}, {way}"
            length.lines.append((label, origins, [r["queue"]["max_requests"] for r in results]))
            looked_at.lines.append((label, origins, [r["queue"]["requests_looked_at"] / (20 * n)
                                                     for n, r in zip(origins, results)]))
            looks.lines.append((label, origins, [r["queue"]["looks"] / (20 * n) for n, r in zip(origins, results)]))
    return Figure("oldqueue-queue", [length, looked_at, looks])


def lock_waits(runs, readers=READERS, seeds=SEEDS):
    """The longest wait of a request, for each order of locks, over all seeds."""
    at_once = Panel("longest wait, polls on arrival", "readers beside one writer", "µs")
    at_intervals = Panel("longest wait, local UNLOCK, polls every 20 µs", "writers", "µs")
    plain = OLD | {"progress": "agent", "protocol.optimizations.piggyback": False}
    local = plain | {"protocol.unlock": "local", "agent.interval_ns": 20_000}
    for panel, program, settings in ((at_once, writer_among_readers, plain), (at_intervals, writers, local)):
        for order in ("scan", "queue", "fifo"):
            longest = []
            for n in readers:
                of_order = settings | {"protocol.grant_order": order}
                results = runs.all([(program(n), of_order | {"seed": seed}) for seed in range(1, seeds + 1)])
                longest.append(max(r["lock_waits"]["longest_ns"] for r in results) / 1000)
            panel.lines.append((order, readers, longest))
    return Figure("oldqueue-lock-waits", [at_once, at_intervals])


def fence_kinds(runs, ranks=FENCE_RANKS, neighbours=4):
    panels = [Panel("packets per rank and fence", "ranks", "packets"), Panel("time per fence", "ranks", "µs")]
    kinds = [("oldqueue, counts", OLD | {"protocol.fence": "counts"}),
             ("oldqueue, barrier", OLD | {"protocol.fence": "barrier"}), ("New RMA", NEW)]
    for label, settings in kinds:
        results = runs.all([(fences(n, min(neighbours, n - 1)), settings) for n in ranks])
        packets = [r["messages"]["total"] / (10 * n) for n, r in zip(ranks, results)]
        panels[0].lines.append((label, ranks, packets))
        panels[1].lines.append((label, ranks, [r["time_ns"] / 10_000 for r in results]))
    return Figure("oldqueue-fence", panels)


def window_bytes(runs, ranks=WINDOW_RANKS):
    """The memory that `window_info` needs in addition, in a process that puts to four neighbours."""
    panel = Panel("additional bytes of window_info in a process", "ranks", "bytes")

    def memory(kind):
        settings = OLD | {"protocol.fence": "barrier", "protocol.window_info": kind}
        return [r["memory_bytes_per_rank"]["total"] for r in runs.all([(fences(n, 4, 1), settings) for n in ranks])]
    given = memory("given")
    for kind in ("all_to_all", "lazy"):
        panel.lines.append((kind, ranks, [total - base for total, base in zip(memory(kind), given)]))
    panel.lines.append(("given", ranks, [0] * len(ranks)))
    return Figure("oldqueue-window-bytes", [panel])


ALL = (latency, queue_length, lock_waits, fence_kinds, window_bytes)
