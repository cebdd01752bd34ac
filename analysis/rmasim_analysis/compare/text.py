"""Prints a comparison as text. A table has a column for each side. Below it are the packets that appeared and vanished,
with the reasons."""

import json
import shutil
import textwrap

from ..layout import columns, count, duration, durations
from . import shortage, sizes
from .explained import with_explanations

WIDTH = 100  # the width if there is no terminal
MIN_WIDTH = 40
NOTHING = "-"
MIN_SHARE = 0.005  # share of the time of all ranks; a cause with a smaller share on every side is not listed


def text_of(found, width=None, explain=False):
    """The verdict, the warnings, the sides, and the table. With `explain`, each row has a line that explains it."""
    width = max(MIN_WIDTH, width or shutil.get_terminal_size((WIDTH, 24)).columns)
    compared = [side for side in found["sides"] if side["status"] == "compared"]
    lines = [*wrapped("", found["verdict"], width), ""]
    warnings = [line for one in shortage.lines_of(found) for line in wrapped("", one, width)]
    lines += warnings + [""] * bool(warnings) + head(found["sides"], width)
    for sides in blocks(compared, width):
        rows = rows_of(sides)
        lines += ["", *(with_explanations(rows, columns(rows)) if explain else columns(rows))]
    for difference in found["differences"]:
        lines += ["", *why(difference, width)]
    return "\n".join(lines) + "\n"


def head(sides, width):
    """The lines of the sides. Each side has a line with its outcome."""
    lines = []
    for side in sides:
        made = [side["file"] + (" (recorded)" if side["recorded"] else ""), *side["set"]]
        lines += wrapped("", f"{side['name']}: {', '.join(made)}", width)
        if side["status"] == "compared":
            lines += wrapped("  ", machine_of(side), width)
        if side["left_out"]:
            lines += wrapped("  ", f"left out, not in this family: {', '.join(side['left_out'])}", width)
        if "tuned" in side:
            lines += wrapped("  ", sizes.words_of(side["tuned"]), width)
        if side["status"] == "not_run":
            lines += wrapped("  ", not_run(side), width)
        elif side["cause"]:
            lines += wrapped("  ", f"{side['outcome']}: {side['cause']}", width)
    return lines + [line for one in presets(sides) for line in wrapped("", one, width)]


def machine_of(side):
    """The family, the number of ranks, the latency and the bandwidth of a side."""
    network = side.get("network", {})
    parts = [f"family {side['family']}", count(side["ranks"], "rank")]
    if "latency_ns" in network:
        parts.append(f"latency {network['latency_ns']:,} ns")
    if "bandwidth_gbps" in network:
        parts.append(f"bandwidth {network['bandwidth_gbps']:g} Gbit/s")
    return ", ".join(parts)


def presets(sides):
    """Sentences on the network presets, with their sources."""
    found = [side["network_preset"] for side in sides if "network_preset" in side]
    return [f"network {name}: {source}" for name, source in {one["name"]: one["source"] for one in found}.items()]


def not_run(side):
    if side["lacks"]:
        missing = ", ".join(f"{one['call']} ({one['place']})" for one in side["lacks"])
        return f"not run: the family has no {missing}"
    return f"not run: {side['refusal']}"


def wrapped(indent, text, width):
    """Breaks the text into lines. Lines after the first one have a larger indent."""
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False,
                         break_long_words=False)


def blocks(sides, width):
    """Groups of sides. The sides of a group fit side by side, and each group begins with the first side."""
    def column(side):
        return max(len(row[1]) for row in rows_of([side])) + 2

    base, *others = sides
    own_width = max(len(row[0]) for row in rows_of(sides)) + column(base)
    found, used = [[base]], own_width
    for side in others:
        if used + column(side) > width and len(found[-1]) > 1:
            found.append([base])
            used = own_width
        found[-1].append(side)
        used += column(side)
    return found


def rows_of(sides):
    rows = [["", *(side["name"] for side in sides)],
            ["Outcome", *(side["outcome"] for side in sides)],
            ["Virtual time", *times([side["time_ns"] for side in sides])]]
    rows += messages(sides) + time_spent(sides) + elements(sides) + tables(sides) + memory(sides)
    return rows + [row for part in PERHAPS for row in perhaps(*part, sides)]


def messages(sides):
    def of(side, name):
        return side["messages"][name]

    rows = [["Packets", *(number(of(side, "total")) for side in sides)]]
    rows += [[f"  {kind}", *(number(of(side, "by_kind").get(kind)) for side in sides)]
             for kind in names_in(sides, "by_kind")]
    rows.append(["Packets by purpose (+ piggybacked)", *("" for _ in sides)])
    rows += [[f"  {purpose}", *(with_riding(of(side, "by_purpose").get(purpose)) for side in sides)]
             for purpose in names_in(sides, "by_purpose")]
    return [*rows, ["Bytes on the wire", *(number(of(side, "bytes")) for side in sides)]]


def names_in(sides, table):
    """The names in the tables of the sides. They are in the order of the sides, and of the table within a side."""
    return list(dict.fromkeys(name for side in sides for name in side["messages"][table]))


def with_riding(counts):
    if counts is None:
        return NOTHING
    return f"{counts['packets']:,}" + (f" + {counts['riding']:,}" if counts["riding"] else "")


def time_spent(sides):
    """The causes of a noticeable time on some side, in descending order of the time."""
    most = {}
    for side in sides:
        total = sum(side["time_spent"].values())
        for cause, ns in side["time_spent"].items():
            if ns > MIN_SHARE * total:
                most[cause] = max(ns, most.get(cause, 0))
    causes = sorted(most, key=lambda cause: (-most[cause], cause))
    if not causes:
        return []
    cells = [[sum(side["time_spent"].values()) or None for side in sides],
             *([side["time_spent"].get(cause) or None for side in sides] for cause in causes)]
    texts = iter(times([ns for row in cells for ns in row]))
    names = ["Time of all ranks by cause", *(f"  {cause.removesuffix('_ns')}" for cause in causes)]
    return [[name, *(next(texts) for _ in sides)] for name in names]


def elements(sides):
    pools = [pool for pool in dict.fromkeys(pool for side in sides for pool in side["elements"])
             if any(side["elements"].get(pool, {}).get("high_water") for side in sides)]
    rows = [[f"  {pool}", *(in_use(side["elements"].get(pool)) for side in sides)] for pool in pools]
    return [["Elements at most (waited for)", *("" for _ in sides)], *rows] if rows else []


def in_use(use):
    if not use:
        return NOTHING
    waited = use.get("time_waited_ns", 0)
    return f"{use.get('high_water', 0):,} of {use.get('size', 0):,}" + (f" ({time(waited)})" if waited else "")


# The rows with sums over all windows: the name of the row, and the key of the figure.
TABLES = (("elements compared", "elements_compared"), ("freed for other targets", "targets_restored"),
          ("UNLOCKs for no lock", "unlocks_without_lock"))


def tables(sides):
    """The rows on the costs of searches, and on the effects of a shortage of target elements."""
    rows = [[f"  {name}", *(number(of_tables(side, key)) for side in sides)] for name, key in TABLES
            if any(of_tables(side, key) for side in sides)]
    if any(fall_backs(side) for side in sides):
        rows.append(["  LOCK_ALL fell back (taking)", *(fallen(side) for side in sides)])
    return [["Tables of target elements", *("" for _ in sides)], *rows] if rows else []


def of_tables(side, key):
    """The sum of a figure over all windows. None for a family without tables."""
    return sum(use.get(key, 0) for use in side["tables"].values()) if "tables" in side else None


def fall_backs(side):
    return sum(use["fall_backs"]["count"] for use in side.get("tables", {}).values())


def fallen(side):
    if not fall_backs(side):
        return number(0 if "tables" in side else None)
    return f"{fall_backs(side):,} ({time(sum(use['fall_backs']['total_ns'] for use in side['tables'].values()))})"


def memory(sides):
    rows = [["Bytes of state per rank", "total"], ["  engine", "engine"], ["  tables", "tables"],
            ["  elements", "pools"], ["  at most, by the settings", "promised"]]
    return [[name, *(number(side["memory_bytes_per_rank"].get(part)) for side in sides)] for name, part in rows]


def perhaps(part, title, figures, sides):
    """The rows that only some families have. `figures`: names of rows, keys and formats."""
    if not any(side.get(part, {}).get(key) for side in sides for _, key, _ in figures):
        return []
    return [[title, *("" for _ in sides)],
            *([f"  {name}", *form([side.get(part, {}).get(key) for side in sides])] for name, key, form in figures)]


def numbers(values):
    return [number(value) for value in values]


def number(value):
    return NOTHING if value is None else f"{value:,}"


def time(ns):
    return NOTHING if ns is None else duration(ns)


def times(all_ns):
    """The texts of times, all in the same unit."""
    return [text or NOTHING for text in durations(all_ns)]


def why(difference, width):
    """The lines on the packets that appeared (+) and vanished (-), with clauses and settings."""
    lines = [f"{difference['side']}, against {difference['against']}"]
    moved = [f"{one['path']} {plain(one['before'])}, now {plain(one['now'])}" for one in difference["settings"]]
    lines += wrapped("  ", f"settings: {'; '.join(moved)}", width) if moved else []
    if not difference["parts"]:
        return [*lines, "  the same packets"]
    for part in difference["parts"]:
        sign = "+" if part["now"] > part["before"] else "-"
        name = f"{'flag ' if part['as'] == 'flag' else ''}{part['part']}"
        lines.append(f"  {sign} {name}: {part['before']:,}, now {part['now']:,}")
        for index, reason in enumerate(part["reasons"]):
            same = index and part["reasons"][index - 1]["family"] == reason["family"]
            lines += wrapped("      ", f"{'or ' if same and 'now' not in reason else ''}{reason_text(reason)}", width)
        for absence in part["absences"]:
            lines += wrapped("      ", f"not in {absence['family']}: {absence['clause']}: {absence['why']}", width)
        if not part["reasons"]:
            lines.append("      a packet that the families of this version do not have")
    return lines


def reason_text(reason):
    """A reason as text. Example: "NR-OPT-1: the only operation carries the lock (protocol.optimizations.single_op): 0,
    now 4".
    """
    clause = f"{reason['clause']}: " if reason["clause"] else ""
    settings = reason["moved"] or reason["settings"]
    counts = f": {reason['before']:,}, now {reason['now']:,}" if "now" in reason else ""
    return f"{clause}{reason['why']}" + (f" ({', '.join(settings)})" if settings else "") + counts


def plain(value):
    if isinstance(value, str):
        return value
    return "none" if value is None else json.dumps(value)


PERHAPS = (("lock_waits", "Locks of targets", (("granted", "count", numbers), ("longest wait", "longest_ns", times))),
           ("queue", "Queue of requests",
            (("requests at most", "max_requests", numbers), ("polls", "looks", numbers))),
           ("mutexes", "Mutexes", (("taken", "taken", numbers), ("after waiting", "contended", numbers))))
