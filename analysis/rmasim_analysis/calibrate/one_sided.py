"""Parameters that only one-sided benchmarks measure."""

from ..errors import BadInput
from ..timing.atlas import ONE_MIB
from ..timing.fit import reduce_ns_of
from ..timing.model import CALL_NS, HEADER_BYTES, ISSUE_NS, interval_of
from ..timing.platform import direct_settings

POST_NS, COMPLETION_NS = 40, 50  # defaults of costs.post_op_ns and platform.nic.completion_ns
SMALL = 8
RATE_SIZES = (16 << 10, 256 << 10, 4 << 20)
US = 1000  # nanoseconds


def reduction_of(series):
    put, accumulate = series.get("put", {}), series.get("accumulate", {})
    if ONE_MIB not in put or ONE_MIB not in accumulate:
        return {}
    return {"costs.reduce_ns": round(max(0.0, reduce_ns_of(accumulate, put)), 4)}


def direct_of(series):
    """Load and store within a node: from osu_put_latency and osu_acc_latency. Raises BadInput if the puts lack a size
    that gives a parameter, or do not take longer at that size."""
    put, accumulate = series.get("put", {}), series.get("accumulate", {})
    if not put:
        return {}
    for size in (1, *RATE_SIZES):
        if size not in put:
            raise BadInput("osu_put_latency", f"no put of {size} bytes", f"puts of {sizes_in_words()} bytes")
        if size > 1 and put[size] <= put[1]:
            raise BadInput("osu_put_latency", f"{put[size]} us for {size} bytes", f"more than {put[1]} us for 1 byte")
    rates = [(size, size / ((put[size] - put[1]) * US)) for size in RATE_SIZES]
    return direct_settings(put[1], max(0.0, accumulate.get(1, put[1]) - put[1]), rates)


def sizes_in_words():
    return ", ".join(str(size) for size in (1, *RATE_SIZES))


def interface_of(series, message):
    """A network interface that executes operations. The rate of small puts gives the gap, or the processor's time for a
    request, whichever is longer; it is taken as the gap. The latencies of 8 bytes give the times at the target."""
    settings = {}
    puts = series.get("put_bw", {})
    if SMALL in puts:
        interval_ns = interval_of(SMALL / puts[SMALL] * US, 2 * message.one_way_ns(SMALL))
        settings["platform.network.gap_ns"] = round(max(0.0, interval_ns - message.wire_ns(SMALL)))
    put, get = series.get("put", {}), series.get("get", {})
    overhead_ns = round(message.overhead_ns)
    if SMALL in put:
        processor_ns = 2 * CALL_NS + POST_NS + ISSUE_NS + overhead_ns + COMPLETION_NS
        wire_ns = 2 * message.latency_ns + (SMALL + 2 * HEADER_BYTES) * message.byte_ns
        settings["platform.nic.overhead_ns"] = overhead_ns
        settings["platform.nic.operation_ns"] = round(max(0.0, put[SMALL] * US - processor_ns - wire_ns))
    if SMALL in put and SMALL in get:
        settings["platform.nic.read_ns"] = round(max(0.0, (get[SMALL] - put[SMALL]) * US))
    if SMALL in get and SMALL in series.get("fetch_and_op", {}):
        settings["platform.nic.atomic_ns"] = round(max(0.0, (series["fetch_and_op"][SMALL] - get[SMALL]) * US))
    return settings
