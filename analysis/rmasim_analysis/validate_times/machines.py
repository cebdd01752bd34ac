"""The simulated machines: for each table of measurements the family that is nearest to the measured library, and the
parameters of the platform. Parameters are from two-sided rows, and from those one-sided rows that `Machine.given`
names. A table without two-sided rows gets the preset of a similar network; its rows are shown, and do not count."""

from dataclasses import dataclass

from ..timing.atlas import ONE_MIB, tables
from ..timing.fit import message_of, reduce_ns_of
from ..timing.model import interval_of
from ..timing.platform import direct_settings, message_settings
from .runs import has_scenario

# One machine gives the rates of copies within a node. The others are compared with its rates. Each rate is measured at
# one size, and holds up to a size beyond which the same machine's rate falls.
RATES_FROM = "intranode-mpich-3.3.2-gcc-10.2.0"
RATE_SIZES = (16 << 10, 256 << 10, 4 << 20)
RATE_LIMITS = (16 << 10, 512 << 10, 4 << 20)
CH3 = {"protocol.family": "ch3"}
CH4_MESSAGES = {"protocol.family": "ch4", "protocol.native": "none"}
CH4_NATIVE = {"protocol.family": "ch4", "protocol.native": "put_get", "protocol.network": "ofi"}
NAMES = {"ch3": "ch3, shared windows", "none": "ch4, native none", "put_get": "ch4, native put_get"}
CLEAN = ("A", "A-")  # classes of tables with clean two-sided and one-sided rows
# The presets of tables between nodes that have no two-sided rows.
SIMILAR = {"aws-m5-large": "efa-aws-2022", "gcp-n1-1": "ethernet-gcp-2022", "ipoib-armci-mpi": "ethernet-gcp-2022",
           "ib-mlx-mpich-4187": "infiniband-azure-2022", "opa-ompi-9876": "infiniband-azure-2022"}
FITTED = "own rows"


@dataclass(frozen=True)
class Machine:
    """A simulated machine. `settings` are by path. `given` has the operation and size of each one-sided row that gave a
    parameter. `source` is where the parameters are from."""

    table: object
    family: dict
    settings: dict
    given: frozenset
    source: str = FITTED

    @property
    def family_name(self):
        return NAMES[self.family.get("protocol.native", self.family["protocol.family"])]

    @property
    def is_clean(self):
        """True if its rows count: the table has clean two-sided and one-sided rows."""
        return self.table.measured_class in CLEAN

    def gave(self, row):
        """True if the row gave a parameter, or is two-sided."""
        return row.is_two_sided or (row.operation, row.size) in self.given


def machine_of(table):
    """The machine of a table. None if no scenario has a benchmark of its one-sided rows."""
    if not any(has_scenario(row) for row in table.rows if not row.is_two_sided):
        return None
    pingpong = table.series("pingpong", "two_sided")
    if not pingpong:
        return similar(table)
    if table.is_within_node:
        return within_node(table, pingpong)
    return native(table, pingpong) if not table.series("put", "flush") else by_messages(table, pingpong)


def similar(table):
    """A machine with parameters of another one: two ranks of one node on the default platform, or a preset."""
    if table.is_within_node:
        return Machine(table, CH3, {"platform.ranks_per_node": 2}, frozenset(), "the default platform, invented")
    preset = SIMILAR[table.name]
    return Machine(table, CH4_MESSAGES, {"platform.preset": preset}, frozenset(), f"preset {preset}")


def by_messages(table, pingpong):
    """A machine whose library sends messages for all operations."""
    accumulate, put = table.series("accumulate", "flush"), table.series("put", "flush")
    settings = message_settings(message_of(pingpong, table.series("bw", "two_sided"),
                                           table.series("bibw", "two_sided")))
    return Machine(table, CH4_MESSAGES, settings | {"costs.reduce_ns": round(reduce_ns_of(accumulate, put), 4)},
                   frozenset({("accumulate", ONE_MIB), ("put", ONE_MIB)}))


def native(table, pingpong):
    """A machine whose network executes puts. A small put and the put with the best bandwidth give the gap and the time
    of a byte."""
    puts = table.series("put_bw", "flush")
    best, small = max(puts, key=puts.get), min(size for size in puts if size >= 8)
    round_trip_ns = 2 * min(pingpong.values()) * 1000
    best_ns, small_ns = (interval_of(size / puts[size] * 1000, round_trip_ns) for size in (best, small))
    message = message_of(pingpong, overhead_ns=min(pingpong.values()) * 100,
                         byte_ns=(best_ns - small_ns) / (best - small))
    settings = message_settings(message.changed(gap_ns=small_ns - message.wire_ns(small)))
    return Machine(table, CH4_NATIVE, settings, frozenset({("put_bw", best), ("put_bw", small)}))


def within_node(table, pingpong):
    """Two ranks of one node. Windows of WIN_ALLOCATE are in shared memory, those of WIN_CREATE need messages."""
    put, accumulate = table.series("put", "flush"), table.series("accumulate", "flush")
    message = message_of(pingpong, table.series("bw", "two_sided"), within_node=True)
    settings = {"platform.ranks_per_node": 2} | message_settings(message, within_node=True)
    settings |= direct_settings(put[1], max(0, accumulate[1] - put[1]), rates())
    settings["costs.reduce_ns"] = round((accumulate[ONE_MIB] - accumulate[1]) * 1000 / ONE_MIB, 4)
    given = {("put", 1), ("accumulate", 1), ("accumulate", ONE_MIB)}
    if table.name == RATES_FROM:
        given |= {("put", size) for size in RATE_SIZES}
    return Machine(table, CH3, settings, frozenset(given))


def rates():
    """The bytes per nanosecond of copies within a node, with the largest size for each."""
    put = tables()[RATES_FROM].series("put", "flush")
    return [(limit, size / ((put[size] - put[1]) * 1000)) for limit, size in zip(RATE_LIMITS, RATE_SIZES)]
