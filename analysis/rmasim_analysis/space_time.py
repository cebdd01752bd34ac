"""The space-time diagram of a trace: a line a rank, bars for its calls, arrows for messages, time to the right.

    /usr/bin/python3 -m rmasim_analysis.space_time TRACE.json PICTURE.svg      (or .png, .pdf; run in analysis/)
"""

import sys
from collections import Counter

import matplotlib

matplotlib.use("Agg")
# The same trace gives the same bytes: no dates, no random ids.
matplotlib.rcParams["svg.hashsalt"] = "rmasim"
matplotlib.rcParams["svg.fonttype"] = "none"

import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from rmasim_analysis.trace_file import load  # noqa: E402

CALL_COLOURS = {"compute": "#c9c9c9"}
CALL_COLOUR = "#9ecae1"
REQUEST_COLOUR = "#d94801"
REPLY_COLOUR = "#238b45"
BARRIER_COLOUR = "#737373"
REPLIES = ("LOCK_GRANTED", "RMA_DONE_ACK", "GET_RESP")
MOST_LABELLED = 40  # more labels than this only hide the arrows
LABEL_PLACES = (0.5, 0.3, 0.7)  # along the arrow, in turn for each pair of ranks, so that close arrows stay readable
NARROWEST_LABELLED = 0.05  # of the whole width: a shorter call has no room for its name


def draw(trace):
    ranks = trace.ranks
    figure, axes = plt.subplots(figsize=(11, 1.6 + 1.1 * len(ranks)))
    width_us = max([call.ended_us for call in trace.calls] + [m.handled_us for m in trace.messages], default=1.0)
    for call in trace.calls:
        draw_call(axes, call, ranks.index(call.rank), width_us)
    labelled = len(trace.messages) <= MOST_LABELLED
    drawn_of_pair = Counter()
    for message in trace.messages:
        pair = (message.source, message.target)
        place = LABEL_PLACES[drawn_of_pair[pair] % len(LABEL_PLACES)] if labelled else None
        draw_message(axes, message, ranks, place)
        drawn_of_pair[pair] += 1
    axes.set_yticks(range(len(ranks)), [f"rank {rank}" for rank in ranks])
    axes.set_ylim(len(ranks) - 0.4, -0.6)
    axes.set_xlim(-0.01 * width_us, 1.02 * width_us)
    axes.set_xlabel("virtual time, µs")
    axes.set_title(f"{trace.scenario}: {len(trace.messages)} messages")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
    figure.tight_layout()
    return figure


def draw_call(axes, call, row, width_us):
    length_us = call.ended_us - call.began_us
    axes.barh(row, length_us, left=call.began_us, height=0.26, color=CALL_COLOURS.get(call.name, CALL_COLOUR),
              edgecolor="white", linewidth=0.8)
    if length_us >= NARROWEST_LABELLED * width_us:
        axes.text(call.began_us + length_us / 2, row, call.name, ha="center", va="center", fontsize=9)


def colour_of(kind):
    if kind.startswith("BARRIER"):
        return BARRIER_COLOUR
    return REPLY_COLOUR if kind.startswith(REPLIES) else REQUEST_COLOUR


def draw_message(axes, message, ranks, label_place):
    begin = (message.sent_us, ranks.index(message.source))
    end = (message.handled_us, ranks.index(message.target))
    colour = colour_of(message.kind)
    axes.annotate("", xy=end, xytext=begin, arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.2})
    if label_place is not None:
        at = [b + label_place * (e - b) for b, e in zip(begin, end)]
        box = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
        axes.text(*at, message.kind, fontsize=8, color=colour, ha="center", va="center", bbox=box)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    figure = draw(load(arguments[0]))
    metadata = {"Date": None} if arguments[1].endswith(".svg") else None
    figure.savefig(arguments[1], metadata=metadata, dpi=120)


if __name__ == "__main__":
    main(sys.argv[1:])
