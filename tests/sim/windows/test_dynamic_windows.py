"""Dynamic windows: attached memory, its addresses, the allowed accesses, and the verdicts of the memory model."""

import json

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim, without_positions, write_scenario

FAMILIES = ["newrma", "ch3", "ch4"]
OVER = {"over": {"buffer": "b"}}
EXCLUSIVE = {"lock": {"target": 1, "type": "exclusive"}}
ADDRESS = [{"get_address": {"buffer": "b", "as": "mine"}},
           {"send": {"target": 0, "datatype": "int64", "value": "mine"}}]
THERE = {"recv": {"source": 1, "datatype": "int64", "as": "there"}}


def scenario(tmp_path, programs, windows=None, **more):
    return write_scenario(tmp_path, ranks=2, buffers={"b": {"bytes": 32}}, windows=windows or {"w": {"dynamic": True}},
                          programs=[{"ranks": str(rank), "calls": calls} for rank, calls in enumerate(programs)],
                          **more)


def put(there="there", **more):
    return [EXCLUSIVE, {"put": {"target": 1, "disp": there, "datatype": "int64", "value": 7} | more},
            {"unlock": {"target": 1}}]


def alone(tmp_path, calls, **more):
    return rmasim("run", scenario(tmp_path, [calls, []], **more))


# ---- Settings of the scenario.

@pytest.mark.parametrize("window, location, allowed", [
    ({"dynamic": True, "bytes": 8}, "windows.w.bytes", 'no "bytes" in a dynamic window'),
    ({"dynamic": True, "over": {"buffer": "b"}}, "windows.w.over", 'no "over" in a dynamic window'),
    ({"dynamic": True, "disp_unit": 8}, "windows.w.disp_unit", 'no "disp_unit" in a dynamic window'),
    ({"dynamic": False}, "windows.w", '"bytes" is required'),
])
def test_a_dynamic_window_has_no_memory(tmp_path, window, location, allowed):
    finished = rmasim("run", scenario(tmp_path, [[], []], {"w": window}))
    assert finished.returncode == 2
    assert location in finished.stderr and allowed in finished.stderr


@pytest.mark.parametrize("family", ["oldqueue", "synccount"])
def test_other_families_have_none(tmp_path, family):
    finished = rmasim("run", scenario(tmp_path, [[], []], protocol={"family": family}))
    assert finished.returncode == 2
    assert f"windows.w.dynamic: found true; allowed: false with family {family}" in finished.stderr


@pytest.mark.parametrize("calls, location, what", [
    ([{"win_attach": {"over": {"win": "w"}}}], "calls[0].win_attach.over", "which is dynamic"),
    ([{"win_attach": {"over": {"buffer": "b"}, "bytes": 33}}], "calls[0].win_attach.over", "the 32 bytes of buffer"),
    ([{"win_attach": {"over": {"buffer": "b"}, "bytes": 0}}], "calls[0].win_attach.bytes", "1 to"),
    ([{"let": {"n": 33}}, {"win_attach": {"over": {"buffer": "b"}, "bytes": "n"}}], "calls[1].win_attach.bytes",
     "at least one byte, inside the buffer's 32 bytes"),
    ([{"store": {"win": "w"}}], "calls[0].store", "which is dynamic"),
    ([{"send": {"target": 0, "from": {"win": "w"}}}], "calls[0].send.from", "which is dynamic"),
])
def test_bad_arguments_are_named(tmp_path, calls, location, what):
    finished = alone(tmp_path, calls)
    assert finished.returncode == 2
    assert location in finished.stderr and what in finished.stderr


def test_only_dynamic_windows_take_memory(tmp_path):
    finished = alone(tmp_path, [{"win_attach": OVER}], windows={"w": {"bytes": 8}})
    assert finished.returncode == 2
    assert 'win_attach: found window "w"; allowed: a window with "dynamic": true' in finished.stderr
    finished = alone(tmp_path, [{"get_address": {"buffer": "b", "as": "a"}}], windows={"w": {"bytes": 8}})
    assert finished.returncode == 2
    assert 'no address, because no window is "dynamic"' in finished.stderr


# ---- Illegal programs.

@pytest.mark.parametrize("how", ["run", "explore"])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("calls, what", [
    ([{"win_attach": OVER}, {"win_attach": {"over": {"buffer": "b", "disp": 8}, "bytes": 8}}],
     'win_attach at programs[0].calls[1].win_attach: bytes 8 to 16 of buffer "b" are attached to the window already'),
    ([{"win_detach": OVER}], "no memory that is attached to the window begins at byte 0"),
    ([{"win_attach": OVER}, {"win_detach": {"over": {"buffer": "b", "disp": 8}}}],
     "win_detach: no memory that is attached to the window begins at byte 8"),
    ([{"win_attach": OVER}, {"win_detach": OVER}, {"win_detach": OVER}],
     "programs[0].calls[2].win_detach: no memory that is attached"),
])
def test_attaching_twice_and_detaching_nothing(tmp_path, calls, what, family, how):
    path = scenario(tmp_path, [calls, []], protocol={"family": family})
    finished = rmasim(how, path, *(["--out", tmp_path] if how == "explore" else []))
    assert finished.returncode == 4
    assert what in without_positions(finished.stdout + finished.stderr)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("attached, there, what", [
    ([], "there", 'bytes 0 to 8 of buffer "b" of rank 1 are not attached to window "w"'),
    ([{"win_attach": OVER}, {"win_detach": OVER}], "there", 'bytes 0 to 8 of buffer "b" of rank 1 are not attached'),
    ([{"win_attach": OVER | {"bytes": 12}}], "there + 8", 'bytes 8 to 16 of buffer "b" of rank 1 are not attached'),
    ([{"win_attach": OVER}], "there + 32", "bytes outside of all windows and buffers of rank 1 are not attached to"),
    ([{"win_attach": OVER}], "there - 4096", "the displacement is an address of rank 0, not of rank 1: "),
    ([{"win_attach": OVER}], "8",
     'displacement 8 is no address of any rank; rank 1 has attached bytes 0 to 32 of buffer "b"'),
])
def test_an_operation_on_what_is_not_attached(tmp_path, attached, there, what, family):
    path = scenario(tmp_path, [[THERE, *put(there)], [*attached, *ADDRESS]], protocol={"family": family})
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert "rank 0: put at rank 1: " in finished.stderr and what in finished.stderr
    explored = rmasim("explore", path, "--out", tmp_path)
    assert explored.returncode == 4
    assert what in explored.stdout + explored.stderr


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("pieces, code", [([(0, 12), (12, 4), (16, 16)], 0), ([(16, 16), (0, 16)], 0),
                                          ([(0, 12), (13, 19)], 4), ([(0, 16), (16, 7)], 4), ([(9, 23)], 4)])
def test_pieces_that_touch_count_as_one(tmp_path, pieces, code, family):
    """The put accesses bytes 8 to 24 of the buffer."""
    attached = [{"win_attach": {"over": {"buffer": "b", "disp": first}, "bytes": size}} for first, size in pieces]
    path = scenario(tmp_path, [[THERE, *put("there + 8", count=2)], [*attached, *ADDRESS]], protocol={"family": family})
    finished = rmasim("run", path)
    assert finished.returncode == code, finished.stderr
    assert ("bytes 8 to 24 of buffer" in finished.stderr) == (code == 4)


def test_a_rank_s_operation_on_itself_is_asked_for_too(tmp_path):
    finished = alone(tmp_path, [{"get_address": {"buffer": "b", "as": "here"}},
                                {"lock": {"target": 0, "type": "exclusive"}},
                                {"put": {"target": 0, "disp": "here"}}, {"unlock": {"target": 0}}])
    assert finished.returncode == 4
    assert "rank 0: put at rank 0: bytes 0 to 1 of buffer" in finished.stderr


def test_the_check_needs_no_data(tmp_path):
    finished = rmasim("run", scenario(tmp_path, [[THERE, *put()], ADDRESS], data=False))
    assert finished.returncode == 4


def test_win_free_detaches_all(tmp_path):
    lives = [{"repeat": {"times": 2, "calls": [{"win_create": {}}, {"win_attach": OVER}, {"win_free": {}}]}}]
    assert rmasim("run", scenario(tmp_path, [lives, lives])).returncode == 0
    after = [{"win_attach": OVER}, {"win_free": {}}, {"win_attach": OVER}]
    finished = rmasim("run", scenario(tmp_path, [after, [{"win_free": {}}]]))
    assert finished.returncode == 4
    assert "win_attach: the window was freed" in finished.stderr


# ---- Results of programs.

@pytest.mark.parametrize("family", FAMILIES)
def test_memory_of_a_window_may_be_attached(tmp_path, family):
    owner = [{"win_attach": {"win": "w", "over": {"win": "v", "disp": 8}, "bytes": 8}},
             {"get_address": {"win": "v", "disp": 8, "as": "mine"}},
             {"send": {"target": 0, "datatype": "int64", "value": "mine"}}, {"barrier": {}},
             {"load": {"win": "v", "disp": 8, "datatype": "int64", "as": "got", "expect": 7}}]
    calls = [{name: arguments | {"win": "w"} for name, arguments in call.items()} for call in put()]
    path = scenario(tmp_path, [[THERE, *calls, {"barrier": {}}], owner], protocol={"family": family},
                    windows={"v": {"bytes": 16}, "w": {"dynamic": True}},
                    expect={"memory": [{"ranks": "1", "win": "v", "disp": 8, "datatype": "int64", "values": [7]}]})
    finished = rmasim("run", path, "--check-invariants")
    assert finished.returncode == 0, finished.stderr


def test_a_detached_piece_may_be_attached_again(tmp_path):
    owner = [{"repeat": {"times": 3, "calls": [
        {"win_attach": OVER}, *ADDRESS, {"barrier": {}}, {"win_detach": OVER}]}}]
    origin = [{"repeat": {"times": 3, "calls": [THERE, *put(), {"barrier": {}}]}}]
    for semantics in ("separate", "unified"):
        for propagation in ("eager", "lazy") if semantics == "separate" else ("eager",):
            path = scenario(tmp_path, [origin, owner], semantics=semantics, propagation=propagation,
                            expect={"memory": [{"ranks": "1", "buffer": "b", "datatype": "int64", "values": [7]}]})
            assert rmasim("run", path).returncode == 0


def test_addresses_are_the_same_in_every_run_and_differ_between_ranks(tmp_path):
    calls = [{"get_address": {"buffer": "b", "disp": "8 * rank", "as": "a"}},
             {"store": {"buffer": "b", "datatype": "int64", "value": "a"}}]
    expected = {"buffer": "b", "datatype": "int64", "values": ["4096 * (rank + 1) + 8 * rank"]}
    path = scenario(tmp_path, [calls, calls], expect={"memory": [expected]})
    assert rmasim("run", path).returncode == 0


# ---- The memory model.

def rules(path, model, *options):
    result = result_of(path, "--semantics", model, *options)
    return [found["rule"] for found in result["semantics"]["findings"]]


@pytest.mark.parametrize("model", ["separate", "unified"])
def test_detach_beside_a_put(model):
    name = SCENARIOS / "semantics/windows/detach-beside-put"
    assert rules(f"{name}.json", model) == ["attachment"]
    assert rules(f"{name}.mended.json", model) == []


def store_then(tmp_path, calls):
    """The owner stores, executes `calls` and sends the address. Then the other rank gets the stored value."""
    get = [EXCLUSIVE, {"get": {"target": 1, "disp": "there", "datatype": "int64", "as": "got"}},
           {"unlock": {"target": 1}}]
    return scenario(tmp_path, [[THERE, *get], [*calls, *ADDRESS]])


STORE = {"store": {"buffer": "b", "datatype": "int64", "value": 5}}


def test_attach_makes_earlier_stores_public_and_not_later_ones(tmp_path):
    """MM-ATT-2. A store before WIN_ATTACH is public after it. A store after WIN_ATTACH is not."""
    assert rules(store_then(tmp_path, [STORE, {"win_attach": OVER}]), "separate") == []
    assert rules(store_then(tmp_path, [{"win_attach": OVER}, STORE]), "separate") == ["stale_public"]
    assert rules(store_then(tmp_path, [{"win_attach": OVER}, STORE]), "unified") == []
    lazy = result_of(store_then(tmp_path, [STORE, {"win_attach": OVER}]), "--semantics", "separate", "--propagation",
                     "lazy")
    assert lazy["semantics"]["findings"] == []


def test_what_is_not_attached_is_not_in_the_window(tmp_path):
    """A store that is concurrent with an update is an error in the window. Outside of the window it is no error
    (MM-ATT-3)."""
    def store_next_to_update(size):
        owner = [{"win_attach": OVER | {"bytes": size}}, *ADDRESS,
                 {"store": {"buffer": "b", "disp": 16, "datatype": "int64", "value": 1}}]
        return scenario(tmp_path, [[THERE, *put()], owner])
    assert rules(store_next_to_update(8), "separate") == []
    assert rules(store_next_to_update(32), "separate") == ["concurrent_store_and_update"]
    assert rules(store_next_to_update(32), "unified") == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_store_before_win_create_is_public_after_it(tmp_path, family):
    """WIN_CREATE waits for all ranks. A rank that has returned from it may get the values that the owner stored before
    WIN_CREATE."""
    origin = [{"win_create": {}}, EXCLUSIVE, {"get": {"target": 1, "datatype": "int64", "as": "got"}},
              {"unlock": {"target": 1}}, {"store": {"buffer": "b", "datatype": "int64", "value": "got"}}]
    owner = [STORE, {"win_create": {}}]
    path = scenario(tmp_path, [origin, owner], windows={"w": {"bytes": 32, "over": {"buffer": "b"}}},
                    protocol={"family": family},
                    expect={"memory": [{"buffer": "b", "datatype": "int64", "values": [5]}]})
    for model in ("separate", "unified"):
        assert rules(path, model) == []
    for propagation in ("eager", "lazy", "seeded"):
        assert rmasim("run", path, "--semantics", "separate", "--propagation", propagation).returncode == 0


def test_explore_plays_both_orders_of_detach_and_put(tmp_path):
    name = SCENARIOS / "semantics/windows/detach-beside-put"
    unexpected = json.loads((SCENARIOS / f"{name}.json").read_text()) | {"expect": {}, "semantics": "off"}
    path = tmp_path / "unexpected.json"
    path.write_text(json.dumps(unexpected))
    assert rmasim("run", path).returncode == 0
    failing = rmasim("explore", path, "--out", tmp_path)
    assert failing.returncode == 4
    assert "put from rank 0 at rank 1" in failing.stdout + failing.stderr
    mended = rmasim("explore", f"{name}.mended.json", "--format", "json")
    found = json.loads(mended.stdout)
    assert mended.returncode == 0 and found["exhausted"]
