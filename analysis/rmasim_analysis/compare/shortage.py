"""Shortages of a side: elements that its pools did not have. If a side has a shortage, its comparison with another side
shows the sizes of pools as much as the protocols."""

from ..layout import count, duration

MIN_SHARE = 0.005  # share of the time of all ranks; a wait of less than this share is no shortage
REMEDY = "Larger pools may turn the comparison round; --tuned compares each side with its own best sizes."


def warnings_of(sides):
    """The warnings about exhausted pools, one for each such side. A warning is an object with `side` and `what`."""
    found = [(side["name"], wants(side)) for side in sides if side["status"] == "compared"]
    return [{"side": name, "what": "; ".join(what)} for name, what in found if what]


def wants(side):
    """The shortages of a side in words, the worst shortage first."""
    tables = side.get("tables", {}).values()
    fall_backs = sum(use["fall_backs"]["count"] for use in tables)
    restored = sum(use.get("targets_restored", 0) for use in tables)
    waited_ns = sum(use.get("time_waited_ns", 0) for use in side["elements"].values())
    found = []
    if fall_backs:
        took_ns = sum(use["fall_backs"]["total_ns"] for use in tables)
        found.append(f"LOCK_ALL fell back to the locks of all ranks {count(fall_backs, 'time')}, which took "
                     f"{duration(took_ns)}")
    if restored:
        found.append(f"{count(restored, 'target element')} freed for other targets")
    if waited_ns > MIN_SHARE * sum(side["time_spent"].values()):
        empty = [pool for pool, use in side["elements"].items() if use.get("time_waited_ns")]
        found.append(f"waited {duration(waited_ns)} for elements of {', '.join(empty)}")
    return found


def lines_of(found):
    """The lines of text about shortages: a warning for each side with exhausted pools. If the sides do not have their
    best sizes, a line with the remedy follows."""
    said = [f"warning: {one['side']} is short of elements: {one['what']}" for one in found["warnings"]]
    return said + [REMEDY] * (bool(said) and not any("tuned" in side for side in found["sides"]))
