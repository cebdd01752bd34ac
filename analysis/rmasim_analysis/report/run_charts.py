"""The charts of the elements that a run uses over time."""

from .chart import Chart, Choice, steps, time_axis
from .words import number

ELEMENTS = {"op": "operation elements", "target": "target elements"}
MAX_RANKS = 8  # the maximum number of ranks that the page can show


def element_use(trace, result):
    """The charts of elements in use. Each kind of element has a step line for each of the ranks that use most elements.
    """
    sizes = pool_sizes(result)
    end_ns = max(trace.end_ns, 1)
    choice = Choice("Rank")
    for rank in ranks_that_use_most(trace.in_use):
        charts = []
        for kind, noun in ELEMENTS.items():
            changes = trace.in_use.get((kind, rank), [])
            if changes:
                title = f"{noun.capitalize()} in use on rank {rank}"
                charts.append(Chart(f"{kind}-elements-rank-{rank}", title, time_axis(end_ns),
                                    {"label": "in use", "low": 0, "whole": True, "room": 0.15,
                                     "high": max(max_in_use(changes), 2)},
                                    [steps(changes, end_ns, name=name_of(sizes.get(kind)))]))
        most = ", ".join(f"{max_in_use(trace.in_use.get((kind, rank), []))} {kind}" for kind in ELEMENTS)
        choice.groups.append((f"rank {rank} (at most {most})", charts))
    return choice


def name_of(pool_size):
    return "in use" if pool_size is None else f"in use; all pools together: {number(pool_size)}"


def pool_sizes(result):
    """The total size of all local and global pools, for each kind of element."""
    sizes = {}
    for name, pool in (result or {}).get("elements", {}).items():
        kind = name.split(".")[0]
        sizes[kind] = sizes.get(kind, 0) + pool["size"]
    return sizes


def max_in_use(changes):
    return max((in_use for _, in_use in changes), default=0)


def ranks_that_use_most(in_use):
    """The ranks in descending order of the operation elements in use."""
    ranks = {rank for _, rank in in_use}
    use = {rank: tuple(-max_in_use(in_use.get((kind, rank), [])) for kind in ELEMENTS) for rank in ranks}
    return sorted(ranks, key=lambda rank: (use[rank], rank))[:MAX_RANKS]
