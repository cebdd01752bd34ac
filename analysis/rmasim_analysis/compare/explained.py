"""The explanations of a comparison's rows (--explain)."""

from ..explanations import of_key, of_packet

# The keys of a result that rows contain. A row below a title has the title before its name.
KEYS = {
    "Outcome": "outcome",
    "Virtual time": "time_ns",
    "Packets": "messages.total",
    "Bytes on the wire": "messages.bytes",
    "Time of all ranks by cause": "time_spent",
    "Tables of target elements/elements compared": "tables.WINDOW.elements_compared",
    "Tables of target elements/freed for other targets": "tables.WINDOW.targets_restored",
    "Tables of target elements/UNLOCKs for no lock": "tables.WINDOW.unlocks_without_lock",
    "Tables of target elements/LOCK_ALL fell back (taking)": "tables.WINDOW.fall_backs.count",
    "Bytes of state per rank": "memory_bytes_per_rank.total",
    "Bytes of state per rank/engine": "memory_bytes_per_rank.engine",
    "Bytes of state per rank/tables": "memory_bytes_per_rank.tables",
    "Bytes of state per rank/elements": "memory_bytes_per_rank.pools",
    "Bytes of state per rank/at most, by the settings": "memory_bytes_per_rank.pools_bound",
    "Locks of targets/granted": "lock_waits.count",
    "Locks of targets/longest wait": "lock_waits.longest_ns",
    "Queue of requests/requests at most": "queue.max_requests",
    "Queue of requests/polls": "queue.looks",
    "Mutexes/taken": "mutexes.taken",
    "Mutexes/after waiting": "mutexes.contended",
}
PURPOSE = ("The number of packets with this purpose. After the plus sign: packets of another purpose that carry a flag "
           "of this purpose.")
POOL = ("The largest number of elements of the pool that a rank had in use at once, the number that it has and, in "
        "brackets, the time that calls waited for elements.")


def explanation(title, name):
    """The words for a row. `title` is the name of the last row without indent, `name` that of a row below it. `name` is
    empty for the row of the title. The result is empty for a title without figures."""
    if not name:
        return of_key(KEYS[title]) if title in KEYS else ""
    if title == "Packets":
        return of_packet(name)
    if title == "Packets by purpose (+ piggybacked)":
        return PURPOSE
    if title == "Time of all ranks by cause":
        return of_key(f"time_spent.{name}_ns")
    if title == "Elements at most (waited for)":
        return POOL
    return of_key(KEYS[f"{title}/{name}"])


def with_explanations(rows, lines):
    """The lines of a table, with a line after each row that explains it. The first row has the names of the sides."""
    found, title = lines[:1], ""
    for (name, *_), line in zip(rows[1:], lines[1:]):
        is_part = name.startswith(" ")
        title = title if is_part else name
        words = explanation(title, name.strip() if is_part else "")
        found += [line, *([f"      {words}"] if words else [])]
    return found
