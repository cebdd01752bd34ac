"""The latencies of packets: percentiles and a histogram. A latency is the time from the start of sending until the
packet was handled."""

import numpy

from ..packet_words import REPLY, REQUEST, SYNCHRONISATION, group_of
from .chart import Chart

PERCENTILES = (50, 90, 99)
BINS = 48
GROUPS = (REQUEST, REPLY, SYNCHRONISATION)


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
    """The rows for all packets and for each kind: name, group, number of packets, the percentiles and the maximum."""
    found = latencies(trace)
    if not found:
        return []
    named = [("all packets", sorted(ns for one in found.values() for ns in one)), *found.items()]
    return [{"name": name, "group": group_of(name) if name in found else "", "packets": len(one),
             "ns": [percentile(one, percent) for percent in PERCENTILES] + [one[-1]]} for name, one in named]


def latency_chart(trace):
    """The histogram. None if no packet arrived."""
    groups = {}
    for kind, ns in latencies(trace).items():
        groups.setdefault(group_of(kind), []).extend(max(one, 1) for one in ns)
    if not groups:
        return None
    everything = sorted(ns for one in groups.values() for ns in one)
    edges = numpy.geomspace(everything[0] * 0.97, everything[-1] * 1.03, BINS + 1)
    marks = [{"form": "rule", "along": "x", "at": percentile(everything, percent), "colour": "ink",
              "dashes": f"{2 + 2 * number} 2", "name": f"{percent}% took at most"}
             for number, percent in enumerate(PERCENTILES)]
    return Chart("latencies", "Packets by how long they took",
                 {"label": "from sending to handling", "unit": "ns", "log": True},
                 {"label": "packets", "low": 0, "room": 0.05, "whole": True}, [*stacks(groups, edges), *marks], True)


def stacks(groups, edges):
    parts, below = [], [0] * BINS
    for name in (group for group in GROUPS if group in groups):
        counts, _ = numpy.histogram(groups[name], bins=edges)
        tops = [low + int(count) for low, count in zip(below, counts)]
        parts.append({"form": "stack", "edges": [float(edge) for edge in edges], "bottoms": below, "tops": tops,
                      "colour": name, "name": name})
        below = tops
    return parts
