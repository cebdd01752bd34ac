"""Numbers and tables as text."""


TIME_UNITS = (("s", 10**9), ("ms", 10**6), ("us", 10**3))


def duration(ns, units=TIME_UNITS):
    """The text of a duration. A number has at most five digits, so the unit depends on the duration: "9,484 ns", "26.0
    us", "63.7 ms"."""
    for unit, length_ns in units:
        if abs(ns) >= 10 * length_ns:
            return f"{ns / length_ns:,.1f} {unit}"
    return f"{ns:,.0f} ns"


def durations(all_ns, units=TIME_UNITS):
    """The texts of durations that a reader compares. All texts have the unit of the longest duration, and the number of
    decimals that the shortest one needs, which is at most three. The text of None is None."""
    known = [ns for ns in all_ns if ns is not None]
    longest = max(known, default=0)
    unit, length_ns = next(((unit, length_ns) for unit, length_ns in units if longest >= 10 * length_ns), ("ns", 1))
    shortest = min((ns for ns in known if ns), default=longest)
    digits = 0 if unit == "ns" else next((n for n in (1, 2, 3) if shortest >= length_ns / 10**(n - 1)), 3)
    return [None if ns is None else one_of(ns, unit, length_ns, digits) for ns in all_ns]


def one_of(ns, unit, length_ns, digits):
    if ns == 0:
        return f"0 {unit}"
    if digits and ns < length_ns / 10**digits:
        return f"<{10**-digits:.{digits}f} {unit}"
    return f"{ns / length_ns:,.{digits}f} {unit}"


def count(value, noun, nouns=None):
    """A number and its noun: "1 rank", "2 ranks". `nouns` is the plural, if it is not the noun with an s."""
    return f"{value:,} {noun if value == 1 else nouns or noun + 's'}"


def percent(value):
    return f"{round(value, 1) + 0.0:+.1f}%"  # the addition prevents -0.0


def difference(before, after):
    return percent(100 * (after - before) / before) if before else ""


def columns(rows, left=(0,)):
    """The rows as lines with aligned columns. The columns in `left` are flush left, the others flush right."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    cells = [[cell.ljust(width) if i in left else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))]
             for row in rows]
    return ["  ".join(row).rstrip() for row in cells]


def indented(lines):
    return ["  " + line for line in lines]


def title_of(found):
    """The title of a result, an exploration or a tuning: "lock-put", or "lock-put:piggyback-off" for a variant."""
    return ":".join(filter(None, (str(found["scenario"]), found.get("variant"))))
