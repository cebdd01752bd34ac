"""Differences between the first side and another one, with their reasons: the clause of each packet that appeared or
vanished, the settings that cause it, and the reason why a family does not send it. Clauses and settings are from the
families' own tables."""

PROGRAM = "program"  # in results: the clause of packets that the program itself sends
WORDS = {"kinds": "packet", "flags": "flag"}


def difference_of(base, other, families):
    """The difference of two sides. `base` and `other`: pairs of a record and the result from which it was made."""
    (before, before_result), (now, now_result) = base, other
    settings = different_settings(before_result["settings"], now_result["settings"])
    # Settings of two families differ with the families, so they are no reasons.
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
    """The settings that differ. A setting that only one of two families has is not included."""
    found = list(differing(before, now, ""))
    if any(one["path"] == "protocol.family" for one in found):
        found = [one for one in found if not comes_with_family(one)]
    return found


def comes_with_family(one):
    return one["path"].startswith("protocol.") and None in (one["before"], one["now"])


def differing(before, now, path):
    """The paths that differ, in the order of the settings. An object that only one side has is included as a whole;
    None: not present."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*before, *(key for key in now if key not in before)]:
            yield from differing(before.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif before != now:
        yield {"path": path, "before": before, "now": now}


def part_of(table, name, before, now, families, moved):
    """A kind or a flag whose number differs. If the sides are of two families, each has its own reasons for its
    packets."""
    counts = [side["messages"][table].get(name, 0) for side in (before, now)]
    sends = [side for side, count in zip((before, now), counts) if count]
    senders = dict.fromkeys(side["family"] for side in sends)
    others = [side["family"] for side in (before, now) if side["family"] not in senders]
    reasons = [reason for family in senders for reason in reasons_of(families, family, table, name, moved)]
    is_counted = all(side["messages"]["by_reason"] for side in sends)
    return {"part": name, "as": WORDS[table], "before": counts[0], "now": counts[1],
            "reasons": counted(reasons, table, name, before, now) if is_counted else decisive(reasons),
            "absences": [absence for family in others for absence in absences_of(families, family, name)]}


def reasons_of(families, family, table, name, moved):
    """All reasons that the family may have for a packet. None for a packet that the family does not have in this
    version, as in recorded results."""
    known = families.get(family, {}).get(table, {}).get(name, {"reasons": ()})
    return [{"family": family, **one, "moved": [path for path in one["settings"] if path in moved]}
            for one in known["reasons"]]


def counted(reasons, table, name, before, now):
    """The reasons that sent more or fewer packets, with numbers."""
    found = [{**one, "before": times(before, table, name, one), "now": times(now, table, name, one)} for one in reasons]
    return [one for one in found if one["before"] != one["now"]]


def times(side, table, name, reason):
    if side["family"] != reason["family"] or not side["messages"]["by_reason"]:
        return 0
    return side["messages"]["by_reason"][table].get(name, {}).get(reason["clause"] or PROGRAM, 0)


def absences_of(families, family, name):
    """The reasons why another family does not send it."""
    known = families.get(family, {}).get("absent", {})
    return [{"family": family, **one} for one in known.get(name, ())]


def decisive(reasons):
    """The reasons that apply. If reasons were not counted and some differing settings decide, only the reasons that
    depend on these."""
    return [one for one in reasons if one["moved"]] or reasons
