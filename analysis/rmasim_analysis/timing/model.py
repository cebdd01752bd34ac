"""The simulator's cost model of a message, in closed form. The fit of its parameters evaluates it many thousand times.
The names are those of the settings; times are in nanoseconds."""

from dataclasses import dataclass, replace

NO_LIMIT = (1 << 31) - 1
# Defaults of the simulator that are part of a message's time: costs.call_ns, issue_ns, handle_ns, and the header.
CALL_NS, ISSUE_NS, HANDLE_NS, HEADER_BYTES = 20, 30, 40, 32
WINDOW = 64  # messages in a round of osu_bw, before the receiver answers
ANSWER_BYTES = 4
LONGER_NS = CALL_NS + max(ISSUE_NS, HANDLE_NS)  # of a sender and a receiver


@dataclass(frozen=True)
class Message:
    """The parameters of messages between two ranks: of different nodes, or of one node."""

    latency_ns: float = 0
    overhead_ns: float = 0
    byte_ns: float = 0  # the wire's time for a byte
    gap_ns: float = 0
    copy_byte_ns: float = 0  # a copy's time for a byte
    copy_limit_bytes: int = NO_LIMIT
    copy_segment_bytes: int = NO_LIMIT
    rendezvous_bytes: int = NO_LIMIT

    @property
    def empty_ns(self):
        """The processor time to send and to handle a message without data."""
        return ISSUE_NS + HANDLE_NS + 2 * self.overhead_ns

    def one_way_ns(self, size):
        """Half of a ping-pong's iteration."""
        copied = size if size <= self.copy_limit_bytes else 0
        rest = max(0, copied - self.copy_segment_bytes)
        overlapped = min(rest * self.copy_byte_ns, rest * self.byte_ns) + rest * self.copy_byte_ns
        waits = 2 * (self.latency_ns + self.empty_ns) if size > self.rendezvous_bytes else 0
        return (CALL_NS + self.empty_ns + self.latency_ns + self.wire_ns(size) + 2 * copied * self.copy_byte_ns
                - overlapped + waits)

    def interval_ns(self, size):
        """The time of a message in an endless stream: of a processor or of the wire, whichever takes longer."""
        return max(LONGER_NS + self.overhead_ns + self.copy_ns(size), self.gap_ns + self.wire_ns(size))

    def in_round_ns(self, size, window=WINDOW):
        """The time of a message in osu_bw. A round has a stream of messages, and an answer."""
        round_trip_ns = self.one_way_ns(size) + self.one_way_ns(ANSWER_BYTES)
        return ((window - 1) * self.interval_ns(size) + round_trip_ns) / window

    def both_ways_ns(self, size):
        """The time to send a message and to receive one, in streams in both directions."""
        processor_ns = 2 * CALL_NS + self.empty_ns + 2 * self.copy_ns(size)
        return max(processor_ns, self.gap_ns + self.wire_ns(size))

    def copy_ns(self, size):
        return size * self.copy_byte_ns if size <= self.copy_limit_bytes else 0.0

    def wire_ns(self, size):
        return (size + HEADER_BYTES) * self.byte_ns

    def changed(self, **values):
        return replace(self, **values)


def interval_of(in_round_ns, round_trip_ns, window=WINDOW):
    """The time of a message in an endless stream, from its time in a benchmark whose rounds end with a round trip."""
    return (window * in_round_ns - round_trip_ns) / (window - 1)


def gbps(byte_ns):
    """A bandwidth in gigabits per second."""
    return 8 / byte_ns
