"""Numbers and tables, formatted for people."""


def duration(ns):
    for unit, factor in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if abs(ns) < 1e4 * factor or unit == "ms":
            return f"{ns / factor:,.0f} {unit}" if unit == "ns" else f"{ns / factor:,.1f} {unit}"


def percent(value):
    return f"{round(value, 1) + 0.0:+.1f}%"  # never -0.0


def difference(before, after):
    return percent(100 * (after - before) / before) if before else ""


def columns(rows, left=(0,)):
    """The rows as lines with aligned columns; those in `left` are flush left."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    cells = [[cell.ljust(width) if i in left else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))]
             for row in rows]
    return ["  ".join(row).rstrip() for row in cells]


def indented(lines):
    return ["  " + line for line in lines]
