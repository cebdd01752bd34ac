"""What differs between the first side and another one, and why: the clause of each packet that appeared or vanished,
the settings behind it, and why a family does without it. Clauses and settings are those of the families' own tables."""

PROGRAM = "program"  # stands in results for the clause of what the program itself sends
WORDS = {"kinds": "packet", "flags": "flag"}


def difference_of(base, other, families):
    """`base` and `other`: pairs of a record and the result it was made from."""
    (before, before_result), (now, now_result) = base, other
    settings = different_settings(before_result["settings"], now_result["settings"])
    # Settings of two families come with the families, so they decide nothing between them.
    moved = {one["path"] for one in settings} if before["family"] == now["family"] else set()
    parts = [part_of(table, name, before, now, families, moved)
             for table in WORDS for name in sorted(before["messages"][table].keys() | now["messages"][table].keys())
             if before["messages"][table].get(name, 0) != now["messages"][table].get(name, 0)]
    return {"side": now["name"], "against": before["name"], "settings": settings,
            "kinds": different_counts(before["messages"]["by_kind"], now["messages"]["by_kind"]), "parts": parts}


def different_counts(before, now):
    return {name: {"before": before.get(name, 0), "now": now.get(name, 0)}
            for name in sorted(before.keys() | now.keys()) if before.get(name, 0) != now.get(name, 0)}


def different_settings(before, now):
    """A setting that only one of two families has is no difference: it comes with the family."""
    found = list(differing(before, now, ""))
    if any(one["path"] == "protocol.family" for one in found):
        found = [one for one in found if not comes_with_family(one)]
    return found


def comes_with_family(one):
    return one["path"].startswith("protocol.") and None in (one["before"], one["now"])


def differing(before, now, path):
    """In the order of the settings. Of an object that only one side has, the whole; None: not there."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*before, *(key for key in now if key not in before)]:
            yield from differing(before.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif before != now:
        yield {"path": path, "before": before, "now": now}


def part_of(table, name, before, now, families, moved):
    """A kind or a flag that is there more or less often. Where the sides are of two families, each has its reasons for
    what it sends."""
    counts = [side["messages"][table].get(name, 0) for side in (before, now)]
    sends = [side for side, count in zip((before, now), counts) if count]
    senders = dict.fromkeys(side["family"] for side in sends)
    lacks = [side["family"] for side in (before, now) if side["family"] not in senders]
    reasons = [reason for family in senders for reason in reasons_of(families, family, table, name, moved)]
    is_counted = all(side["messages"]["by_reason"] for side in sends)
    return {"part": name, "as": WORDS[table], "before": counts[0], "now": counts[1],
            "reasons": counted(reasons, table, name, before, now) if is_counted else decisive(reasons),
            "absences": [absence for family in lacks for absence in absences_of(families, family, name)]}


def reasons_of(families, family, table, name, moved):
    """All that the family may have for it; none for a packet that this version's family does not have, as recorded
    results may have."""
    known = families.get(family, {}).get(table, {}).get(name, {"reasons": ()})
    return [{"family": family, **one, "moved": [path for path in one["settings"] if path in moved]}
            for one in known["reasons"]]


def counted(reasons, table, name, before, now):
    """Those that sent more packets, or fewer, with how many."""
    found = [{**one, "before": times(before, table, name, one), "now": times(now, table, name, one)} for one in reasons]
    return [one for one in found if one["before"] != one["now"]]


def times(side, table, name, reason):
    if side["family"] != reason["family"] or not side["messages"]["by_reason"]:
        return 0
    return side["messages"]["by_reason"][table].get(name, {}).get(reason["clause"] or PROGRAM, 0)


def absences_of(families, family, name):
    """Why another family does without it."""
    known = families.get(family, {}).get("absent", {})
    return [{"family": family, **one} for one in known.get(name, ())]


def decisive(reasons):
    """Of reasons that were not counted: where some setting that differs decides, only those that it has a part in."""
    return [one for one in reasons if one["moved"]] or reasons
