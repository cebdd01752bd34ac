"""The figures of the comparison: medians by scope, operation and machine, and ratios between operations."""

from dataclasses import dataclass
from statistics import median

from .reasons import left_out

SCOPES = (("between nodes", False), ("within a node", True))
# Operations that take the same round trips in the family, with messages and with a NIC.
SAME_TRIPS = (("accumulate", "put"), ("compare_and_swap", "fetch_and_op"))
SMALL = 1024  # at larger sizes the operations differ by their bytes


@dataclass(frozen=True)
class Group:
    """Compared rows with a name."""

    name: tuple
    rows: list

    @property
    def error(self):
        return median(row.error for row in self.rows)


def one_sided(found):
    return [one for one in found if not one.row.is_two_sided]


def clean(found):
    return [one for one in found if one.machine.is_clean]


def counted(found):
    """The one-sided rows that count: they are clean, gave no parameter, and no reason leaves them out."""
    return [one for one in clean(one_sided(found))
            if not one.machine.gave(one.row) and left_out(one.machine, one.row) is None]


def not_counted(found):
    """The one-sided rows of tables that are not clean."""
    return [one for one in one_sided(found) if not one.machine.is_clean]


def at(found, is_within_node):
    return [one for one in found if one.machine.table.is_within_node == is_within_node]


def latencies(found):
    return [one for one in found if one.row.is_latency]


def bandwidths(found):
    return [one for one in found if not one.row.is_latency]


def groups(found, key):
    """The rows by `key`, in the order of their first row."""
    by_key = {}
    for one in found:
        by_key.setdefault(key(one), []).append(one)
    return [Group(name, rows) for name, rows in by_key.items()]


def by_operation(found):
    return groups(found, lambda one: (one.machine.table.name, one.row.operation))


def every_ratio(found):
    """The errors of ratios between operations that take the same round trips, each with the names of the operations."""
    by_row = {(id(one.machine), one.row.operation, one.row.size): one for one in found}
    for (machine, operation, size), one in by_row.items():
        for mine, other in SAME_TRIPS:
            two = by_row.get((machine, other, size))
            if operation == mine and size <= SMALL and two:
                ratio = one.ratio / two.ratio
                yield f"{mine} / {other}", max(ratio, 1 / ratio) - 1


def ratio_errors(found):
    """The median errors of ratios, by the names of the operations: names, number of ratios, median."""
    errors = {}
    for names, error in every_ratio(found):
        errors.setdefault(names, []).append(error)
    return [(names, len(values), median(values)) for names, values in errors.items()]
