"""A table of differences with aligned columns."""

MAX_ROWS = 40
CHECK_HEADS = ("kind", "expected", "got", "difference")
COMPARISON_HEADS = ("kind", "before", "now", "difference")


def table(differences, heads=CHECK_HEADS):
    """The lines of the table. Names are flush left, figures are flush right. The table has at most MAX_ROWS
    differences."""
    shown = differences[:MAX_ROWS]
    rows = [heads, *(one.cells for one in shown)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = [aligned(row, widths) for row in rows]
    if len(differences) > len(shown):
        lines.append(f"... and {len(differences) - len(shown)} more")
    return lines


def aligned(row, widths):
    cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
    return "  ".join(cells).rstrip()
