"""What a search found, in the terms of the one who asked."""

from dataclasses import dataclass

from .search import best_within, front_of

KIB = 1024


@dataclass(frozen=True)
class Step:
    """With so much memory the best that is known is this."""

    limit_bytes: int
    candidate: object


@dataclass(frozen=True)
class Finding:
    own: object  # the scenario's Candidate; None if it does not finish
    recommended: object
    front: list  # of time and memory
    steps: list  # for each KiB beyond the limit
    least_for_recommended: object  # the least memory known that costs no more
    least_for_own: object  # likewise for the scenario's own; None without one


def simplified(search, candidate):
    """The candidate with each setting back at the scenario's where that costs neither time nor the limit: a patch should
    change nothing for nothing, and elements that the scenario grants are a reserve for what other runs may need."""
    space = search.space
    pools = [[i for i in levels if i is not None] for levels in space.pools()]
    singles = [[i] for i in range(len(space.settings))]
    for indices in pools + singles:
        point = tuple(space.own[i] if i in indices else value for i, value in enumerate(candidate.point))
        if not space.legal(point):
            continue
        for back in search.insist([point]):
            if back.cost <= candidate.cost and back.promised_bytes <= search.limit_bytes:
                candidate = back
    return candidate


def finding_of(search):
    """None when nothing that finishes fits within the limit."""
    search.insist([one.point for one in search.front()])  # those that were only cut down from others, too
    if search.best() is None:
        return None
    recommended = simplified(search, search.best())
    known = list(search.candidates.values())
    own = search.candidates.get(search.space.own)
    ends = range(search.limit_bytes + KIB, search.limit_bytes + search.beyond_bytes + 1, KIB)
    return Finding(
        own=own,
        recommended=recommended,
        front=front_of(known),
        steps=[Step(end, best_within(known, end)) for end in ends],
        least_for_recommended=least_for(known, recommended),
        least_for_own=least_for(known, own) if own else None,
    )


def least_for(candidates, wished):
    return min((one for one in candidates if one.cost <= wished.cost), key=lambda one: (one.promised_bytes, one.order))
