"""The space-time diagram of a trace. Each rank is a line, its calls are bars, and messages are arrows. Time is to the
right. Bars have the colour of a cause where the rank waits or computes. If there are many messages, stacks below the
bars show the number of messages that a rank sends at a time.

    /usr/bin/python3 -m rmasim_analysis.space_time TRACE.json PICTURE.svg      (or .png, .pdf; run in analysis/)
"""

from collections import Counter
from itertools import groupby, takewhile

import numpy
from matplotlib.patches import Patch

from . import command_line, picture
from .errors import BAD_INPUT, SUCCESS
from .figures import CAUSES
from .files import refuse_overwriting
from .layout import count
from .packet_words import REPLY, REQUEST, SYNCHRONISATION, group_of
from .picture import colour
from .terminal import complain
from .trace_file import load

CALL_COLOUR = colour("call")
STUCK_COLOUR = "#f4a6a0"  # the colour of calls that never returned
# Readers with red-green colour blindness can distinguish these colours, too.
MESSAGE_COLOURS = {REQUEST: "#c2410c", REPLY: "#0369a1", SYNCHRONISATION: "#6b7280"}
HALF_BAR = 0.13  # of a row's height
MAX_LABELLED = 40  # with more labels, they only hide the arrows
MAX_HEADED = 1000  # with more arrows, they cover each other and take long to draw
COLUMNS = 400  # the number of columns of stacks, which then replace arrows
TALLEST_STACK = 0.3  # the share of a row's height
# Positions along the arrow; a pair of ranks uses them in turn, so that labels do not overlap.
LABEL_POSITIONS = (0.5, 0.3, 0.7)
NARROWEST_LABELLED = 0.05  # the share of the whole width; a shorter call has no room for its name
TALLEST_INCHES = 24


def draw(trace):
    rows = len(trace.tracks)
    figure, axes = picture.empty(11, min(1.6 + 1.1 * rows, TALLEST_INCHES))
    width_us = max(trace.end_ns / 1000, 0.001)
    waits_of = {track: list(waits) for track, waits in groupby(trace.waits, key=lambda wait: wait.track)}
    for track, calls in groupby(trace.all_calls, key=lambda call: call.track):
        draw_calls(axes, track, list(calls), waits_of.get(track, []), width_us)
    legend(axes, trace)
    arriving = [message for message in trace.messages if message.handled_ns is not None]
    if len(arriving) <= MAX_HEADED:
        draw_arrows(axes, arriving)
    else:
        draw_stacks(axes, trace.messages, rows, width_us)
    axes.set_yticks(range(rows), [track.name for track in trace.tracks])
    axes.set_ylim(rows - 0.4, -0.6)
    axes.set_xlim(-0.01 * width_us, 1.02 * width_us)
    axes.set_xlabel("virtual time, µs")
    axes.set_title(f"{trace.scenario}: {count(len(trace.messages), 'message')}")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
    figure.tight_layout()
    return figure


def draw_calls(axes, track, calls, waits, width_us):
    colours = [STUCK_COLOUR if "stuck" in call.arguments else colour("cause-compute") if call.name == "compute"
               else CALL_COLOUR for call in calls]
    row = (track - HALF_BAR, 2 * HALF_BAR)
    axes.broken_barh([span_us(call) for call in calls], row, facecolors=colours, edgecolors="white", linewidths=0.8)
    axes.broken_barh([span_us(wait) for wait in waits], row, linewidth=0,
                     facecolors=[colour(f"cause-{wait.cause}") for wait in waits])
    first = 0
    for call in calls:
        while first < len(waits) and waits[first].ended_ns <= call.began_ns:
            first += 1
        began_ns, ended_ns = widest_part(call, waits, first)
        if (ended_ns - began_ns) / 1000 >= NARROWEST_LABELLED * width_us:
            axes.text((began_ns + ended_ns) / 2000, track, call.name, ha="center", va="center", fontsize=9)


def span_us(span):
    """The beginning and the length of a call or wait."""
    return span.began_ns / 1000, (span.ended_ns - span.began_ns) / 1000


def widest_part(call, waits, first):
    """The beginning and the end of the longest part of a call that has one colour: a wait, or the time between two.
    `first` is the index of the first wait that ends after the beginning of the call."""
    parts, at_ns = [], call.began_ns
    for wait in takewhile(lambda wait: wait.began_ns < call.ended_ns, waits[first:]):
        began_ns, ended_ns = max(wait.began_ns, at_ns), min(wait.ended_ns, call.ended_ns)
        parts += [(at_ns, began_ns), (began_ns, ended_ns)]
        at_ns = ended_ns
    return max([*parts, (at_ns, call.ended_ns)], key=lambda part: part[1] - part[0])


def legend(axes, trace):
    """The colours of the bars, below the axis of time."""
    waited = {wait.cause for wait in trace.waits}
    computes = any(call.name == "compute" for call in trace.all_calls)
    entries = [(words, colour(f"cause-{cause}")) for cause, words in CAUSES.items()
               if cause in waited or (cause == "compute" and computes)]
    entries.append(("in MPI calls, not waiting" if waited else "in MPI calls", CALL_COLOUR))
    entries += [("never returned", STUCK_COLOUR)] if trace.stuck else []
    axes.legend(handles=[Patch(facecolor=shade, label=words) for words, shade in entries], loc="upper left", fontsize=8,
                bbox_to_anchor=(0, -0.6 / axes.figure.get_figheight() / 0.8), ncols=4, frameon=False, borderaxespad=0)


def ends(message):
    """The beginning and the end of the message's arrow, which leads from bar to bar."""
    edge = HALF_BAR if message.target > message.source else -HALF_BAR
    return (message.sent_ns / 1000, message.source + edge), (message.handled_ns / 1000, message.target - edge)


def colour_of(message):
    return MESSAGE_COLOURS[group_of(message.kind)]


def draw_arrows(axes, messages):
    drawn_of_pair = Counter()
    for message in messages:
        begin, end = ends(message)
        style = {"arrowstyle": "-|>", "color": colour_of(message), "linewidth": 1.2}
        axes.annotate("", xy=end, xytext=begin, arrowprops=style)
        if len(messages) <= MAX_LABELLED:
            pair = (message.source, message.target)
            position = LABEL_POSITIONS[drawn_of_pair[pair] % len(LABEL_POSITIONS)]
            drawn_of_pair[pair] += 1
            at = [b + position * (e - b) for b, e in zip(begin, end)]
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
            axes.text(*at, message.kind, fontsize=8, color=colour_of(message), ha="center", va="center", bbox=box)


def draw_stacks(axes, messages, rows, width_us):
    """Draws stacks below each bar. A stack shows the number of packets that the rank sends in an interval, for each
    group of packets. No group hides another group."""
    edges = numpy.linspace(0, width_us, COLUMNS + 1)
    sent = {group: [[] for _ in range(rows)] for group in MESSAGE_COLOURS}
    for message in messages:
        sent[group_of(message.kind)][message.source].append(message.sent_ns / 1000)
    counts = {group: [numpy.histogram(of_row, edges)[0] for of_row in rows_of] for group, rows_of in sent.items()}
    most = max(sum(counts[group][row] for group in counts).max() for row in range(rows))
    for row in range(rows):
        below = numpy.full(COLUMNS, row + 0.47)
        for group, shade in MESSAGE_COLOURS.items():
            if not counts[group][row].any():
                continue
            top = below - TALLEST_STACK * counts[group][row] / most
            axes.stairs(top, edges, baseline=below, fill=True, color=shade, linewidth=0)
            below = top


def main(arguments):
    if len(arguments) != 2:
        complain(__doc__)
        return BAD_INPUT
    trace, drawn = arguments
    refuse_overwriting([("the trace", trace)], [("the picture", drawn)])
    picture.write(draw(load(trace)), drawn)
    return SUCCESS


if __name__ == "__main__":
    command_line.run(main)
