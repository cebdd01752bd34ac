"""Packets by pair of ranks (`rmasim run --breakdown pair`): the data of the page's map, and the pairs that send most
packets.
"""

import numpy

from .chart import Chart

MAX_PAIRS = 10  # the maximum number of pairs in the list
MAX_CELLS = 256  # the maximum width of a picture


def pairs_of(result):
    """Returns (source, target, messages, bytes) in the order of ranks. [] if the result has no pairs. If a
    result has pairs only because expectations name some pairs, it still has all pairs."""
    messages = result["messages"]
    sizes = messages.get("bytes_by_pair", {})
    found = []
    for name, kinds in messages.get("by_pair", {}).items():
        source, target = map(int, name.split(">"))
        found.append((source, target, sum(kinds.values()), sizes.get(name, 0)))
    return sorted(found)


def all_ranks(result):
    """The number of ranks in all groups together."""
    return result["ranks"] * result.get("groups", {}).get("count", 1)


def pair_data(result):
    """The data for the page's script, as columns."""
    pairs = pairs_of(result)
    columns = {name: [pair[column] for pair in pairs] for column, name in
               enumerate(("source", "target", "messages", "bytes"))}
    return {"ranks": all_ranks(result)} | columns


def busiest(result):
    """The pairs with the most messages, in descending order, with the kinds of the messages."""
    pairs = sorted(pairs_of(result), key=lambda pair: (-pair[2], -pair[3], pair[:2]))[:MAX_PAIRS]
    return [{"source": source, "target": target, "messages": messages, "bytes": size,
             "kinds": ", ".join(f"{kind} {count:,}" for kind, count in
                                result["messages"]["by_pair"][f"{source}>{target}"].items())}
            for source, target, messages, size in pairs]


def pair_map(result):
    """The map for a file. The page draws its own map."""
    def draw(axes, palette):
        ranks = all_ranks(result)
        together = -(-ranks // MAX_CELLS)
        cells = numpy.zeros((-(-ranks // together),) * 2)
        for source, target, messages, _ in pairs_of(result):
            cells[source // together, target // together] += messages
        drawn = axes.imshow(numpy.ma.masked_equal(cells, 0), cmap="viridis_r", interpolation="nearest", vmin=0,
                            extent=(-0.5, cells.shape[1] * together - 0.5, cells.shape[0] * together - 0.5, -0.5))
        axes.figure.colorbar(drawn, ax=axes).set_label("messages", color=palette.soft)
        axes.set_xlabel("to rank")
        axes.set_ylabel("from rank")

    return Chart("who-sends-to-whom", "Who sends to whom", draw, (5.6, 4.4))
