"""The figures of each rank (`rmasim run --breakdown rank`): the time of each rank by cause, and the differences between
ranks."""

from .chart import Chart
from .run_charts import unit_of
from .words import CAUSES, times

MAX_BARS = 512  # the maximum number of bars in the picture; with more ranks, neighbours share a bar
MAX_SERIES = 8


def causes_of(by_rank):
    """The causes, with their times by rank, in the order of the result."""
    return {name.removesuffix("_ns"): spent for name, spent in by_rank["time_spent"].items()}


def spread_rows(by_rank):
    """The minimum, the median and the maximum over ranks. Each cause has a row, the cause with the largest mean first.
    Messages have rows, too.
    """
    spent = causes_of(by_rank)
    order = sorted(spent, key=lambda cause: (-sum(spent[cause]), cause))
    found = [spread(spent[cause]) for cause in order]
    texts = times([value for one in found for value in (one["least"], one["median"], one["most"])])
    rows = [{"name": cause, "words": CAUSES.get(cause, ""), **one,
             "texts": texts[3 * index:3 * index + 3]} for index, (cause, one) in enumerate(zip(order, found))]
    for name, words in (("messages_sent", "packets that the rank sent"),
                        ("messages_for_it", "packets addressed to the rank")):
        one = spread(by_rank[name])
        rows.append({"name": name, "words": words, **one,
                     "texts": [f"{one[key]:,}" for key in ("least", "median", "most")]})
    return rows


def spread(values):
    """The minimum, the median and the maximum over ranks. The names are those of the first rank with the extreme value.
    `uneven` is the maximum divided by the mean."""
    minimum, maximum = min(values), max(values)
    mean = sum(values) / len(values)
    return {"least": minimum, "median": sorted(values)[(len(values) - 1) // 2], "most": maximum,
            "least_rank": values.index(minimum), "most_rank": values.index(maximum),
            "uneven": f"{maximum / mean:.2f}" if mean else ""}


def rank_bars(by_rank):
    """A stacked bar for each rank. Each of the largest causes has its own colour. All other causes have a common
    colour."""
    spent = causes_of(by_rank)
    ranks = len(by_rank["messages_sent"])
    order = sorted(spent, key=lambda cause: (-sum(spent[cause]), cause))
    shown, rest = order[:MAX_SERIES - 1], order[MAX_SERIES - 1:]
    series = [(cause, spent[cause]) for cause in shown]
    if rest:
        series.append(("all others", [sum(spent[cause][rank] for cause in rest) for rank in range(ranks)]))
    return Chart("time-by-rank", "Where each rank's time went", stacked(series, ranks), (9.0, 3.8))


def stacked(series, ranks):
    def draw(axes, palette):
        together = -(-ranks // MAX_BARS)  # number of ranks for each bar
        firsts = list(range(0, ranks, together))
        bars = [(name, [sum(of_rank[first:first + together]) / len(of_rank[first:first + together])
                        for first in firsts]) for name, of_rank in series]
        tallest_ns = max((sum(heights) for heights in zip(*(of_bar for _, of_bar in bars))), default=1)
        unit, length_ns = unit_of(tallest_ns)
        edges = [first - 0.5 for first in firsts] + [ranks - 0.5]
        below = [0.0] * len(firsts)
        for index, (name, of_bar) in enumerate(bars):
            top = [low + ns / length_ns for low, ns in zip(below, of_bar)]
            axes.stairs(top, edges, baseline=below, fill=True, color=palette.series[index], label=name, linewidth=0)
            below = top
        axes.set_xlim(-0.5, ranks - 0.5)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel("rank" if together == 1 else f"rank; the mean of {together} ranks each")
        axes.set_ylabel(f"time, {unit}")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False, ncols=4, fontsize=9)

    return draw
