"""Differences between the first side and another side, with their reasons. The reasons are: the clause of each packet
that appeared or vanished, the settings that cause the packet, and the reason why a family does not send it. Clauses and
settings are from the families' own tables."""

PROGRAM = "program"  # in results: the clause of packets that the program sends by its own messages
WORDS = {"kinds": "packet", "flags": "flag"}


def difference_of(base, other, families):
    """The difference of two sides. `base` and `other` are pairs: a record, and the result from which it was made."""
    (before, before_result), (now, now_result) = base, other
    settings = different_settings(before_result["settings"], now_result["settings"])
    # The settings of two families always differ, so they are no reasons.
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
    """The settings that differ. If the sides have two families, settings that only one family has are not included."""
    found = list(differing(before, now, ""))
    if any(one["path"] == "protocol.family" for one in found):
        found = [one for one in found if not comes_with_family(one)]
    return found


def comes_with_family(one):
    return one["path"].startswith("protocol.") and None in (one["before"], one["now"])


def differing(before, now, path):
    """The paths that differ, in the order of the settings. None means that a side does not have the value."""
    both = [{} if side is None else side for side in (before, now)]
    if before != now and all(isinstance(side, dict) for side in both) and any(both):
        for key in dict.fromkeys(key for side in both for key in side):
            yield from differing(*(side.get(key) for side in both), f"{path}.{key}" if path else key)
    elif before != now:
        yield {"path": path, "before": before, "now": now}


def part_of(table, name, before, now, families, moved):
    """The description of a kind or flag whose number differs. If the sides are of two families, it has the reasons of
    each family."""
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
    """All reasons that the family may have for a packet. Empty for a packet that the family does not have in this
    version; a recorded result may contain such packets."""
    known = families.get(family, {}).get(table, {}).get(name, {"reasons": ()})
    return [{"family": family, **one, "moved": [path for path in one["settings"] if path in moved]}
            for one in known["reasons"]]


def counted(reasons, table, name, before, now):
    """The reasons that sent more or fewer packets, with the numbers of packets."""
    found = [{**one, "before": times(before, table, name, one), "now": times(now, table, name, one)} for one in reasons]
    return [one for one in found if one["before"] != one["now"]]


def times(side, table, name, reason):
    if side["family"] != reason["family"] or not side["messages"]["by_reason"]:
        return 0
    return side["messages"]["by_reason"][table].get(name, {}).get(reason["clause"] or PROGRAM, 0)


def absences_of(families, family, name):
    """The reasons why the other family does not send the packet."""
    known = families.get(family, {}).get("absent", {})
    return [{"family": family, **one} for one in known.get(name, ())]


def decisive(reasons):
    """The reasons that apply. If packets were not counted by reason, and some reasons depend on the settings that
    differ, only these reasons."""
    return [one for one in reasons if one["moved"]] or reasons
