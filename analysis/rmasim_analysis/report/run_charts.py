"""The charts of one run: the elements in use over time, and bars. The bars are only for files."""

from .chart import FONT_POINTS, Chart, Choice
from .words import TIME_UNITS, number, time

ELEMENTS = {"op": "operation elements", "target": "target elements"}
MAX_RANKS = 8  # the maximum number of ranks that the page can show
MAX_BARS = 20
# The height of the axis, as a multiple of the maximum in use; larger pool sizes are only given as text.
ROOM_ABOVE = 1.3


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
                charts.append(Chart(f"{kind}-elements-rank-{rank}", title, use_line(changes, sizes.get(kind), end_ns)))
        most = ", ".join(f"{max_in_use(trace.in_use.get((kind, rank), []))} {kind}" for kind in ELEMENTS)
        choice.groups.append((f"rank {rank} (at most {most})", charts))
    return choice


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


def unit_of(longest_ns):
    """The unit of an axis with times, and the length of this unit."""
    return next(((unit, length_ns) for unit, length_ns in TIME_UNITS if longest_ns >= length_ns), ("ns", 1))


def use_line(changes, pool_size, end_ns):
    def draw(axes, palette):
        unit, length_ns = unit_of(end_ns)
        times = [0, *(at_ns / length_ns for at_ns, _ in changes), end_ns / length_ns]
        in_use = [0, *(value for _, value in changes), changes[-1][1]]
        axes.step(times, in_use, where="post", color=palette.accent, linewidth=1.4)
        axes.fill_between(times, in_use, step="post", color=palette.accent, alpha=0.15, linewidth=0)
        most = max_in_use(changes)
        top = max(most * ROOM_ABOVE, 2)
        if pool_size is not None:
            name = f"all pools together: {number(pool_size)}"
            look = {"color": palette.series[1], "fontsize": FONT_POINTS, "transform": axes.transAxes}
            if pool_size <= top:
                top = max(top, pool_size * ROOM_ABOVE)
                axes.axhline(pool_size, color=palette.series[1], linewidth=1.4, linestyle="--")
                axes.text(0.01, pool_size / top + 0.02, name, **look)
            else:
                axes.text(0.99, 0.97, f"{name} \u2191", ha="right", va="top", **look)
        axes.set_ylim(0, top)
        axes.set_xlim(0, end_ns / length_ns)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(f"virtual time, {unit}")
        axes.set_ylabel("in use")

    return draw


def message_bars(by_kind):
    """The bars for a file. The page has a table with bars instead."""
    return Chart("messages-by-kind", "Messages by kind", bars(by_kind, "messages", number), size_for(by_kind))


def time_bars(spent_ns):
    return Chart("time-by-cause", "Time by cause, all ranks together", bars(spent_ns, "share of the time", time),
                 size_for(spent_ns))


def size_for(values):
    return 7.0, 0.8 + 0.32 * min(len(values), MAX_BARS)


def bars(values, label, words):
    """A chart with horizontal bars, the longest bar first."""
    longest = sorted(values.items(), key=lambda item: (-item[1], item[0]))[:MAX_BARS]

    def draw(axes, palette):
        names = [name for name, _ in longest]
        drawn = axes.barh(names, [value for _, value in longest], color=palette.accent, height=0.6)
        axes.bar_label(drawn, [words(value) for _, value in longest], padding=4, color=palette.ink)
        axes.invert_yaxis()
        axes.margins(x=0.2)
        axes.xaxis.set_visible(False)
        axes.spines["bottom"].set_visible(False)

    return draw
