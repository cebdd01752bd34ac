"""The figures of each rank (`rmasim run --breakdown rank`): the time of each rank by cause, and the differences between
ranks."""

from .chart import Chart

MAX_BARS = 512  # the maximum number of bars in the picture; with more ranks, neighbours share a bar
MAX_SERIES = 8


def causes_of(by_rank):
    """The causes, with their times by rank, in the order of the result."""
    return {name.removesuffix("_ns"): spent for name, spent in by_rank["time_spent"].items()}


def spread_rows(by_rank):
    """The minimum, the median and the maximum over ranks. Each cause has a row, the cause with the largest mean first.
    Messages have rows, too."""
    spent = causes_of(by_rank)
    order = sorted(spent, key=lambda cause: (-sum(spent[cause]), cause))
    rows = [{"name": cause, "unit": "ns", **spread(spent[cause])} for cause in order]
    return rows + [{"name": name, "unit": "packets", "words": words, **spread(by_rank[name])}
                   for name, words in (("messages_sent", "packets that the rank sent"),
                                       ("messages_for_it", "packets addressed to the rank"))]


def spread(values):
    """The minimum, the median, the maximum and the mean over ranks. The ranks are the first ones with the extreme
    values."""
    minimum, maximum = min(values), max(values)
    return {"least": minimum, "median": sorted(values)[(len(values) - 1) // 2], "most": maximum,
            "least_rank": values.index(minimum), "most_rank": values.index(maximum), "mean": sum(values) / len(values)}


def rank_bars(by_rank):
    """A stacked bar for each rank. Each of the largest causes has its own part. All other causes have a common part."""
    spent = causes_of(by_rank)
    ranks = len(by_rank["messages_sent"])
    order = sorted(spent, key=lambda cause: (-sum(spent[cause]), cause))
    shown, rest = order[:MAX_SERIES - 1], order[MAX_SERIES - 1:]
    series = [(cause, f"cause-{cause}", spent[cause]) for cause in shown]
    if rest:
        series.append(("all others", "cause-other",
                       [sum(spent[cause][rank] for cause in rest) for rank in range(ranks)]))
    together = -(-ranks // MAX_BARS)  # number of ranks for each bar
    label = "rank" if together == 1 else f"rank; the mean of {together} ranks each"
    return Chart("time-by-rank", "Where each rank's time went; the table below has the colours",
                 {"label": label, "low": -0.5, "high": ranks - 0.5, "whole": True},
                 {"label": "time", "unit": "ns", "low": 0, "room": 0.05}, stacked(series, ranks, together), True)


def stacked(series, ranks, together):
    firsts = list(range(0, ranks, together))
    edges = [first - 0.5 for first in firsts] + [ranks - 0.5]
    parts, below = [], [0.0] * len(firsts)
    for name, colour, of_rank in series:
        means = [sum(of_rank[first:first + together]) / len(of_rank[first:first + together]) for first in firsts]
        tops = [low + mean for low, mean in zip(below, means)]
        parts.append({"form": "stack", "edges": edges, "bottoms": below, "tops": tops, "colour": colour, "name": name,
                      "unlisted": True})
        below = tops
    return parts
