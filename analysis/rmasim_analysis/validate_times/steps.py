"""The steps of the cost model. Each step is taken back by settings, or computed, to show the error with and without
it."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from ..timing.atlas import error
from ..timing.model import NO_LIMIT
from .reasons import left_out
from .runs import compared, has_scenario

BEFORE_GBPS = 80  # the rate of all copies, before there were several


@dataclass(frozen=True)
class Step:
    name: str
    without: dict  # settings that take the step back
    concerns: Callable  # of a machine and a row


def is_one_sided(row):
    return not row.is_two_sided


STEPS = (
    Step("an accumulate computes its elements", {"costs.reduce_ns": 0},
         lambda machine, row: row.operation in ("accumulate", "get_accumulate")),
    Step("messages are copied up to a limit, and copies overlap with the wire",
         {"costs.copy_limit_bytes": NO_LIMIT, "costs.copy_segment_bytes": NO_LIMIT},
         lambda machine, row: not machine.table.is_within_node and row.size > 8192 and row.is_latency),
    Step("load and store within a node have rates by size",
         {"costs.call_ns": 20, "costs.direct_ns": 40, "costs.direct_small_gbps": BEFORE_GBPS,
          "costs.direct_medium_gbps": BEFORE_GBPS, "costs.direct_large_gbps": BEFORE_GBPS},
         lambda machine, row: machine.table.is_within_node and row.operation in ("put", "get")),
    Step("the answer of a network interface is a completion, not a packet that the processor handles",
         {"platform.nic.completion_ns": 158, "platform.nic.overhead_ns": 118},  # o + handle_ns, and o
         lambda machine, row: row.operation == "put_bw" and machine.family.get("protocol.native") == "put_get"),
    Step("a long message waits for a round trip", {"platform.network.rendezvous_bytes": NO_LIMIT},
         lambda machine, row: not machine.table.is_within_node and row.size > 32768 and row.is_latency
         and row.operation != "pingpong"),
)


def errors_of_steps(program, machines, found, jobs, folder):
    """For each step the number of rows that it concerns, and the median errors without and with the step. `found` are
    the compared rows with all steps."""
    results = []
    for step in STEPS:
        with_it = [one.error for one in found if counts(one.machine, one.row, step)]
        without = [one.error for machine in machines for one in compared(
            program, machine, [row for row in machine.table.rows if counts(machine, row, step)], jobs, step.without,
            folder)]
        results.append((step.name, len(with_it), median(without), median(with_it)))
    return [*results, gap_and_bytes(machines)]


def counts(machine, row, step):
    return machine.is_clean and has_scenario(row) and is_one_sided(row) and not machine.gave(row) \
        and left_out(machine, row) is None and step.concerns(machine, row)


def gap_and_bytes(machines):
    """The step from max(g, b G) to g + b G, computed for the puts of machines whose network executes them."""
    pairs = []
    for machine in machines:
        if machine.family.get("protocol.native") != "put_get":
            continue
        gap_ns = machine.settings["platform.network.gap_ns"]
        byte_ns = 8 / machine.settings["platform.network.bandwidth_gbps"]
        for row in machine.table.rows:
            if row.operation == "put_bw" and not machine.gave(row):
                interval_ns, bytes_ns = row.size / row.value * 1000, (row.size + 32) * byte_ns
                pairs.append((error(max(gap_ns, bytes_ns), interval_ns), error(gap_ns + bytes_ns, interval_ns)))
    return ("a packet occupies a port for g + b G, not for max(g, b G) (computed)", len(pairs),
            median(before for before, _ in pairs), median(after for _, after in pairs))
