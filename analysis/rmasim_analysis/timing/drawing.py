"""The picture of the cost model: where the time of an operation is spent."""

from ..picture import contents, grid

WIDTH_INCHES, HEIGHT_INCHES = 11, 2.5
BAR_HEIGHT = 0.6
COLOURS = {"processor": "tab:blue", "interface": "tab:orange", "wire": "tab:gray", "memory": "tab:green"}

# Each part: the row, the begin and the end, the kind, and the parameters. The units of time have no meaning.
BY_MESSAGES = ("An operation by messages: put and flush", ("origin", "wire", "target"), (
    (0, 0, 2, "processor", "call_ns\npost_op_ns"), (0, 2, 4, "processor", "issue_ns\no"),
    (0, 4, 5.5, "processor", "c(b)"), (1, 5, 7.5, "wire", "g + b G"), (1, 7.5, 10, "wire", "L"),
    (2, 10, 12, "processor", "o\nhandle_ns"), (2, 12, 13.5, "processor", "c(b)"),
    (2, 13.5, 15, "processor", "reduce_ns\nper element"), (2, 15, 17, "processor", "issue_ns\no"),
    (1, 17, 20, "wire", "L"), (0, 20, 22, "processor", "o\nhandle_ns")))
BY_INTERFACE = ("An operation by the network interface (nic)", ("origin", "wire", "interface\nof the target"), (
    (0, 0, 2, "processor", "call_ns\npost_op_ns"), (0, 2, 4, "processor", "issue_ns\noverhead_ns"),
    (1, 4, 6.5, "wire", "g + b G"), (1, 6.5, 9, "wire", "L"), (2, 9, 11, "interface", "operation_ns"),
    (2, 11, 13, "interface", "read_ns\n(get, atomic)"), (2, 13, 15, "interface", "atomic_ns\n(atomic)"),
    (1, 15, 18, "wire", "L (+ b G: get)"), (0, 18, 20, "processor", "completion_ns")))
DIRECT = ("Load and store: own window, shared windows of the node", ("origin",), (
    (0, 0, 2, "processor", "call_ns"), (0, 2, 4, "memory", "direct_ns"),
    (0, 4, 7, "memory", "b / rate by size\n(direct_*_gbps)"),
    (0, 7, 10, "memory", "or mutex_ns,\nreduce_ns per element"), (0, 10, 12, "processor", "call_ns\n(flush)")))


def picture():
    """The picture as SVG."""
    drawings = (BY_MESSAGES, BY_INTERFACE, DIRECT)
    figure, all_axes = grid(WIDTH_INCHES, HEIGHT_INCHES * len(drawings), len(drawings), 1)
    for axes, (title, rows, parts) in zip(all_axes, drawings):
        for row, begin, end, kind, words in parts:
            axes.barh(row, end - begin, left=begin, height=BAR_HEIGHT, color=COLOURS[kind], alpha=0.4,
                      edgecolor="black")
            axes.text((begin + end) / 2, row, words, ha="center", va="center", fontsize=7)
        axes.set(title=title, yticks=range(len(rows)), yticklabels=rows, xticks=[], xlim=(0, 22.5))
        axes.invert_yaxis()
    return contents(figure, "svg")
