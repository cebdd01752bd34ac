"""The simulated machines: for each table of measurements the family that is nearest to the measured library, and the
parameters of the platform. Parameters are from two-sided rows, and from those one-sided rows that `Machine.given`
names."""

from dataclasses import dataclass

from ..timing.atlas import ONE_MIB, tables
from ..timing.fit import message_of, reduce_ns_of
from ..timing.platform import direct_settings, message_settings

# One machine gives the rates of copies within a node. The others are compared with its rates. Each rate is measured at
# one size, and holds up to a size beyond which the same machine's rate falls.
RATES_FROM = "intranode-mpich-3.3.2-gcc-10.2.0"
RATE_SIZES = (16 << 10, 256 << 10, 4 << 20)
RATE_LIMITS = (16 << 10, 512 << 10, 4 << 20)
CH3 = {"protocol.family": "ch3"}
CH4_MESSAGES = {"protocol.family": "ch4", "protocol.native": "none"}
CH4_NATIVE = {"protocol.family": "ch4", "protocol.native": "put_get", "protocol.network": "ofi"}
NAMES = {"ch3": "ch3, shared windows", "none": "ch4, native none", "put_get": "ch4, native put_get"}


@dataclass(frozen=True)
class Machine:
    """A simulated machine. `settings` are by path. `given` has the operation and size of each one-sided row that gave a
    parameter; the size None means all sizes of the operation."""

    table: object
    family: dict
    settings: dict
    given: frozenset

    @property
    def family_name(self):
        return NAMES[self.family.get("protocol.native", self.family["protocol.family"])]

    def gave(self, row):
        """True if the row gave a parameter, or is two-sided."""
        return row.is_two_sided or (row.operation, row.size) in self.given


def machine_of(table):
    """The machine of a table. None if the table has no two-sided rows, which give the parameters of messages."""
    pingpong = table.series("pingpong", "two_sided")
    if not pingpong:
        return None
    if table.is_within_node:
        return within_node(table, pingpong)
    return native(table, pingpong) if not table.series("put", "flush") else by_messages(table, pingpong)


def by_messages(table, pingpong):
    """A machine whose library sends messages for all operations."""
    accumulate, put = table.series("accumulate", "flush"), table.series("put", "flush")
    settings = message_settings(message_of(pingpong, table.series("bw", "two_sided")))
    return Machine(table, CH4_MESSAGES, settings | {"costs.reduce_ns": round(reduce_ns_of(accumulate, put), 4)},
                   frozenset({("accumulate", ONE_MIB), ("put", ONE_MIB)}))


def native(table, pingpong):
    """A machine whose network executes puts. The bandwidth is the best of the puts. The gap is the time of a small put,
    of which the bytes on the wire take a part."""
    puts = table.series("put_bw", "flush")
    best, small = max(puts, key=puts.get), min(size for size in puts if size >= 8)
    message = message_of(pingpong, {best: puts[best]}, overhead_ns=min(pingpong.values()) * 100)
    gap_ns = small / puts[small] * 1000 - (small + 32) * message.byte_ns
    settings = message_settings(message.changed(gap_ns=gap_ns))
    return Machine(table, CH4_NATIVE, settings, frozenset({("put_bw", best), ("put_bw", small)}))


def within_node(table, pingpong):
    """Two ranks of one node. Windows of WIN_ALLOCATE are in shared memory, those of WIN_CREATE need messages."""
    put, accumulate = table.series("put", "flush"), table.series("accumulate", "flush")
    message = message_of(pingpong, table.series("bw", "two_sided"))
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
