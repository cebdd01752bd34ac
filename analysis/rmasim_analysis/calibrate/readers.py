"""Reads the outputs of the OSU micro-benchmarks, of the Intel MPI Benchmarks (IMB), and of Netgauge's pattern loggp. A
file may have the outputs of several benchmarks."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BadInput, unreadable

OSU = re.compile(r"#\s*OSU MPI_?(.*?)\s*Test\b", re.IGNORECASE)
IMB = re.compile(r"#\s*Benchmarking\s+(\w+)")
PAIRS = re.compile(r"#.*\[\s*pairs:\s*([1-9]\d*)\s*\]")
NETGAUGE = re.compile(r"#\s*size n PRTT\(1,0,s\)")
# The benchmarks of OSU by their words, in the order of comparison.
OSU_NAMES = (
    ("put bi-directional", "put_bibw"), ("put bandwidth", "put_bw"), ("get bandwidth", "get_bw"),
    ("get_accumulate", "get_accumulate"), ("fetch_and_op", "fetch_and_op"),
    ("compare_and_swap", "compare_and_swap"), ("accumulate", "accumulate"), ("put", "put"), ("get", "get"),
    ("bi-directional", "bibw"), ("multiple bandwidth", "rate"), ("bandwidth", "bw"), ("latency", "pingpong"),
)
IMB_NAMES = {"pingpong": "pingpong", "uniband": "uniband"}
ALLOWED = ("an output of osu_latency, osu_bw, osu_mbw_mr or OSU's one-sided benchmarks, of IMB's PingPong or Uniband, "
           "or of Netgauge's loggp")
# The columns of Netgauge: size, n, PRTT(1,0,s), PRTT(n,0,s), PRTT(n,PRTT,s), L, o_s, o_r, g, G, lsqu.
NETGAUGE_COLUMNS, ROUND_TRIP, SENDER, RECEIVER, GAP = 11, 2, 6, 7, 8


@dataclass
class Measured:
    """Series by operation, each with values by size: microseconds, or MB/s for operations with "bw". `rate` has the
    messages per second of many small messages, of all pairs of processes. Netgauge also measures the overhead and the
    gap, in microseconds."""

    series: dict = field(default_factory=dict)
    overhead_us: float | None = None
    gap_us: float | None = None
    pairs: int = 1

    def add(self, operation, size, value):
        self.series.setdefault(operation, {})[size] = value


def read_all(paths):
    measured = Measured()
    for path in paths:
        read(path, measured)
    return measured


def read(path, measured):
    """Adds the series of a file. Raises BadInput if the file has none, or an incomplete line."""
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise BadInput(path, unreadable(error), ALLOWED) from None
    operation, rows, found = None, None, False
    for number, text in enumerate(lines, 1):
        if found_pairs := PAIRS.search(text):
            measured.pairs = int(found_pairs[1])
        head = heading(text)
        if head:
            require_rows(path, operation, rows)
            operation, rows, found = head, 0, True
        elif operation and re.match(r"\s*\d", text):
            add_row(f"{path}:{number}", operation, text.split(), measured)
            rows += 1
        elif operation and rows and text.strip() and not text.lstrip().startswith("#"):
            operation, rows = None, None  # the output of the next program
    require_rows(path, operation, rows)
    if not found:
        raise BadInput(path, "an empty file" if not any(lines) else "no heading of a known benchmark", ALLOWED)


def require_rows(path, operation, rows):
    if rows == 0:
        raise BadInput(path, f"no value below the heading of {operation}", "a line for each size")


def heading(text):
    """The operation whose values follow this line; "" if it is no heading, "other" for other benchmarks."""
    if found := OSU.match(text.strip()):
        words = found[1].lower()
        return next((name for part, name in OSU_NAMES if part in words), "other")
    if found := IMB.match(text.strip()):
        return IMB_NAMES.get(found[1].lower(), "other")
    return "netgauge" if NETGAUGE.match(text.strip()) else ""


def add_row(location, operation, words, measured):
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        raise BadInput(location, " ".join(words), "a size and numbers") from None
    min_numbers = {"netgauge": NETGAUGE_COLUMNS, "pingpong": 2, "uniband": 4, "rate": 3}.get(operation, 2)
    if len(numbers) < min_numbers:
        raise BadInput(location, f"{len(numbers)} numbers", f"at least {min_numbers}: the line is incomplete")
    size = int(numbers[0])
    if operation == "netgauge":
        add_netgauge(size, numbers, measured)
    elif operation == "uniband":
        measured.add("rate", size, numbers[3])
        measured.add("bw", size, numbers[2])
    elif operation == "rate":
        measured.add("rate", size, numbers[2])
    elif operation != "other":
        # IMB prints the repetitions before the time, and its time per message is half of a round trip, as OSU's.
        is_imb = operation == "pingpong" and len(numbers) >= 4 and numbers[1] == int(numbers[1])
        measured.add(operation, size, numbers[2] if is_imb else numbers[1])


def add_netgauge(size, numbers, measured):
    measured.add("pingpong", size, numbers[ROUND_TRIP] / 2)
    if measured.overhead_us is None:
        measured.overhead_us = (numbers[SENDER] + numbers[RECEIVER]) / 2
    gap_us = numbers[GAP]
    if measured.gap_us is None and gap_us > 0:  # not for nan, which the first line has
        measured.gap_us = gap_us
