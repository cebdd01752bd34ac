"""What a search found, in the terms of the one who asked."""

from dataclasses import dataclass

from .search import best_within
from .space import with_value

KIB = 1024


@dataclass(frozen=True)
class Step:
    """With so much memory the best that is known is this."""

    limit_bytes: int
    candidate: object


@dataclass(frozen=True)
class Finding:
    recommended: object
    front: list  # of time and memory
    steps: list  # for each KiB beyond the limit
    least_for_recommended: object  # the least memory known that costs no more
    least_for_own: object  # likewise than the scenario's own settings; None if it does not finish with them


def simplified(search, candidate, limit_bytes):
    """The candidate with its settings back at the scenario's, or as near as may be, where that costs no time and keeps
    the limit. A patch should change nothing for nothing; a threshold then says what it is about, such as the size of an
    operation; and elements that the scenario grants are a reserve for what other runs may need."""
    space = search.space
    pools = [[i for i in levels if i is not None] for levels in space.pools()]
    for indices in pools + [[i] for i in range(len(space.settings))]:
        candidate = as_good(search, candidate, space.with_own(candidate.point, indices), limit_bytes)
    for i, price in enumerate(space.price_bytes):
        if price == 0:
            candidate = nearest(search, candidate, i, limit_bytes)
    return candidate


def as_good(search, candidate, point, limit_bytes):
    """The candidate at `point` if it is no worse, else the one given."""
    for other in search.insist([point]):
        if other.cost <= candidate.cost and other.promised_bytes <= limit_bytes:
            return other
    return candidate


def nearest(search, candidate, i, limit_bytes):
    """By halves, the value of setting `i` that is nearest the scenario's own."""
    too_near = search.space.own[i]
    while abs(candidate.point[i] - too_near) > 1:
        middle = (candidate.point[i] + too_near) // 2
        candidate = as_good(search, candidate, with_value(candidate.point, i, middle), limit_bytes)
        if candidate.point[i] != middle:
            too_near = middle
    return candidate


def settle_front(search):
    """Plays what is on the front only because it was cut down from another point; and takes back the changes there
    that cost no memory and gain nothing, which a starting point has brought along."""
    free = [i for i, price in enumerate(search.space.price_bytes) if price == 0]
    for one in search.insist([one.point for one in search.front()]):
        for indices in [free] + [[i] for i in free]:
            one = as_good(search, one, search.space.with_own(one.point, indices), one.promised_bytes)


def finding_of(search):
    """None when nothing that finishes fits within the limit. Repeated until no run is new: one that was made to
    simplify may have found something better."""
    finding, runs = None, -1
    while runs < search.ledger.runs and search.best() is not None:
        runs = search.ledger.runs
        search.expand_all()
        settle_front(search)
        finding = finding_so_far(search)
    return finding


def finding_so_far(search):
    recommended = simplified(search, search.best(), search.limit_bytes)
    own = search.candidates.get(search.space.own)
    ends = range(search.limit_bytes + KIB, search.limit_bytes + search.beyond_bytes + 1, KIB)
    return Finding(
        recommended=recommended,
        least_for_recommended=least_for(search, recommended),
        least_for_own=least_for(search, own) if own else None,
        front=search.front(),
        steps=[Step(end, best_within(search.candidates.values(), end)) for end in ends],
    )


def least_for(search, wished):
    good = [one for one in search.candidates.values() if one.cost <= wished.cost]
    least = min(good, key=lambda one: (one.promised_bytes, one.order))
    return simplified(search, least, least.promised_bytes)
