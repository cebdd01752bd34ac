"""rmasim calibrate: outputs of standard benchmarks become a platform file, with the residuals of the fit."""

import json
from statistics import median

from ..errors import SUCCESS, BadInput
from ..files import write_whole
from ..terminal import say

ABOUT = "fit the parameters of a platform to outputs of OSU's benchmarks, IMB or Netgauge"
MIN_SIZES = 8
MIN_LARGEST = 1 << 20  # bytes
ALL_SIZES = ("bw", "bibw", "put", "get", "accumulate", "get_accumulate", "put_bw", "get_bw", "put_bibw")


def add_arguments(parser):
    parser.add_argument("files", metavar="FILE", nargs="+", help="outputs of benchmarks: osu_latency, osu_bw and "
                        "osu_bibw, IMB's PingPong and Uniband, or Netgauge's loggp; also osu_mbw_mr and OSU's "
                        "one-sided benchmarks")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--within-node", action="store_true", help="the two ranks were on one node")
    kind.add_argument("--native", action="store_true", help="the network executes one-sided operations: fit the "
                                                            "parameters of the interface, too")
    parser.add_argument("-o", "--out", metavar="FILE", help="write the platform file, for run --patch FILE")
    parser.add_argument("--plot", metavar="FILE", help="write a plot of measured and fitted times (.svg, .png, .pdf)")


def carry_out(arguments):
    from ..timing.platform import nested
    from .readers import read_all
    measured = read_all(arguments.files)
    pingpong = pingpong_of(arguments.files, measured)
    require_large_sizes(arguments.files, measured)
    message, settings = fitted(pingpong, measured, arguments)
    text = json.dumps(nested(settings), indent=2) + "\n"
    for one in residuals(pingpong, message):
        say(one)
    if arguments.out:
        write_whole(arguments.out, text)
    else:
        say(text.rstrip())
    if arguments.plot:
        from .plot import picture
        write_whole(arguments.plot, picture(pingpong, message, str(arguments.plot).rsplit(".", 1)[-1]))
    return SUCCESS


def pingpong_of(files, measured):
    """The ping-pong. Raises BadInput if it does not have the sizes that the fit needs."""
    pingpong = {size: value for size, value in measured.series.get("pingpong", {}).items() if size > 0}
    names = " ".join(files)
    if not pingpong:
        raise BadInput(names, "no ping-pong", "an output of osu_latency, IMB's PingPong or Netgauge's loggp")
    if min(pingpong.values()) <= 0:
        raise BadInput(names, "a time of 0", "times above 0")
    if len(pingpong) < MIN_SIZES or max(pingpong) < MIN_LARGEST:
        raise BadInput(names, f"a ping-pong of {len(pingpong)} sizes up to {max(pingpong)} bytes",
                       f"at least {MIN_SIZES} sizes, up to {MIN_LARGEST} bytes or more: the output is truncated")
    return pingpong


def require_large_sizes(files, measured):
    """Raises BadInput if a series of all sizes ends before the sizes that give bandwidths and rates."""
    for operation, series in measured.series.items():
        if operation in ALL_SIZES and max(series) < MIN_LARGEST:
            raise BadInput(" ".join(files), f"{operation} up to {max(series)} bytes",
                           f"sizes up to {MIN_LARGEST} bytes or more: the output is truncated")


def fitted(pingpong, measured, arguments):
    """The parameters of messages, and all settings by path."""
    from ..timing.fit import message_of
    from ..timing.platform import message_settings
    from .one_sided import direct_of, interface_of, reduction_of
    overhead_ns = None if measured.overhead_us is None else measured.overhead_us * 1000
    message = message_of(pingpong, measured.series.get("bw"), measured.series.get("bibw"), overhead_ns=overhead_ns,
                         within_node=arguments.within_node)
    message = message.changed(gap_ns=gap_of(measured, message))
    settings = message_settings(message, arguments.within_node) | reduction_of(measured.series)
    if arguments.within_node:
        settings |= direct_of(measured.series)
    if arguments.native:
        settings |= interface_of(measured.series, message)
    return message, settings


def gap_of(measured, message):
    """The gap: that of Netgauge; or the time of a small message among many of all pairs, less that of its bytes,
    unless the processor needs the same time; or that of the message."""
    from ..timing.fit import SAME
    from ..timing.model import WINDOW, interval_of
    if measured.gap_us is not None:
        return measured.gap_us * 1000
    rates = {size: value for size, value in measured.series.get("rate", {}).items() if 0 < size <= 8}
    if not rates:
        return message.gap_ns
    size = max(rates)
    interval_ns = interval_of(1e9 / rates[size], 2 * message.one_way_ns(size), WINDOW * measured.pairs)
    if abs(interval_ns / message.changed(gap_ns=0.0).interval_ns(size) - 1) < SAME:
        return 0.0
    return max(0.0, interval_ns - message.wire_ns(size))


def residuals(pingpong, message):
    yield f"{'bytes':>10} {'measured us':>12} {'fitted us':>12} {'error':>8}"
    errors = []
    for size, value in sorted(pingpong.items()):
        fit_us = message.one_way_ns(size) / 1000
        errors.append(abs(fit_us / value - 1))
        yield f"{size:>10,} {value:>12.2f} {fit_us:>12.2f} {100 * (fit_us / value - 1):>+7.1f}%"
    yield f"median error of the ping-pong: {100 * median(errors):.1f} %"
