"""Settings of the simulator from fitted parameters, by path. A platform file has the same settings as a patch, for
`run --patch FILE`."""

from .model import NO_LIMIT, gbps

MAX_GBPS = 1e6
BYTES = 8  # bits


def message_settings(message, within_node=False):
    """The settings of messages between nodes, or between two ranks of one node."""
    before = "platform.network.node_" if within_node else "platform.network."
    settings = {
        f"{before}latency_ns": round(message.latency_ns),
        f"{before}bandwidth_gbps": round(gbps(message.byte_ns), 4),
        "platform.network.overhead_ns": round(message.overhead_ns),
        "platform.network.rendezvous_bytes": message.rendezvous_bytes,
        "costs.copy_gbps": round(min(MAX_GBPS, gbps(message.copy_byte_ns)), 4),
        "costs.copy_limit_bytes": message.copy_limit_bytes,
        "costs.copy_segment_bytes": min(message.copy_segment_bytes, NO_LIMIT),
    }
    if not within_node:
        settings["platform.network.gap_ns"] = round(message.gap_ns)
    return settings


def direct_settings(put_us, mutex_us, rates):
    """The settings of loads and stores within a node. `put_us` is the time of a put of one byte and its flush. It
    includes the time to enter two calls. `mutex_us` is what an accumulate of one byte takes longer. `rates` has three
    pairs: the largest size in bytes, and the bytes per nanosecond up to it."""
    (small, at_small), (medium, at_medium), (_, at_large) = rates
    call_ns = round(put_us * 1000 / 4)
    return {
        "costs.call_ns": call_ns,
        "costs.direct_ns": round(put_us * 1000) - 2 * call_ns,
        "costs.mem_sync_ns": 0,  # a part of the put of one byte
        "costs.mutex_ns": round(mutex_us * 1000 / 2),
        "costs.direct_small_bytes": small,
        "costs.direct_small_gbps": round(at_small * BYTES, 3),
        "costs.direct_medium_bytes": medium,
        "costs.direct_medium_gbps": round(at_medium * BYTES, 3),
        "costs.direct_large_gbps": round(at_large * BYTES, 3),
    }


def nested(settings):
    """The settings by path as a JSON object."""
    document = {}
    for path, value in settings.items():
        *folders, last = path.split(".")
        at = document
        for folder in folders:
            at = at.setdefault(folder, {})
        at[last] = value
    return document
