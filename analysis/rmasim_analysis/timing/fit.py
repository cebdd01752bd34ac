"""Parameters of the cost model from measured series. A series has values by size in bytes: half of a ping-pong's
iteration in microseconds, bandwidths in MB/s.

The parameters of messages are from two-sided series: the bandwidth is the best of osu_bw, the overhead is the time of a
small message in osu_bw, the latency is the ping-pong's without the processor's time. The rates and limits of copies and
the limit of the rendezvous are those with the smallest mean error of the ping-pong.
"""

import math

from .model import CALL_NS, HANDLE_NS, ISSUE_NS, NO_LIMIT, Message

# The largest processor time of a sender or receiver, as a part of the ping-pong. A sender's interval is an upper bound.
LARGEST_PART = 0.45
SMALL = 8
POWERS = tuple(1 << power for power in range(10, 23))
RENDEZVOUS = (*(1 << power for power in range(12, 20)), NO_LIMIT)
US = 1000  # nanoseconds
STEPS = 30
GOLDEN = (math.sqrt(5) - 1) / 2


def message_of(pingpong, bandwidth=None, gap_ns=0.0, overhead_ns=None):
    """The parameters of messages."""
    smallest = min(size for size in pingpong if size > 0)
    byte_ns = US / max(bandwidth.values()) if bandwidth else slope_ns(pingpong)
    if overhead_ns is None:
        overhead_ns = overhead_of(pingpong[smallest] * US, bandwidth)
    start = Message(overhead_ns=overhead_ns, byte_ns=byte_ns, gap_ns=gap_ns)
    points = {size: value * US for size, value in pingpong.items() if size > 0}
    found = min((with_limits(start, limit, segment, rendezvous, points) for limit in POWERS
                 for segment in POWERS if segment <= limit for rendezvous in RENDEZVOUS),
                key=lambda one: (mean_error(one, points), one.copy_limit_bytes, one.copy_segment_bytes))
    return simplest(found, points)


def overhead_of(small_ns, bandwidth):
    """The overhead, if the ping-pong of a small message takes `small_ns`. Without a bandwidth it is a tenth of it."""
    if not bandwidth:
        return small_ns / 10
    size = max((size for size in bandwidth if size <= SMALL), default=min(bandwidth))
    interval_ns = size / bandwidth[size] * US
    max_ns = LARGEST_PART * small_ns - (CALL_NS + ISSUE_NS + HANDLE_NS) / 2
    return max(0.0, min(interval_ns - CALL_NS - ISSUE_NS, max_ns))


def slope_ns(pingpong):
    """The time of a byte between the two largest sizes that differ by a factor of four."""
    large = max(pingpong)
    small = max(size for size in pingpong if size * 4 <= large)
    return (pingpong[large] - pingpong[small]) * US / (large - small)


def with_limits(start, limit, segment, rendezvous, points):
    """The best message with these limits. The rate of copies has the smallest error, and the smallest size is exact."""
    limited = start.changed(copy_limit_bytes=limit, copy_segment_bytes=segment, rendezvous_bytes=rendezvous)

    def with_copies(log_byte_ns):
        return with_latency(limited.changed(copy_byte_ns=math.exp(log_byte_ns)), points)

    low, high = math.log(1e-3), math.log(20)
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = mean_error(with_copies(left), points), mean_error(with_copies(right), points)
    for _ in range(STEPS):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = mean_error(with_copies(left), points)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = mean_error(with_copies(right), points)
    return with_copies((low + high) / 2)


def with_latency(message, points):
    smallest = min(points)
    missing = points[smallest] - message.changed(latency_ns=0).one_way_ns(smallest)
    return message.changed(latency_ns=max(0.0, missing))


def simplest(message, points):
    """The message with the largest limits that have the same error. A limit beyond all sizes is no limit."""
    best = mean_error(message, points)
    for limit in (NO_LIMIT, *reversed(POWERS)):
        other = message.changed(copy_limit_bytes=limit)
        if limit > message.copy_limit_bytes and mean_error(other, points) <= best:
            return other
    return message


def mean_error(message, points):
    """The mean of the logarithms of simulated to measured times, without their signs."""
    return sum(abs(math.log(message.one_way_ns(size) / value)) for size, value in points.items()) / len(points)


def reduce_ns_of(accumulate, put, size=1 << 20):
    """The time to compute an element of MPI_CHAR: at one size, what an accumulate takes longer than a put."""
    return (accumulate[size] - put[size]) * US / size
