"""The rows of a comparison in which the sides differ most: time, packets, bytes and memory, and the largest differences
of packets and of the ranks' time."""

TOTALS = ("Outcome", "Virtual time", "Packets", "Bytes on the wire", "Bytes of state per rank")
MAX_PARTS = 5  # the maximum number of kinds of packets, and of causes of time


def matter(rows, sides):
    """The rows that matter, in the order of the whole table. `rows` are those of the table without its head."""
    kinds = differing_widely([side["messages"]["by_kind"] for side in sides])
    causes = [cause.removesuffix("_ns") for cause in differing_widely([side["time_spent"] for side in sides])]
    wanted = {"Packets": kinds, "Time of all ranks by cause": causes}
    found, title = [], ""
    for name, *cells in rows:
        is_part = name.startswith(" ")
        title = title if is_part else name
        listed = name.strip() in wanted.get(title, ()) if is_part else title in TOTALS or title in wanted
        if listed and len(set(cells)) > 1:
            found.append([name, *cells])
    return found


def differing_widely(values):
    """The names whose values differ most between the sides, the largest difference first. `values` has a dict for each
    side."""
    spans = {}
    for name in dict.fromkeys(name for one in values for name in one):
        found = [one.get(name, 0) for one in values]
        spans[name] = max(found) - min(found)
    return sorted((name for name, span in spans.items() if span), key=lambda name: (-spans[name], name))[:MAX_PARTS]
