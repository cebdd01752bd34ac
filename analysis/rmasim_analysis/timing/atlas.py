"""The public measurements of MPI one-sided communication in `tables/`. Each file has the measurements of one machine,
with their source. Where a table had several runs, the file has the median."""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("tables")
US = "us"  # the other unit is MB/s
ONE_MIB = 1 << 20


@dataclass(frozen=True)
class Row:
    """A measured value, in microseconds or in MB/s. `size` is in bytes; None if the source does not state it."""

    operation: str
    synchronisation: str
    size: int | None
    value: float
    unit: str
    statistic: str

    @property
    def is_two_sided(self):
        return self.operation in ("pingpong", "bw", "bibw")

    @property
    def is_latency(self):
        return self.unit == US


@dataclass(frozen=True)
class Table:
    """The measurements of one machine. `facts` has the machine, its library, and the source."""

    name: str
    facts: dict
    rows: tuple

    @property
    def measured_class(self):
        return self.facts["class"]

    @property
    def is_within_node(self):
        return self.facts["network"].startswith("shared memory")

    def series(self, operation, synchronisation=None):
        """The values of an operation by size."""
        return {row.size: row.value for row in self.rows
                if row.operation == operation and synchronisation in (None, row.synchronisation)}


def table_of(name, document):
    rows = [Row(one["operation"], one["synchronisation"], size, value, one["unit"], one["statistic"])
            for one in document["series"] for size, value in one["values"]]
    return Table(name, {key: value for key, value in document.items() if key != "series"}, tuple(rows))


@functools.cache
def tables():
    """All tables, by name, in the order of names."""
    return {path.stem: table_of(path.stem, json.loads(path.read_text(encoding="utf-8")))
            for path in sorted(FOLDER.glob("*.json"))}


def error(simulated, measured):
    """The error of a simulated value: 0 if it is the measured one, 1 if it is twice or half of it."""
    return max(simulated / measured, measured / simulated) - 1
