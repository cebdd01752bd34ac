"""Memory semantics: propagation, witnesses, buffers, windows over given memory, and the correctness of our programs."""

import json

import measure
import pytest
from rmasim_runner import BINARY, SCENARIOS, document_of, every_scenario, result_of, rmasim, write_scenario

COURSE = [name for name in every_scenario() if name.startswith("semantics/")]
PROPAGATIONS = ("eager", "lazy", "seeded")


def read(name):
    return document_of(SCENARIOS / name)


def is_right(name):
    return read(name).get("expect", {}).get("outcome", "finished") == "finished"


def memory_after(name, folder, *options):
    file = folder / "memory"
    assert rmasim("run", SCENARIOS / name, "--memory", file, *options).returncode == 0
    return file.read_bytes()


@pytest.mark.parametrize("name", [name for name in COURSE if is_right(name)])
def test_a_right_program_ends_alike_with_every_propagation(name, tmp_path):
    """MM-SEEN-4: a correct program has the same end state with every propagation."""
    if read(name)["semantics"] == "unified":
        refused = rmasim("run", SCENARIOS / name, "--propagation", "lazy")
        assert refused.returncode == 2 and "a window has only one copy" in refused.stderr
        return
    ends = [memory_after(name, tmp_path, "--propagation", one) for one in PROPAGATIONS]
    assert ends[0] == ends[1] == ends[2]


def witnesses(name):
    return [(one.get("place") or one["memory"], one["values"])
            for one in result_of(SCENARIOS / "semantics" / name)["semantics"]["witnesses"]]


def test_a_stale_private_copy_has_a_witness():
    found = witnesses("lock/stale-private-copy.json")
    assert [location for location, _ in found] == ["programs[1].calls[1].load"]
    assert sorted(found[0][1]) == ["0", "1"]


def test_a_store_beside_a_put_loses_one_of_them():
    assert any(location == 'window "w"' for location, _ in witnesses("fence/store-beside-put.json"))


def test_a_witness_names_all_the_bytes_that_differ():
    """Rank 0 puts an int64 of 1 into bytes 0 to 8, which were 0. So only byte 0 differs."""
    found, = result_of(SCENARIOS / "semantics/fence/store-beside-put.json")["semantics"]["witnesses"]
    assert found["bytes"] == [0, 1]
    assert sorted(found["values"]) == ["00", "01"]


def test_a_witness_names_bytes_beyond_the_first_page(tmp_path):
    scenario = json.loads((SCENARIOS / "semantics/fence/store-beside-put.json").read_text())
    scenario["windows"]["w"]["bytes"] = 12288
    put, store = (scenario["programs"][rank]["calls"][1] for rank in range(2))
    put["put"]["disp"], store["store"]["disp"] = 8192, 8200
    del scenario["$schema"], scenario["name"]
    found, = result_of(write_scenario(tmp_path, **scenario))["semantics"]["witnesses"]
    assert found["bytes"] == [8192, 8193]


def test_a_witness_of_many_bytes_is_several():
    """Rank 0 puts three int64 of -1, then the owner stores. 24 bytes differ; a witness shows 16."""
    changes = {"programs[0].calls[1].put.count": 3, "programs[0].calls[1].put.value": -1,
               "programs[1].calls[1].store.disp": 32}
    settings = [word for path, value in changes.items() for word in ("--set", f"{path}={value}")]
    result = result_of(SCENARIOS / "semantics/fence/store-beside-put.json", *settings)
    assert [one["bytes"] for one in result["semantics"]["witnesses"]] == [[0, 16], [16, 24]]


def test_either_result_of_two_into_one_buffer_may_stay():
    [(location, values)] = witnesses("buffers/get-and-fetch.json")
    assert location == 'buffer "b"' and sorted(values) == ["03", "04"]


def test_a_right_program_has_no_witness():
    assert "witnesses" not in result_of(SCENARIOS / "semantics/lock/stale-private-copy.mended.json")["semantics"]


def test_lazy_propagation_is_seen_by_a_load():
    name = SCENARIOS / "semantics/lock/stale-private-copy.json"
    eager, lazy = (rmasim("explore", name, "--propagation", one, "--format", "json") for one in ("eager", "lazy"))
    assert [len(json.loads(done.stdout)["end_states"]) for done in (eager, lazy)] == [1, 1]
    seeded = json.loads(rmasim("explore", name, "--propagation", "seeded", "--format", "json").stdout)
    assert len(seeded["end_states"]) == 2


@pytest.mark.parametrize("model", ["separate", "unified"])
def test_a_model_changes_no_message_and_no_time(model):
    name = SCENARIOS / "newrma/lock/lock-put-get-unlock.json"
    without, watched = result_of(name), result_of(name, "--semantics", model)
    assert without["digest"] == watched["digest"] and without["messages"] == watched["messages"]


def test_propagation_changes_no_message_and_no_time():
    name = SCENARIOS / "semantics/fence/put-load.mended.json"
    assert len({result_of(name, "--propagation", one)["digest"] for one in PROPAGATIONS}) == 1


# ---- Buffers, and windows over given memory.

def refused(folder, **members):
    done = rmasim("run", write_scenario(folder, **{"ranks": 2} | members))
    assert done.returncode == 2, done.stdout
    return done.stderr


CALLS = [{"ranks": "0", "calls": [{"barrier": {}}]}, {"ranks": "1", "calls": [{"barrier": {}}]}]


@pytest.mark.parametrize("call, location, allowed", [
    ({"load": {"buffer": "c", "as": "x"}}, "programs[0].calls[0].load.buffer", "b"),
    ({"load": {"buffer": "b", "win": "w", "as": "x"}}, "load.buffer", 'either "buffer" or "win", not both'),
    ({"store": {"buffer": "b", "target": 1}}, "store.target", 'no "target" together with "buffer"'),
    ({"store": {"buffer": "b", "count": 17}}, "store", '16 bytes of buffer "b"'),
    ({"store": {"buffer": "b", "disp": "16 + rank"}}, "store.disp", "0 to 15"),
    ({"put": {"target": 1, "from": {"buffer": "b", "disp": 10}, "count": 8}}, "put.from", '16 bytes of buffer "b"'),
    ({"put": {"buffer": "b", "target": 1}}, "put", "buffer"),
    ({"compare_and_swap": {"target": 1, "from": {"buffer": "b"}, "compare": 1}}, "compare", 'together with "from"'),
    ({"compare_and_swap": {"target": 1, "datatype": "int64", "from": {"buffer": "b", "disp": 8}}}, "from",
     '16 bytes of buffer "b"'),
    ({"compare_and_swap": {"target": 1}}, "compare_and_swap", "compare"),
    ({"put": {"target": 1, "into": {"buffer": "b"}}}, "programs[0].calls[0].put", "from"),
    ({"get": {"target": 1, "from": {"buffer": "b"}}}, "programs[0].calls[0].get", "into"),
    ({"get": {"target": 1, "into": {"buffer": "c"}}}, "get.into.buffer", "b"),
    ({"get": {"target": 1, "into": {"buffer": "b"}, "as": "x"}}, "get", "into"),
    ({"fetch_and_op": {"target": 1, "datatype": "int64", "op": "sum", "from": {"buffer": "b", "disp": 9}}},
     "fetch_and_op.from", '16 bytes of buffer "b"'),
    ({"send": {"target": 1, "from": {"buffer": "b"}, "count": 17}}, "send.from", '16 bytes of buffer "b"'),
    ({"thread_barrier": {"thread": 1}}, "programs[0].calls[0].thread_barrier", "an unknown key"),
    ({"join": {}}, "join", "thread"),
    ({"join": {"thread": 64}}, "join.thread", "0 to 63"),
    ({"set_flag": {"value": 1}}, "set_flag", "flag"),
    ({"set_flag": {"flag": "1st"}}, "set_flag.flag", "a letter, then letters"),
    ({"wait_flag": {"flag": "f", "value": -1}}, "wait_flag.value", "0 to"),
    ({"while": {"calls": []}}, "while", "when"),
    ({"while": {"when": 1}}, "while", "calls"),
    ({"while": {"when": 1, "limit": 0, "calls": []}}, "while.limit", "1 to 1000000000"),
])
def test_a_wrong_use_of_a_buffer_or_of_a_thread_is_refused(call, location, allowed, tmp_path):
    programs = [{"ranks": "0", "calls": [call]}]
    said = refused(tmp_path, buffers={"b": {"bytes": 16}}, programs=programs)
    assert location in said and allowed in said


@pytest.mark.parametrize("windows, allowed", [
    ({"w": {"bytes": 32, "over": {"buffer": "b"}}}, '16 bytes of buffer "b"'),
    ({"w": {"bytes": 8, "over": {"buffer": "b", "disp": 9}}}, '16 bytes of buffer "b"'),
    ({"w": {"bytes": 8, "over": {"win": "v"}}, "v": {"bytes": 8}}, "an earlier window"),
    ({"w": {"bytes": 8, "over": {"win": "w"}}}, "an earlier window"),
    ({"w": {"bytes": 8, "shared": True, "over": {"buffer": "b"}}}, "memory of its own"),
    ({"v": {"bytes": 8, "shared": True}, "w": {"bytes": 8, "over": {"win": "v"}}}, "not in shared memory"),
    ({"w": {"bytes": 8, "over": {}}}, "buffer"),
    ({"w": {"bytes": 8, "over": {"buffer": "c"}}}, "b"),
    ({"w": {"bytes": 8, "over": {"buffer": "b", "offset": 1}}}, "disp"),
    ({"w": {"bytes": 8, "over": {"buffer": "b", "disp": -1}}}, "0 to"),
])
def test_a_window_over_what_it_cannot_be_over_is_refused(windows, allowed, tmp_path):
    assert allowed in refused(tmp_path, buffers={"b": {"bytes": 16}}, windows=windows, programs=CALLS)


@pytest.mark.parametrize("buffers, location, allowed", [
    ({"b": {}}, "buffers.b", "bytes"),
    ({"b": {"bytes": -1}}, "buffers.b.bytes", "0 to"),
    ({"b": {"bytes": 8, "shared": True}}, "buffers.b.shared", "bytes"),
    ([{"bytes": 8}], "buffers", "an object"),
])
def test_a_wrong_buffer_is_refused(buffers, location, allowed, tmp_path):
    said = refused(tmp_path, buffers=buffers, programs=CALLS)
    assert location in said and allowed in said


def test_propagation_needs_the_separate_model(tmp_path):
    """The same rule applies in the file, to run and explore, and to fuzz."""
    rule = 'allowed: "eager", or semantics "separate", because in other memory models a window has only one copy'
    assert f'propagation: found "lazy"; {rule}' in refused(tmp_path, propagation="lazy", programs=CALLS)
    assert rule in refused(tmp_path, propagation="lazy", semantics="unified", programs=CALLS)
    path = write_scenario(tmp_path, ranks=2, programs=CALLS)
    for command in (["run", path], ["explore", path], ["fuzz", "--runs", "1"]):
        done = rmasim(*command, "--propagation", "lazy")
        assert done.returncode == 2 and rule in done.stderr, done.stderr
    assert rmasim("run", write_scenario(tmp_path, ranks=2, propagation="eager", programs=CALLS)).returncode == 0


def test_windows_over_windows_share_their_bytes(tmp_path):
    windows = {"w": {"bytes": 64}, "part": {"bytes": 32, "over": {"win": "w", "disp": 16}},
               "inner": {"bytes": 8, "over": {"win": "part", "disp": 8}}}
    programs = [{"ranks": "0", "calls": [
        {"lock": {"win": "inner", "target": 1, "type": "exclusive"}},
        {"put": {"win": "inner", "target": 1, "datatype": "int64", "value": 7}},
        {"unlock": {"win": "inner", "target": 1}}]}]
    expect = {"memory": [{"ranks": "1", "win": name, "disp": disp, "datatype": "int64", "values": [7]}
                         for name, disp in (("w", 24), ("part", 8), ("inner", 0))]}
    for size in (64, 4 << 20):  # in one piece, and as pages
        windows["w"]["bytes"] = size
        path = write_scenario(tmp_path, ranks=2, windows=windows, programs=programs, expect=expect)
        done = rmasim("run", path, "--check-invariants")
        assert done.returncode == 0, done.stderr


def test_win_create_leaves_given_memory_as_it_is(tmp_path):
    calls = [{"store": {"buffer": "b", "datatype": "int64", "value": 5}}, {"win_create": {}},
             {"lock": {"target": 0, "type": "shared"}},
             {"get": {"target": 0, "datatype": "int64", "as": "got"}}, {"unlock": {"target": 0}},
             {"let": {"same": "got"}}, {"store": {"buffer": "b", "disp": 8, "datatype": "int64", "value": "same"}},
             {"win_free": {}}]
    path = write_scenario(tmp_path, ranks=2, buffers={"b": {"bytes": 16}}, windows={"w": {"bytes": 16, "over": {}}},
                          programs=[{"calls": calls}],
                          expect={"memory": [{"buffer": "b", "datatype": "int64", "values": [5, 5]}]})
    scenario = json.loads(path.read_text())
    scenario["windows"]["w"]["over"] = {"buffer": "b"}
    path.write_text(json.dumps(scenario))
    done = rmasim("run", path)
    assert done.returncode == 0, done.stderr


# ---- Synchronisation counters.

@pytest.mark.parametrize("variant, separate, unified", [
    (1, "erroneous", "finished"), (2, "erroneous", "finished"), (3, "finished", "finished")])
@pytest.mark.parametrize("completion", ["order", "ack"])
def test_which_variants_of_example_a_are_right(variant, separate, unified, completion):
    """Only a signal publishes the stores of update(A), but in the unified model a barrier suffices."""
    name = SCENARIOS / f"semantics/counters/example-a-{variant}.json"
    for model, outcome in (("separate", separate), ("unified", unified)):
        done = result_of(name, "--semantics", model, "--set", f"protocol.completion={completion}")
        assert done["outcome"] == outcome
        assert {one["rule"] for one in done["semantics"]["findings"]} <= {"stale_public"}


def test_what_complete_means_decides_whether_a_third_rank_may_look():
    name = SCENARIOS / "semantics/counters/left-is-not-there.json"
    found = [result_of(name, "--semantics", "unified", "--set", f"protocol.completion={completion}")["semantics"]
             for completion in ("order", "ack")]
    assert [one["total"] for one in found] == [1, 0]


def change_group(folder, changes):
    """Rank 0 stores, and rank 1 gets the value. Between them is a barrier, or a change of the group."""
    meet = {"win_change_comm": {"ranks": 2, "peer": 0}} if changes else {"barrier": {}}
    handle = {"datatype": "handle_sync"}
    stores = [{"win_alloc_sync_objects": {"as": "c"}}, {"win_sync_object_init": {
        "counter": "c", "count": 1, "request": "o"}}, {"start": {"request": "o"}},
        {"send": {"target": 1, "value": "c"} | handle}, {"store": {"datatype": "int64", "value": 7}}, meet,
        {"wait": {"request": "o"}}]
    gets = [{"recv": {"source": 0, "as": "h"} | handle}, meet, {"win_sync_ops_init": {
        "target": 0, "mode": ["get"], "counter": "h", "request": "r"}}, {"start": {"request": "r"}},
        {"get": {"target": 0, "datatype": "int64", "as": "x"}}, {"wait": {"request": "r"}}]
    return write_scenario(folder, ranks=2, semantics="separate", protocol={"family": "synccount"},
                          programs=[{"ranks": "0", "calls": stores}, {"ranks": "1", "calls": gets}])


@pytest.mark.parametrize("changes, outcome", [(False, "erroneous"), (True, "finished")])
def test_another_group_makes_the_copies_equal(changes, outcome, tmp_path):
    """WIN_CHANGE_COMM synchronises all ranks and makes the copies equal (MM-EDGE-9)."""
    assert result_of(change_group(tmp_path, changes))["outcome"] == outcome


def test_messages_of_the_family_of_counters_have_one(tmp_path):
    sends = [{"load": {"datatype": "int64", "as": "x"}}, {"send": {"target": 1, "datatype": "int64", "value": "x"}}]
    path = write_scenario(tmp_path, ranks=2, semantics="separate", protocol={"family": "synccount"}, programs=[
        {"ranks": "0", "calls": sends}, {"ranks": "1", "calls": [{"recv": {"source": 0, "datatype": "int64"}}]}])
    assert result_of(path)["outcome"] == "finished"


def test_misuse_is_named_as_without_a_model():
    """Regression test: operations outside of any epoch crashed the checker."""
    for name in every_scenario():
        if "/errors/" not in f"/{name}" or read(name).get("expect", {}).get("outcome") != "erroneous":
            continue
        without = rmasim("run", SCENARIOS / name)
        for model in ("separate", "unified"):
            watched = rmasim("run", SCENARIOS / name, "--semantics", model)
            assert (watched.returncode, watched.stderr) == (without.returncode, without.stderr), (name, model)


# ---- Memory: bounded by what is concurrent, not by the length of the run.

def peak_bytes(path, *options):
    used = measure.run([BINARY, "run", path, "--semantics", "separate", *options])
    assert used.finished, used
    return used.peak_bytes


def puts_between_flushes(folder, puts):
    loop = {"repeat": {"times": puts // 100, "calls": [
        {"repeat": {"times": 100, "as": "i", "calls": [{"put": {"target": 1, "disp": "8 * i", "datatype": "int64"}}]}},
        {"flush": {"target": 1}}]}}
    calls = [{"lock": {"target": 1, "type": "exclusive"}}, loop, {"unlock": {"target": 1}}]
    return write_scenario(folder, ranks=2, windows={"w": {"bytes": 800}}, programs=[{"ranks": "0", "calls": calls}])


def rounds_of_counters(folder, rounds):
    loop = {"repeat": {"times": rounds, "calls": [
        {"startall": {"requests": ["r", "o"]}},
        {"put": {"target": "1 - rank", "datatype": "int64", "disp": "8 * rank"}},
        {"waitall": {"requests": ["r", "o"]}}]}}
    calls = [{"win_alloc_sync_objects": {"as": "c"}},
             {"win_sync_object_init": {"counter": "c", "count": 1, "request": "o"}},
             {"send": {"target": "1 - rank", "datatype": "handle_sync", "value": "c"}},
             {"recv": {"source": "1 - rank", "datatype": "handle_sync", "as": "h"}},
             {"win_sync_ops_init": {"target": "1 - rank", "mode": ["put"], "counter": "h", "request": "r"}}, loop]
    return write_scenario(folder, ranks=2, protocol={"family": "synccount", "start": "add"},
                          windows={"w": {"bytes": 16}}, programs=[{"calls": calls}])


def locks_of_one_rank(folder, locks):
    calls = [{"lock": {"target": 1, "type": "exclusive"}}, {"put": {"target": 1}}, {"unlock": {"target": 1}}]
    return write_scenario(folder, ranks=2, programs=[
        {"ranks": "0", "calls": [{"repeat": {"times": locks, "calls": calls}}]}])


def attached_and_detached(folder, rounds):
    memory = {"over": {"buffer": "b"}}
    owner = [{"win_attach": memory}, {"get_address": {"buffer": "b", "as": "mine"}},
             {"send": {"target": 0, "datatype": "int64", "value": "mine"}}, {"recv": {"source": 0}},
             {"win_detach": memory}]
    origin = [{"recv": {"source": 1, "datatype": "int64", "as": "there"}},
              {"lock": {"target": 1, "type": "exclusive"}}, {"put": {"target": 1, "disp": "there"}},
              {"unlock": {"target": 1}}, {"send": {"target": 1}}]
    return write_scenario(folder, ranks=2, buffers={"b": {"bytes": 8}}, windows={"w": {"dynamic": True}}, programs=[
        {"ranks": str(rank), "calls": [{"repeat": {"times": rounds, "calls": calls}}]}
        for rank, calls in enumerate((origin, owner))])


@pytest.mark.long
@pytest.mark.parametrize("program, times", [
    (puts_between_flushes, 100_000), (locks_of_one_rank, 30_000), (rounds_of_counters, 10_000),
    (attached_and_detached, 10_000)])
def test_ten_times_the_operations_take_no_more_memory(program, times, tmp_path):
    """Complete operations (MM-BOUND-1), reported signals (MM-BOUND-4), detached memory (MM-BOUND-5) are discarded."""
    assert peak_bytes(program(tmp_path, 10 * times)) < 1.2 * peak_bytes(program(tmp_path, times))


@pytest.mark.long
def test_random_access_keeps_what_is_concurrent():
    """The two runs have 256,000 and 2,560,000 updates of 256 ranks."""
    path, updates = SCENARIOS / "workloads/random-access.json", "programs[0].calls[0].generate.updates"
    assert peak_bytes(path, "--set", f"{updates}=10000") < 1.2 * peak_bytes(path, "--set", f"{updates}=1000")


# ---- Our own programs.

ONLY_COUNTS = "operations on the same bytes on purpose: only their number counts"
UNSYNCHRONISED = "the owner fills its window without synchronising it: only the messages count"
# MPI 4.1, 12.3 and 12.7.2: the outcome of a put to a location that another put updates is undefined until that one is
# complete at the target, and nothing orders two puts of one origin. Only FLUSH, or COMPLETE and WAIT, complete them.
ONLY_TIMES = "unordered puts to the same bytes on purpose: only their times count"
WATCHED = "a thread loads what is under way on purpose: it shows when the agent has moved it"
# By model: scenarios whose programs are wrong, and why they stay.
WRONG = {
    "ch3/requests.json": ("both", UNSYNCHRONISED),
    "ch4/requests.json": ("both", UNSYNCHRONISED),
    "newrma/fence/one-operation-element.json": ("both", ONLY_COUNTS),
    "newrma/fence/two-puts-apart.lazy_free-off.json": ("both", ONLY_COUNTS),
    "newrma/fence/two-puts-apart.piggyback-off.json": ("both", ONLY_COUNTS),
    "newrma/lock/lock-10-gets-unlock.until_empty.json": ("both", ONLY_COUNTS),
    "newrma/lock/lock-10-gets-unlock.until_free.json": ("both", ONLY_COUNTS),
    "newrma/lock_all/gets-from-four.json": ("both", ONLY_COUNTS),
    "newrma/sending/rendezvous.json": ("both", ONLY_COUNTS),
    "osu/put-bibw.json": ("both", ONLY_TIMES),
    "osu/put-bw.json": ("both", ONLY_TIMES),
    "scale/lock-all-random.json": ("both", ONLY_COUNTS),
    "workloads/bug-hunt.json": ("both", "wrong on purpose: explore finds the order that shows it"),
    "newrma/flush/flush-local-get.json": ("separate", UNSYNCHRONISED),
    "oldqueue/agent/active-target.json": ("both", WATCHED),
    "oldqueue/agent/process-and-a-buffer.json": ("both", WATCHED),
    "newrma/operations/get-accumulate-no-op.json": ("both", UNSYNCHRONISED),
    "newrma/operations/maxloc.json": ("separate", UNSYNCHRONISED),
    "newrma/requests/rget-from-two.json": ("separate", UNSYNCHRONISED),
    "synccount/counts/9-puts.json": ("both", ONLY_COUNTS),
    "synccount/counts/9-puts.json:ack": ("both", ONLY_COUNTS),
    "synccount/counts/9-puts.json:piggyback-off": ("both", ONLY_COUNTS),
    "synccount/counts/one-get.json": ("separate", UNSYNCHRONISED),
    "synccount/counts/one-get.json:ack": ("separate", UNSYNCHRONISED),
    "synccount/counts/one-get.json:piggyback-off": ("separate", UNSYNCHRONISED),
}


def meant_right(name):
    """Returns the run of a scenario that should be correct, with as many ranks as take at most a second."""
    scenario = read(name)
    small = isinstance(scenario["ranks"], str) or scenario["ranks"] <= 4096
    finishes = scenario.get("expect", {}).get("outcome", "finished") == "finished"
    return finishes and small and not scenario.get("schedule")


@pytest.mark.long
@pytest.mark.parametrize("model", ["separate", "unified"])
def test_our_own_programs_are_right(model):
    wrong = {name for name in every_scenario() if name not in COURSE and meant_right(name)
             and result_of(SCENARIOS / name, "--semantics", model)["outcome"] == "erroneous"}
    assert wrong == {name for name, (models, _) in WRONG.items() if models in (model, "both")}
