"""The latencies of packets: percentiles and a histogram. A latency is the time from the start of sending until the
packet was handled."""

import math

import numpy

from ..packet_words import REPLY, REQUEST, SYNCHRONISATION, group_of
from .chart import Chart
from .run_charts import unit_of
from .words import time, times

PERCENTILES = (50, 90, 99)
BINS = 48
ROUND = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 5, 7), (1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 7, 8, 9))
# The colours of the series, which are similar to those of the packets in the diagram.
COLOURS = {REQUEST: 1, REPLY: 0, SYNCHRONISATION: 6}


def percentile(ascending, percent):
    """The smallest value that is not less than `percent` percent of all values (nearest rank)."""
    return ascending[max(-(-len(ascending) * percent // 100) - 1, 0)]


def latencies(trace):
    """The latencies by kind, in ascending order. Lost packets have no latency."""
    found = {}
    for message in trace.messages:
        if message.handled_ns is not None:
            found.setdefault(message.kind, []).append(message.handled_ns - message.sent_ns)
    return {kind: sorted(found[kind]) for kind in sorted(found)}


def latency_rows(trace):
    """The rows for all packets and for each kind: name, group, number of packets, and the texts of the percentiles and
    of the maximum."""
    found = latencies(trace)
    if not found:
        return []
    named = [("all packets", sorted(ns for one in found.values() for ns in one)), *found.items()]
    figures = [[percentile(one, percent) for percent in PERCENTILES] + [one[-1]] for _, one in named]
    texts = times([ns for row in figures for ns in row])
    width = len(PERCENTILES) + 1
    return [{"name": name, "group": group_of(name) if name in found else "", "packets": len(one),
             "texts": texts[index * width:(index + 1) * width]} for index, (name, one) in enumerate(named)]


def latency_chart(trace):
    """The histogram. None if no packet arrived."""
    found = latencies(trace)
    if not found:
        return None
    groups = {}
    for kind, ns in found.items():
        groups.setdefault(group_of(kind), []).extend(ns)
    title = "Packets by how long they took, and how much of them took at most as long"
    return Chart("latencies", title, histogram(groups), (9.0, 3.4))


def round_numbers(low, high):
    """Numbers for a logarithmic axis. Each decade has so many of 1, 1.5, 2, 3, 5, 7 that the axis has about eight
    numbers."""
    for digits in ROUND:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        found = [digit * 10.0**power for power in powers for digit in digits if low <= digit * 10.0**power <= high]
        if len(found) >= 4:
            return found
    return [float(f"{tick:.3g}") for tick in numpy.linspace(low, high, 4)]


def histogram(groups):
    def draw(axes, palette):
        everything = sorted(ns for one in groups.values() for ns in one)
        unit, length_ns = unit_of(everything[-1])
        low, high = max(everything[0], 1) / length_ns, max(everything[-1], 1) / length_ns
        edges = numpy.geomspace(low * 0.97, high * 1.03, BINS + 1)
        names = [group for group in COLOURS if group in groups]
        axes.hist([[max(ns, 1) / length_ns for ns in groups[name]] for name in names], bins=edges, stacked=True,
                  color=[palette.series[COLOURS[name]] for name in names], label=names)
        axes.set_xscale("log")
        ticks = round_numbers(edges[0], edges[-1])
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
        for index, percent in enumerate(PERCENTILES):
            at_ns = percentile(everything, percent)
            axes.axvline(at_ns / length_ns, color=palette.ink, linewidth=1, linestyle=(0, (2 + 2 * index, 2)))
            axes.plot([], [], color=palette.ink, linewidth=1, linestyle=(0, (2 + 2 * index, 2)),
                      label=f"{percent}% took at most {time(at_ns)}")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False, fontsize=9, ncols=3)
        axes.set_xlabel(f"from sending to handling, {unit}, logarithmic")
        axes.set_ylabel("packets")

    return draw
