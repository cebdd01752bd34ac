"""HTML of results, which notebooks show for a result at the end of a cell (`_repr_html_`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

MAX_KINDS = 12  # rows of packets by kind


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table. The first column is flush left, all others flush right. Whole numbers have thousands separators."""
    lines = [f"<table><caption style='text-align: left; white-space: nowrap'>{escape(caption)}</caption>",
             row("th", head), *(row("td", cells) for cells in rows), "</table>"]
    return "\n".join(lines)


def row(tag: str, cells: Sequence[object]) -> str:
    styles = ["left"] + ["right"] * (len(cells) - 1)
    return "<tr>" + "".join(f"<{tag} style='text-align: {style}'>{escape(text_of(cell))}</{tag}>"
                            for style, cell in zip(styles, cells)) + "</tr>"


def text_of(cell: object) -> str:
    return f"{cell:,}" if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)


def kinds(counts: dict[str, Any]) -> list[Sequence[object]]:
    """Rows of packets by kind, the most frequent kind first."""
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    rows: list[Sequence[object]] = list(ordered[:MAX_KINDS])
    if len(ordered) > MAX_KINDS:
        rows.append((f"{len(ordered) - MAX_KINDS} more kinds", sum(count for _, count in ordered[MAX_KINDS:])))
    return rows
