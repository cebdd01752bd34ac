"""The tables and pictures of the families' FIGURES.md, and the numbers of the tables that their prose contains."""

import functools
import os
from pathlib import Path

from pieces import Sentence, Table, Whole

ROOT = Path(__file__).resolve().parents[2]
NEWRMA, SHM, OLDQUEUE, SYNCCOUNT = (f"protocol/{family}/FIGURES.md"
                                    for family in ("newrma", "shm", "oldqueue", "synccount"))
DEVIATIONS = "protocol/newrma/DEVIATIONS.md"


def program():
    return os.environ["RMASIM_BINARY"]


def large_groups():
    from rmasim_analysis import group_sizes

    found = group_sizes.measure(program(), ROOT / "scenarios/newrma/pscw/group-of-all.json",
                                ROOT / "scenarios/newrma/fence/put-right.json")
    pscw, fence = found[256]
    yield Table(NEWRMA, "large groups", group_sizes.table(found))
    yield Sentence(NEWRMA, "At 256 ranks {} against {}, {} times as many.",
                   (f"{pscw.packets:,}", f"{fence.packets:,}", f"{pscw.packets / fence.packets:.0f}"))
    yield Sentence(NEWRMA, "at 256 ranks it takes {} times as long.", (f"{pscw.time_ns / fence.time_ns:.1f}",))


def writer_waits():
    from rmasim_analysis import writer_waits as measured

    rows = measured.measure(program(), ROOT / "scenarios/newrma/lock/writers-beside-readers.json", range(2, 4), 1000)
    fifo, readers_first, _ = rows
    yield Table(DEVIATIONS, "lock orders", measured.table(rows))
    yield Sentence(DEVIATIONS, "First come, first served ends in a cycle in {} of the runs; readers first makes the "
                   "longest wait {} times as long.",
                   (str(fifo.blocked), f"{readers_first.waits_ns[-1] / fifo.waits_ns[-1]:.1f}"))


def regions():
    from rmasim_analysis import region_throughput

    rows = region_throughput.measure(program(), ROOT / "scenarios/shm/accumulate/throughput.json")
    yield Table(SHM, "regions", region_throughput.table(rows))
    last = region_throughput.saturation(rows, 5)
    yield Sentence(SHM, "from {} regions on, {} times as many as ranks, twice as many gain less than 5 %",
                   (str(last.regions), str(last.regions // 16)))


def non_contiguous():
    from rmasim_analysis import non_contiguous as measured

    found = measured.measure(program(), ROOT / "scenarios/shm/accumulate/columns.json")
    yield Table(SHM, "non-contiguous", measured.table(found))
    yield Sentence(SHM, "taking it once a request is up to {} times as fast,",
                   (f"{max(block.time_ns / request.time_ns for request, block in found.values()):.0f}",))


def deferred_flush():
    from rmasim_analysis import deferred_flush as measured

    yield Table(SHM, "deferred flush",
                measured.table(measured.measure(program(), ROOT / "scenarios/shm/fence/deferred.json")))


def fences_of_shm():
    from rmasim_analysis import fence_comparison

    sparse = ROOT / "scenarios/shm/fence/sparse.json"
    shown = ((4, 0), (7, 0), (8, 0), (8, 64), (8, 96), (9, 0), (10, 64), (16, 0), (16, 511))
    measured = fence_comparison.measure(program(), sparse, shown)
    yield Table(SHM, "fences", fence_comparison.table(measured))
    barrier, counts = measured[16, 0][False]
    yield Sentence(SHM, "For 16 it would take {} lines", (f"{(counts.time_ns - barrier.time_ns) / 2:.0f}",))
    near = {8: range(70, 110), 10: range(58, 80)}
    found = fence_comparison.measure(program(), sparse, [(ranks, lines) for ranks in near for lines in near[ranks]])
    firsts = [fence_comparison.crossover(found, ranks, coherent=False) for ranks in near]
    yield Sentence(SHM, "{} lines for 8 ranks and {} for 10", tuple(map(str, firsts)))


def measured_figure(page, table, figure):
    """Yields the tables and the picture of a figure of queue_figures or counter_figures."""
    from rmasim_analysis import measured_figures, picture

    yield Table(page, table, "\n\n".join(map(measured_figures.table, figure.panels)))
    yield Whole(f"analysis/pictures/{figure.name}.svg", picture.contents(measured_figures.draw(figure), "svg"))
    if table in IN_WORDS:
        words, numbers = IN_WORDS[table](figure.panels)
        yield Sentence(page, words, numbers)


def values(panel):
    """Returns {label: {x: y}} for the lines of a panel."""
    return {label: dict(zip(xs, ys)) for label, xs, ys in panel.lines}


def packets_that_cross(panels):
    packets = values(panels[0])
    counts, barrier = packets["oldqueue, counts"], packets["oldqueue, barrier"]
    return ("up to N = 12 ({} against {}), and more from N = 16 on ({} against {})",
            tuple(f"{one[ranks]:g}" for ranks in (12, 16) for one in (counts, barrier)))


def calls_that_delay(panels):
    smallest_us = values(panels[0])["update of 0 µs"]
    return "It is a latency and an update, and {} ns of calls", (f"{1000 * (smallest_us[1] - 1):.0f}",)


IN_WORDS = {"fence": packets_that_cross, "straggle": calls_that_delay}


def of_queue(table, name):
    from rmasim_analysis.queue_figures import figures, workloads

    return measured_figure(OLDQUEUE, table, getattr(figures, name)(workloads.Runs(program())))


def of_counters(table, name):
    from rmasim_analysis.counter_figures import figures
    from rmasim_analysis.queue_figures import workloads

    return measured_figure(SYNCCOUNT, table, getattr(figures, name)(workloads.Runs(program())))


# (page, maker, cost, table)
PARTS = [
    (NEWRMA, large_groups, "default", "large groups"),
    (DEVIATIONS, writer_waits, "long", "lock orders"),
    (SHM, regions, "default", "regions"),
    (SHM, non_contiguous, "default", "non-contiguous"),
    (SHM, deferred_flush, "default", "deferred flush"),
    (SHM, fences_of_shm, "slow", "fences"),
    *((OLDQUEUE, functools.partial(of_queue, table, name), "slow", table) for table, name in (
        ("latency", "latency"), ("queue", "queue_length"), ("lock waits", "lock_waits"), ("fence", "fence_kinds"),
        ("window bytes", "window_bytes"))),
    *((SYNCCOUNT, functools.partial(of_counters, table, name), "slow", table) for table, name in (
        ("halo", "halo_over_ranks"), ("computation", "piggyback_over_computation"),
        ("straggle", "straggle_over_latency"), ("restart", "restart_saves"))),
]
