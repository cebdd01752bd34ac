"""Parameters of the cost model from measured series. A series has values by size in bytes: half of a ping-pong's
iteration in microseconds, bandwidths in MB/s.

The parameters of messages are from two-sided series: the bandwidth is the best of osu_bw, the overhead and the gap are
from the times of a small message in osu_bw and osu_bibw, the latency is the ping-pong's without the processor's time.
The rates and limits of copies and the limit of the rendezvous are those with the smallest mean error of the ping-pong
and of osu_bw. Within a node osu_bw and osu_bibw give only the bandwidth and the overhead: their 64 messages from one
buffer are in caches, and messages have no gap.
"""

import math
from dataclasses import dataclass

from .model import CALL_NS, HANDLE_NS, ISSUE_NS, LONGER_NS, NO_LIMIT, Message, interval_of

# The largest processor time of a sender or receiver, as a part of the ping-pong. A sender's interval is an upper bound.
LARGEST_PART = 0.45
SAME = 0.05  # two times with a smaller relative difference are the same
SMALL = 8
POWERS = tuple(1 << power for power in range(10, 23))
RENDEZVOUS = (*(1 << power for power in range(12, 20)), NO_LIMIT)
US = 1000  # nanoseconds
STEPS = 30
GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Times:
    """Measured times by size, in nanoseconds: half of a ping-pong, and a message of osu_bw."""

    one_way: dict
    in_round: dict

    def mean_error(self, message):
        """The mean of the logarithms of computed to measured times, without their signs."""
        ratios = [message.one_way_ns(size) / value for size, value in self.one_way.items()]
        ratios += [message.in_round_ns(size) / value for size, value in self.in_round.items()]
        return sum(abs(math.log(ratio)) for ratio in ratios) / len(ratios)


def message_of(pingpong, bandwidth=None, both_ways=None, *, overhead_ns=None, byte_ns=None, within_node=False):
    """The parameters of messages. `bandwidth` is the series of osu_bw, `both_ways` that of osu_bibw. An overhead or the
    time of a byte that is given is not fitted."""
    smallest = min(size for size in pingpong if size > 0)
    if byte_ns is None:
        byte_ns = US / max(bandwidth.values()) if bandwidth else slope_ns(pingpong)
    start = Message(byte_ns=byte_ns)
    if overhead_ns is not None:
        start = start.changed(overhead_ns=overhead_ns)
    elif bandwidth:
        start = with_limit(start, bandwidth, None if within_node else both_ways, pingpong[smallest] * US)
    else:
        start = start.changed(overhead_ns=pingpong[smallest] * US / 10)
    times = Times({size: value * US for size, value in pingpong.items() if size > 0},
                  {} if within_node else {size: size / value * US for size, value in (bandwidth or {}).items()})
    found = min((with_limits(start, limit, segment, rendezvous, times) for limit in POWERS
                 for segment in POWERS if segment <= limit for rendezvous in RENDEZVOUS),
                key=lambda one: (times.mean_error(one), one.copy_limit_bytes, one.copy_segment_bytes))
    return simplest(found, times)


def with_limit(start, bandwidth, both_ways, small_ns):
    """The message with an overhead, and with a gap if the interface limits a stream of small messages. Half of a
    ping-pong takes `small_ns`. The interval of osu_bw is an upper bound of the processor's time for a message. In an
    interval of osu_bibw a process sends a message and receives one, so this interval is an upper bound of both times.
    If it gives a smaller overhead, the interface limits osu_bw instead of the processor, and osu_bw gives the gap."""
    size = small_size(bandwidth)
    interval_ns = interval_of(size / bandwidth[size] * US, 2 * small_ns)
    overhead_ns, gap_ns = interval_ns - LONGER_NS, 0.0
    if both_ways:
        at = small_size(both_ways)
        with_answer_ns = (2 * at / both_ways[at] * US - 2 * CALL_NS - ISSUE_NS - HANDLE_NS) / 2
        if with_answer_ns < (1 - SAME) * overhead_ns:
            overhead_ns, gap_ns = with_answer_ns, interval_ns - start.wire_ns(size)
    max_ns = LARGEST_PART * small_ns - (CALL_NS + ISSUE_NS + HANDLE_NS) / 2
    return start.changed(overhead_ns=max(0.0, min(overhead_ns, max_ns)), gap_ns=max(0.0, gap_ns))


def small_size(series):
    return max((size for size in series if size <= SMALL), default=min(series))


def slope_ns(pingpong):
    """The time of a byte between the two largest sizes that differ by a factor of four."""
    large = max(pingpong)
    small = max(size for size in pingpong if size * 4 <= large)
    return (pingpong[large] - pingpong[small]) * US / (large - small)


def with_limits(start, limit, segment, rendezvous, times):
    """The best message with these limits. The rate of copies has the smallest error, and the smallest size is exact."""
    limited = start.changed(copy_limit_bytes=limit, copy_segment_bytes=segment, rendezvous_bytes=rendezvous)

    def with_copies(log_byte_ns):
        return with_latency(limited.changed(copy_byte_ns=math.exp(log_byte_ns)), times.one_way)

    low, high = math.log(1e-3), math.log(20)
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = times.mean_error(with_copies(left)), times.mean_error(with_copies(right))
    for _ in range(STEPS):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = times.mean_error(with_copies(left))
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = times.mean_error(with_copies(right))
    return with_copies((low + high) / 2)


def with_latency(message, one_way):
    smallest = min(one_way)
    missing = one_way[smallest] - message.changed(latency_ns=0).one_way_ns(smallest)
    return message.changed(latency_ns=max(0.0, missing))


def simplest(message, times):
    """The message with the largest limits that have the same error. A limit beyond all sizes is no limit."""
    best = times.mean_error(message)
    for limit in (NO_LIMIT, *reversed(POWERS)):
        other = message.changed(copy_limit_bytes=limit)
        if limit > message.copy_limit_bytes and times.mean_error(other) <= best:
            return other
    return message


def reduce_ns_of(accumulate, put, size=1 << 20):
    """The time to compute an element of MPI_CHAR: at one size, what an accumulate takes longer than a put."""
    return (accumulate[size] - put[size]) * US / size
