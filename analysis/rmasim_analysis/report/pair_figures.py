"""Packets by pair of ranks (`rmasim run --breakdown pair`): the data of the page's map, and the pairs that send most
packets.
"""

from . import columns

MAX_PAIRS = 10  # the maximum number of pairs in the list


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


def pair_model(result):
    """The pairs for the page's map, as packed columns, and the pairs with the most messages. None without pairs."""
    pairs = pairs_of(result)
    if not pairs:
        return None
    names = ("source", "target", "messages", "bytes")
    return {"ranks": all_ranks(result), "busiest": busiest(result), "columns": {
        name: columns.column([pair[number] for pair in pairs]) for number, name in enumerate(names)}}


def busiest(result):
    """The pairs with the most messages, in descending order, with the kinds of the messages."""
    pairs = sorted(pairs_of(result), key=lambda pair: (-pair[2], -pair[3], pair[:2]))[:MAX_PAIRS]
    return [{"source": source, "target": target, "messages": messages, "bytes": size,
             "kinds": ", ".join(f"{kind} {count:,}" for kind, count in
                                result["messages"]["by_pair"][f"{source}>{target}"].items())}
            for source, target, messages, size in pairs]
