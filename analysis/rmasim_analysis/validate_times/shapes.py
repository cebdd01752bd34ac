"""The figures of the model that the measurements suggest, computed without the simulator: from each table's own
ping-pong and from a few of its rows."""

from statistics import median

from ..timing.atlas import ONE_MIB, error, tables
from ..timing.fit import reduce_ns_of
from .machines import rates

LONG = 32768  # a longer put takes one more leg
PACKED = 4096  # the largest put that osc/pt2pt packs with others
LEGS_OF_GET = 4
LEGS_OF_GET_ACCUMULATE = 6


def between_nodes(table):
    """The errors of one-sided latencies, if an operation is a number of the table's own ping-pongs."""
    leg = table.series("pingpong")
    put, accumulate = table.series("put"), table.series("accumulate")
    element_us = reduce_ns_of(accumulate, put) / 1000

    def put_us(size):
        return leg[size] + leg[0] * (2 if size > LONG else 1)

    shapes = {
        "put": put_us,
        "accumulate": lambda size: put_us(size) + element_us * size,
        "get": lambda size: leg[size] + (LEGS_OF_GET - 1) * leg[0],
        "fetch_and_op": lambda size: leg[size] + (LEGS_OF_GET - 1) * leg[0],
        "compare_and_swap": lambda size: leg[size] + (LEGS_OF_GET - 1) * leg[0],
        "get_accumulate": lambda size: 2 * leg[size] + (LEGS_OF_GET_ACCUMULATE - 2) * leg[0] + element_us * size,
    }
    given = {("accumulate", ONE_MIB)}
    return errors(table, shapes, given)


def within_node(table):
    """The errors of load and store with three rates, which one table gives."""
    put, accumulate = table.series("put"), table.series("accumulate")
    element_us = accumulate[ONE_MIB] / ONE_MIB
    (small, at_small), (medium, at_medium), (_, at_large) = rates()

    def access_us(size):
        rate = at_small if size <= small else at_medium if size <= medium else at_large
        return put[1] + size / rate / 1000

    shapes = {"put": access_us, "get": access_us, "fetch_and_op": lambda size: put[1],
              "compare_and_swap": lambda size: put[1], "accumulate": lambda size: accumulate[1] + element_us * size}
    return errors(table, shapes, {("put", 1), ("accumulate", 1), ("accumulate", ONE_MIB)})


def errors(table, shapes, given):
    return [error(shapes[row.operation](row.size), row.value) for row in table.rows
            if row.operation in shapes and row.is_latency and (row.operation, row.size) not in given]


def puts_of(table, shape):
    """The errors of osu_put_bw, if an interval is `shape` of the gap and the time of the bytes, in microseconds."""
    puts = table.series("put_bw")
    gap, best = 8 / puts[8], max(puts.values())
    return [error(shape(gap, size / best), size / value) for size, value in puts.items()]


def gets_of(table):
    """The errors of osu_get_bw, if a get takes as long as the smallest packed put and a message of osu_bw."""
    gets, messages, puts = table.series("get_bw"), table.series("bw"), table.series("put_bw")
    smallest = min(puts)
    packed_us = smallest / puts[smallest]
    return [error(packed_us + size / messages[size], size / value) for size, value in gets.items() if size <= PACKED]


def one_rate(table):
    """The errors of accumulates, if they take a constant and a rate, both from this table."""
    values = table.series("accumulate")
    largest = max(values)
    rate = (values[largest] - values[8]) / largest
    return [error(values[8] + rate * size, value) for size, value in values.items()]


def figures():
    """Rows of a table: the measurements, the shape, and the median error."""
    every = tables()
    yield from ((name, "legs of the measured ping-pong", median(between_nodes(every[name])))
                for name in ("gcp-c3-176-tier1", "gcp-c2d-2-run1"))
    yield from ((name, "a packed put and a message (get_bw up to 4 KiB)", median(gets_of(every[name])))
                for name in ("gcp-c3-176-tier1", "gcp-c2d-2-run1"))
    yield from ((name, "direct_ns + b / C(b); reduce_ns for each element", median(within_node(table)))
                for name, table in every.items() if table.is_within_node and table.series("pingpong"))
    aries = every["aries-ompi-4919"]
    yield aries.name, "g + b G", median(puts_of(aries, lambda gap, wire: gap + wire))
    yield aries.name, "max(g, b G)", median(puts_of(aries, max))
    yield "ib-mlx-mpich-4187", "a constant and a rate", median(one_rate(every["ib-mlx-mpich-4187"]))
