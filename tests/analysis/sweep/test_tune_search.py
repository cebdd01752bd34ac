"""The search of `rmasim tune` on cost functions with a known minimum: the search finds the minimum."""

import functools
import itertools

import hypothesis
import pytest
from hypothesis import strategies as st

from rmasim_analysis.tune.finding import finding_of
from rmasim_analysis.tune.ledger import Ledger
from rmasim_analysis.tune.outcome import Outcome, needed_elements
from rmasim_analysis.tune.command import costs_of
from rmasim_analysis.tune.search import Candidate, Search, first_points, front_of
from rmasim_analysis.tune.setting import Setting
from rmasim_analysis.tune.space import Space

ENGINE_BYTES = 500
MOST = 8


class World:
    """Settings with known prices, and a cost for each point."""

    def __init__(self, prices, own, cost, most=MOST):
        paths = [f"protocol.s{i}" for i in range(len(prices))]
        self.space = Space(tuple(Setting(path, 1, most, value, value) for path, value in zip(paths, own)), 1)
        self.prices, self.cost = prices, cost
        self.played = []

    def bytes_of(self, point):
        return ENGINE_BYTES + sum(price * value for price, value in zip(self.prices, point))

    def play(self, points):
        for point in reversed(points):  # in an order that differs from the request
            self.played.append(point)
            cost = self.cost(point)
            if cost is None:
                yield point, Outcome("deadlock", promised_bytes=self.bytes_of(point), engine_bytes=ENGINE_BYTES)
            else:
                yield point, Outcome("finished", time_ns=cost, promised_bytes=self.bytes_of(point),
                                     engine_bytes=ENGINE_BYTES, used_bytes=0)

    @functools.cached_property
    def all_points(self):
        """Returns the bytes and the cost of each point."""
        points = itertools.product(range(1, MOST + 1), repeat=len(self.prices))
        return [(self.bytes_of(point), self.cost(point)) for point in points]

    def best(self, limit_bytes):
        return min(cost for bytes_each, cost in self.all_points if bytes_each <= limit_bytes)

    def search(self, limit_bytes, runs=100_000, beyond_bytes=10**6):
        ledger = Ledger(self.play, 1, runs)
        search = Search(self.space, ledger, costs_of("time"), limit_bytes, beyond_bytes)
        search.run()
        return search


@st.composite
def diminishing(draw):
    """Returns a cost for each value of a setting. A larger value is better, with diminishing returns, as for the
    elements of a pool."""
    gains = sorted(draw(st.lists(st.integers(0, 50), min_size=MOST, max_size=MOST)), reverse=True)
    return [1000 - sum(gains[:value]) for value in range(MOST + 1)]


@hypothesis.settings(derandomize=True, max_examples=30, deadline=None)
@hypothesis.given(st.lists(diminishing(), min_size=3, max_size=3), st.lists(st.integers(0, 90), min_size=3, max_size=3),
                  st.integers(0, 100))
def test_with_diminishing_returns_the_front_is_exact(costs, prices, share):
    world = World(prices, (4, 4, 4), lambda point: sum(cost[value] for cost, value in zip(costs, point)))
    smallest, largest = world.bytes_of((1, 1, 1)), world.bytes_of((MOST, MOST, MOST))
    limit_bytes = smallest + share * (largest - smallest) // 100
    search = world.search(limit_bytes)
    assert not search.ledger.cut_short
    assert search.best().cost == world.best(limit_bytes)
    for one in search.front():
        assert one.cost == world.best(one.promised_bytes)


@hypothesis.settings(derandomize=True, max_examples=30, deadline=None)
@hypothesis.given(st.randoms(use_true_random=False), st.integers(0, 60), st.integers(40, 400))
def test_on_any_costs_it_keeps_its_promise(random, share, runs):
    """The costs are random, and some points do not finish."""
    points = itertools.product(range(1, MOST + 1), repeat=2)
    ground = {point: random.choice([None, *range(100, 200)]) for point in points}
    ground[3, 3] = 150
    world = World([40, 70], (3, 3), ground.get)
    limit_bytes = world.bytes_of((3, 3)) + 10 * share
    search = world.search(limit_bytes, runs)
    assert len(world.played) == len(set(world.played)) == search.ledger.runs <= runs
    recommended = finding_of(search).recommended
    assert not any(one.is_no_worse(recommended) and one.figures != recommended.figures
                   for one in search.candidates.values())
    assert search.ledger.runs - search.ledger.insisted_runs <= runs
    best = search.best()
    assert best.promised_bytes <= limit_bytes and best.cost <= ground[3, 3]
    assert all(one.cost == ground[one.point] for one in search.candidates.values())
    if not search.ledger.cut_short:
        assert search.not_expanded() == []
        # No point on the front has a neighbour that beats the front.
        front = search.front()
        near = {other for one in front for other in world.space.neighbours(one.point, {}) if ground[other] is not None}
        beaten = [other for other in near
                  if all(one.cost > ground[other] for one in front if one.promised_bytes <= world.bytes_of(other))]
        assert beaten == []


def test_what_is_found_does_not_depend_on_the_order_in_which_runs_end():
    def found(play_order):
        world = World([10, 20, 0], (2, 2, 2), lambda p: 500 - 9 * p[0] - 17 * p[1] + (p[2] - 5) ** 2)
        inner = world.play
        world.play = lambda points: sorted(inner(points), key=play_order)
        search = world.search(world.bytes_of((6, 6, 1)), runs=90)
        return list(search.ledger.outcomes), search.front()

    assert found(lambda item: item[0]) == found(lambda item: tuple(-value for value in item[0]))


def test_the_finding_has_no_changes_without_a_gain():
    """The first setting gains up to 7. The second setting has no effect. The third setting must be at least 6."""
    world = World([10, 10, 0], (4, 4, 4), lambda p: 100 - min(p[0], 7) + (0 if p[2] >= 6 else 40))
    finding = finding_of(world.search(world.bytes_of((8, 4, 4)), beyond_bytes=1024))
    assert finding.recommended.point == (7, 1, 6)
    assert finding.min_memory_for_own.point == (1, 1, 6)
    assert [step.candidate.cost for step in finding.steps] == [93]


def test_what_simplifying_finds_is_searched_further():
    """A high value gains a little. The point half way back is better, and only simplification tries it. The best point
    is one step further."""
    start = 1 + 1024 * 100
    half = (start + 100) // 2
    costs = {start: 50, half: 40, half // 2: 30}
    world = World([0], (100,), lambda point: costs.get(point[0], 100), most=10**6)
    search = world.search(ENGINE_BYTES)
    assert finding_of(search).recommended.point == (half // 2,)
    assert search.not_expanded() == []


def test_more_memory_never_buys_a_loss():
    world = World([100, 300], (2, 2), lambda p: 1000 // (p[0] * p[1]))
    finding = finding_of(world.search(world.bytes_of((2, 2)), beyond_bytes=4096))
    costs = [finding.recommended.cost, *(step.candidate.cost for step in finding.steps)]
    assert costs == sorted(costs, reverse=True) and costs[-1] < costs[0]
    assert [step.candidate.cost for step in finding.steps] == [world.best(step.limit_bytes) for step in finding.steps]


def test_only_the_starts_are_beyond_what_is_asked_for():
    world = World([100, 300], (2, 2), lambda p: 1000 // (p[0] * p[1]))
    max_bytes = world.bytes_of((2, 2)) + 700
    search = world.search(world.bytes_of((2, 2)), beyond_bytes=700)
    larger = {point for point in world.played if world.bytes_of(point) - ENGINE_BYTES > max_bytes}
    assert larger <= set(first_points(world.space))
    assert {(2, 3), (1, 5), (5, 2)} <= search.ledger.outcomes.keys()


def test_no_point_of_the_front_is_beaten():
    def candidate(cost, promised_bytes, changes=0):
        return Candidate((cost,), cost, promised_bytes, 0, changes)

    front = front_of([candidate(5, 10), candidate(4, 20), candidate(4, 30), candidate(6, 15), candidate(3, 40),
                      candidate(5, 10, 2)])
    assert [(one.cost, one.promised_bytes, one.changes) for one in front] == [(5, 10, 0), (4, 20, 0), (3, 40, 0)]


@pytest.mark.parametrize("limit_bytes, found", [(10, None), (ENGINE_BYTES + 30, (1, 1))])
def test_a_limit_that_nothing_fits_in(limit_bytes, found):
    world = World([10, 20], (4, 4), lambda point: 100)
    finding = finding_of(world.search(limit_bytes))
    assert (finding.recommended.point if finding else None) == found


def test_a_pool_that_ran_empty_for_one_window_has_no_number_of_needed_elements():
    """If the local pools of all windows have one size, the elements that the last window used give no information about
    the first window."""
    used = {"high_water": 2, "times_exhausted": 0}
    empty = {"high_water": 4, "times_exhausted": 1}
    more = used | {"high_water": 3}
    assert needed_elements({"op.local.a": used, "op.local.b": more}) == {
        "protocol.op_pool.local": 3, "windows.a.protocol.op_pool.local": 2, "windows.b.protocol.op_pool.local": 3}
    for windows in ((empty, used, used), (used, empty, used), (used, used, empty)):
        elements = {f"op.local.{name}": use for name, use in zip("abc", windows)} | {"op.global": used}
        of_all = {path: need for path, need in needed_elements(elements).items() if path.startswith("protocol.")}
        assert of_all == {"protocol.op_pool.local": None, "protocol.op_pool.global": 2}


def test_at_the_same_time_fewer_messages_are_better_and_settings_return_only_where_nothing_is_lost():
    """Below 3, the second setting leads to more messages. The third setting has no effect."""
    def outcome(point):
        return Outcome("finished", time_ns=100 - point[0], messages=10 if point[1] >= 3 else 20,
                       promised_bytes=world.bytes_of(point), engine_bytes=ENGINE_BYTES, used_bytes=0)

    world = World([10, 0, 0], (2, 1, 4), lambda point: 100)
    world.play = lambda points: [(point, outcome(point)) for point in points]
    search = world.search(world.bytes_of((8, 1, 1)))
    finding = finding_of(search)
    assert finding.recommended.point == (8, 3, 4)
    assert finding.recommended in finding.front


def test_hardly_faster_settings_do_not_justify_more_memory():
    """The first setting gains 1,000 for each unit up to 20, and then one."""
    world = World([100], (2,), lambda p: 100_000 - 1_000 * min(p[0], 20) - p[0], most=100)
    finding = finding_of(world.search(world.bytes_of((60,))))
    assert finding.fastest.point == (60,)
    assert finding.recommended.point == (20,) and finding.recommended in finding.front


def test_numbers_are_rounded_if_this_costs_hardly_anything():
    world = World([0], (2,), lambda p: 100_000 - 1_000 * min(p[0], 20) + 3 * max(22 - p[0], 0), most=100)
    assert finding_of(world.search(ENGINE_BYTES)).recommended.point == (22,)
    world.cost = lambda p: 100_000 - 4_000 * min(p[0], 16) - 3 * min(p[0], 22)
    assert finding_of(world.search(ENGINE_BYTES)).recommended.point == (16,)
