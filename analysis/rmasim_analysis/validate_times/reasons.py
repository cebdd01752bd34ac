"""The reasons for which rows are left out, and the explanations of misses. A reason has a name, and a condition on the
table and the row."""

from collections.abc import Callable
from dataclasses import dataclass

KIB = 1024
FETCHING = ("get", "fetch_and_op", "compare_and_swap")


@dataclass(frozen=True)
class Reason:
    name: str
    text: str
    holds: Callable  # of a machine and a row


def is_pt2pt(machine):
    return machine.table.facts["mpi_library"].startswith("Open MPI") and not machine.table.is_within_node \
        and "gVNIC" in machine.table.facts["network"]


# Rows that no such model meets. They are left out of the figures.
LEFT_OUT = (
    Reason("two round trips", "get, fetch_and_op and compare_and_swap over osc/pt2pt take two round trips; the family "
           "takes one. This is a property of the protocol.",
           lambda machine, row: is_pt2pt(machine) and row.operation in FETCHING),
    Reason("packed puts", "put_bw up to 4 KiB over osc/pt2pt: the library packs several puts into one message.",
           lambda machine, row: is_pt2pt(machine) and row.operation == "put_bw" and row.size <= 4 * KIB),
)
# Explanations of rows that are not left out.
EXPLAINED = (
    Reason("packed puts in both directions", "put_bibw up to 4 KiB over osc/pt2pt: packed as those of put_bw.",
           lambda machine, row: is_pt2pt(machine) and row.operation == "put_bibw" and row.size <= 4 * KIB),
    Reason("packed requests", "osc/pt2pt packs the requests of many gets into one message, too, so that a get takes as "
           "long as a packed put and a message. In the family each request is a packet, and the origin needs 2 o.",
           lambda machine, row: is_pt2pt(machine) and row.operation == "get_bw" and row.size <= 4 * KIB),
    Reason("one core", "gcp-c2d-2: kernel and MPI share one core, which needs 23 us more from 64 bytes on.",
           lambda machine, row: machine.table.name.startswith("gcp-c2d-2")),
    Reason("steps of the protocol", "osc/pt2pt: a step of the network at 8 KiB and another round trip for long puts, "
           "which the ping-pong does not have.",
           lambda machine, row: is_pt2pt(machine) and row.size >= 8 * KIB),
    Reason("caches are gradual", "Three rates stand for caches whose effect is gradual, and bandwidths use 64 times "
           "the memory of a latency.",
           lambda machine, row: machine.table.is_within_node and row.size >= 4 * KIB
           and row.operation in ("put", "get", "put_bw", "get_bw", "put_bibw")),
    Reason("one digit", "Times of 0.03 to 0.09 us have one digit. A library may also need less for a further put than "
           "for the first one.",
           lambda machine, row: machine.table.is_within_node and row.size < 4 * KIB
           and row.operation != "get_accumulate"),
    Reason("two-sided emulation", "get_accumulate uses WIN_CREATE, lock and unlock: the libraries' own messages, which "
           "differ from those of the family.",
           lambda machine, row: machine.table.is_within_node and row.operation == "get_accumulate"),
)


def mark_of(reason):
    """The letter of a reason in the table of all rows."""
    return chr(ord("a") + (*LEFT_OUT, *EXPLAINED).index(reason))


def left_out(machine, row):
    """The reason for which the row is left out; None if it counts."""
    return next((reason for reason in LEFT_OUT if reason.holds(machine, row)), None)


def explanation(machine, row):
    """The explanation of a miss; None if there is none."""
    return next((reason for reason in (*LEFT_OUT, *EXPLAINED) if reason.holds(machine, row)), None)
