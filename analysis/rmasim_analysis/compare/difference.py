"""What differs between the first side and another one, and why: the clause of each packet that appeared or vanished,
and the settings behind it. Clauses and settings are those of the families' own tables."""

WORDS = {"kinds": "packet", "flags": "flag"}


def difference_of(base, other, families):
    """`base` and `other`: pairs of a record and the result it was made from."""
    (before, before_result), (now, now_result) = base, other
    settings = different_settings(before_result["settings"], now_result["settings"])
    moved = {one["path"] for one in settings}
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
    before, now = flat(before), flat(now)
    family = "protocol.family"
    two_families = before.get(family) != now.get(family)
    found = []
    for path in [*before, *(path for path in now if path not in before)]:
        only_one = path not in before or path not in now
        if before.get(path) != now.get(path) and not (only_one and two_families and path.startswith("protocol.")):
            found.append({"path": path, "before": before.get(path), "now": now.get(path)})
    return found


def flat(settings, path=""):
    """Nested settings by path, in their order."""
    if not isinstance(settings, dict):
        return {path: settings}
    return {inner: value for key, part in settings.items()
            for inner, value in flat(part, f"{path}.{key}" if path else key).items()}


def part_of(table, name, before, now, families, moved):
    """A kind or a flag that is there more or less often. Where the sides are of two families, each has its reasons for
    what it sends."""
    counts = [side["messages"][table].get(name, 0) for side in (before, now)]
    senders = [side["family"] for side, count in zip((before, now), counts) if count]
    reasons = [reason for family in dict.fromkeys(senders) for reason in reasons_of(families, family, table, name, moved)]
    return {"part": name, "as": WORDS[table], "before": counts[0], "now": counts[1], "reasons": decisive(reasons)}


def reasons_of(families, family, table, name, moved):
    """None for a packet that this version's family does not have, as recorded results may have."""
    known = families.get(family, {}).get(table, {}).get(name, {"reasons": ()})
    return [{"family": family, **one, "moved": [path for path in one["settings"] if path in moved]}
            for one in known["reasons"]]


def decisive(reasons):
    """Where some setting that differs decides, only the reasons that it has a part in."""
    return [one for one in reasons if one["moved"]] or reasons
