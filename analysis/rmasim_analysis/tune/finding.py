"""The finding of a search. It has the recommendation, the front, and the gain from more memory."""

from dataclasses import dataclass

from .search import best_within
from .space import with_value

KIB = 1024
# A gain below this share of the cost justifies neither more memory nor an odd number.
KNEE_PER_MILLE = 1


@dataclass(frozen=True)
class Step:
    """The best candidate of the search within a limit of memory."""

    limit_bytes: int
    candidate: object


@dataclass(frozen=True)
class Finding:
    recommended: object
    fastest: object  # the best candidate within the limit; `recommended` may take less memory
    front: list  # the front of time and memory
    steps: list  # a Step for each KiB beyond the limit
    # The candidate with the least memory that costs no more than the scenario's own settings; None if these do not
    # finish.
    min_memory_for_own: object


def simplified(search, candidate):
    """The candidate after changes back to the scenario's own settings. Each setting gets the scenario's own value, or
    the nearest value with which neither time nor memory nor messages increase. A patch then changes nothing without a
    reason, a threshold shows its cause, such as the size of an operation, and no candidate dominates the recommended
    one."""
    space = search.space
    pools = [[i for i in levels if i is not None] for levels in space.pools()]
    for indices in pools + [[i] for i in range(len(space.settings))]:
        candidate = as_good(search, candidate, space.with_own(candidate.point, indices))
    for i, price in enumerate(space.price_bytes):
        if price == 0:
            candidate = nearest(search, candidate, i)
    return candidate


def as_good(search, candidate, point):
    """The candidate at `point` if it is no worse than `candidate`. Otherwise `candidate`."""
    for other in search.insist([point]):
        if other.is_no_worse(candidate):
            return other
    return candidate


def nearest(search, candidate, i):
    """The candidate in which setting `i` has the value nearest to the scenario's own that is no worse. The function
    finds the value by bisection."""
    too_near = search.space.own[i]
    while abs(candidate.point[i] - too_near) > 1:
        middle = (candidate.point[i] + too_near) // 2
        candidate = as_good(search, candidate, with_value(candidate.point, i, middle))
        if candidate.point[i] != middle:
            too_near = middle
    return candidate


def settle_front(search):
    """Runs the points of the front that were only derived from other points, by removing unused elements. It also
    reverts changes that cost no memory and gain nothing. Such changes are from a starting point of the search."""
    free = [i for i, price in enumerate(search.space.price_bytes) if price == 0]
    for one in search.insist([one.point for one in search.front()]):
        for indices in [free] + [[i] for i in free]:
            one = as_good(search, one, search.space.with_own(one.point, indices))


def finding_of(search):
    """The finding of the search. None if no settings finish within the limit. The function repeats its steps until no
    run is new, because a run that simplifies a candidate may find something better."""
    finding, runs = None, -1
    while runs < search.ledger.runs and search.best() is not None:
        runs = search.ledger.runs
        search.expand_all()
        settle_front(search)
        finding = finding_so_far(search)
    return finding


def at_knee(search, fastest):
    """The candidate that the search recommends. It has the least memory of those that cost hardly more than `fastest`,
    and then the roundest numbers."""
    max_cost = fastest.cost * (1000 + KNEE_PER_MILLE) // 1000
    own = search.candidates.get(search.space.own)
    if own and own.promised_bytes <= search.limit_bytes:
        max_cost = min(max_cost, max(own.cost, fastest.cost))
    enough = [one for one in search.front() if one.cost <= max_cost and one.promised_bytes <= fastest.promised_bytes]
    candidate = simplified(search, min(enough, key=lambda one: (one.promised_bytes, one.order)))
    for i, value in enumerate(candidate.point):
        if value not in (search.space.own[i], round_down(value)):
            for other in search.insist([with_value(candidate.point, i, round_down(value))]):
                if other.cost <= max_cost and other.promised_bytes <= candidate.promised_bytes:
                    candidate = other
    return candidate


def round_down(value):
    """The largest power of two, or three halves of one, that is not above the value."""
    power = 1 << max(value.bit_length() - 1, 0)
    return min(value, power + power // 2 if value >= power + power // 2 else power)


def finding_so_far(search):
    fastest = simplified(search, search.best())
    recommended = at_knee(search, fastest)
    own = search.candidates.get(search.space.own)
    ends = range(search.limit_bytes + KIB, search.limit_bytes + search.beyond_bytes + 1, KIB)
    return Finding(
        recommended=recommended,
        fastest=fastest,
        min_memory_for_own=min_memory_for(search, own) if own else None,
        front=[recommended if one.figures == recommended.figures else one for one in search.front()],
        steps=[Step(end, best_within(search.candidates.values(), end)) for end in ends],
    )


def min_memory_for(search, wished):
    good = [one for one in search.candidates.values() if one.cost <= wished.cost]
    smallest = min(good, key=lambda one: (one.promised_bytes, one.order))
    return simplified(search, smallest)
