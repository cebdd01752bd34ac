"""The verdict of a comparison: one or two sentences that are made from the figures of its sides."""

from ..explanations import of_key
from ..layout import count, duration


def verdict_of(sides):
    """The first sentence compares packets and times, and gives the reason for the slowest side. The second one has the
    kind of packet whose number differs most from the first side's. `sides` are the records of all sides."""
    finished = [side for side in sides if side["status"] == "compared" and side["outcome"] == "finished"]
    sentences = []
    if len(finished) < len(sides):
        names = f": {listed(finished)}" if finished else ""
        finish = verb(finished, "finishes", "finish")
        sentences.append(f"{len(finished)} of {count(len(sides), 'side')} {finish}{names}.")
    if len(finished) > 1:
        sentences.append(of_order(finished))
    if len(sentences) < 2:
        sentences += of_kind(finished)
    return " ".join(sentences)


def names_of(sides):
    return [side["name"] for side in sides]


def listed(sides):
    names = names_of(sides)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def extreme(sides, figure, choose):
    """The sides with the smallest or the largest figure."""
    value = choose(figure(side) for side in sides)
    return [side for side in sides if figure(side) == value]


def packets(side):
    return side["messages"]["total"]


def time_ns(side):
    return side["time_ns"] or 0


def verb(sides, one, many):
    return one if len(sides) == 1 else many


def of_order(sides):
    fewest = extreme(sides, packets, min)
    if len(fewest) == len(sides):
        sentence = f"All sides send {count(packets(sides[0]), 'packet')}"
    else:
        sentence = f"{listed(fewest)} {verb(fewest, 'sends', 'send')} fewest packets ({packets(fewest[0]):,})"
    slowest, fastest = extreme(sides, time_ns, max), extreme(sides, time_ns, min)
    if len(slowest) == len(sides):
        return f"{sentence}; all take {duration(time_ns(sides[0]))}."
    times = f"({duration(time_ns(slowest[0]))}; {listed(fastest)}: {duration(time_ns(fastest[0]))})"
    same = names_of(slowest) == names_of(fewest) and len(fewest) < len(sides)
    subject = " and" if same else f"; {listed(slowest)}"
    return f"{sentence}{subject} {verb(slowest, 'is', 'are')} slowest {times}{reason(slowest[0], fastest[0])}."


def reason(slow, fast):
    """The reason why a side is slower: the fall-backs of LOCK_ALL, if they took at least half of the difference, else
    the cause whose time grew most."""
    grown = {cause: ns - fast["time_spent"].get(cause, 0) for cause, ns in slow["time_spent"].items()}
    tables = slow.get("tables", {}).values()
    fall_backs = sum(use["fall_backs"]["count"] for use in tables)
    took_ns = sum(use["fall_backs"]["total_ns"] for use in tables)
    if fall_backs and 2 * took_ns >= sum(slow["time_spent"].values()) - sum(fast["time_spent"].values()):
        return f", because LOCK_ALL falls back {count(fall_backs, 'time')}"
    cause = max(grown, key=grown.get, default=None)
    if cause is None or grown[cause] <= 0:
        return ""
    return f", with {duration(grown[cause])} more {words_of(cause)}, all ranks together"


def words_of(cause):
    """The use of time without the settings that determine it: "waiting for a lock to be granted"."""
    words = of_key(f"time_spent.{cause}").rstrip(".").partition(":")[0]
    return words[0].lower() + words[1:]


def of_kind(sides):
    """The kind whose number differs most from that of the first side, as a list of at most one sentence."""
    base, best = None, None
    for other in sides[1:]:
        base = sides[0]
        kinds = base["messages"]["kinds"].keys() | other["messages"]["kinds"].keys()
        for kind in sorted(kinds):
            before, now = (side["messages"]["kinds"].get(kind, 0) for side in (base, other))
            if before != now and (best is None or abs(now - before) > abs(best[3] - best[2])):
                best = (kind, other, before, now)
    if best is None:
        return []
    kind, other, before, now = best
    own = own_window(kind, base, other, now - before)
    return [f"{kind}: {before:,} of {base['name']} against {now:,} of {other['name']}{own}."]


def own_window(kind, base, other, more):
    """A clause on packets that one side sends to the rank itself, if they are the whole difference."""
    counts = [side["messages"].get("to_itself", {}).get(kind, 0) for side in (base, other)]
    if more == 0 or counts[1] - counts[0] != more:
        return ""
    sends = other if more > 0 else base
    is_one = abs(more) == 1
    return (f"; the other {'one is' if is_one else f'{abs(more):,} are'} on the own window, which {sends['name']} "
            "sends")
