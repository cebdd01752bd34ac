"""rmasim compare: families, settings and recorded results, compared with each other, and the reasons of differences."""

import json
import subprocess

import pytest
from rmasim_analysis.__main__ import main
from rmasim_runner import result_of
from verbs import PROGRAM, SCENARIOS

LOCK = SCENARIOS / "newrma/lock"
PUT = LOCK / "lock-put-unlock.json"
PUT_GET = LOCK / "lock-put-get-unlock.json"
DELAYED = "ch3, delayed: protocol.family=ch3; protocol.delay_issuing=true"
VARIANTS = ("--families", "newrma,ch3,oldqueue", "--side", DELAYED,
            "--side", "local: protocol.family=oldqueue; protocol.unlock=local")


@pytest.fixture
def compare(capsys):
    """Runs the verb; returns its exit code, standard output and standard error."""
    def run(*arguments):
        capsys.readouterr()
        code = main(["compare", *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def found(compare):
    """Returns a function that runs a comparison, which must succeed, and returns its result."""
    def run(*arguments):
        code, out, err = compare(*arguments, "--format", "json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run


def recorded(tmp_path, name, *arguments):
    done = subprocess.run([PROGRAM, "run", PUT, "--format", "json", *arguments], capture_output=True, check=True)
    (tmp_path / name).write_bytes(done.stdout)
    return tmp_path / name


def changed(tmp_path, scenario, **members):
    """Returns the path of a copy of the scenario with other members."""
    path = tmp_path / scenario.name
    path.write_text(json.dumps(json.loads(scenario.read_text()) | members))
    return path


# Their settings, by the names of the sides.
SETTINGS = {"newrma": (), "ch3": ("protocol.family=ch3",), "oldqueue": ("protocol.family=oldqueue",),
            "ch3, delayed": ("protocol.family=ch3", "protocol.delay_issuing=true"),
            "local": ("protocol.family=oldqueue", "protocol.unlock=local")}


@pytest.mark.parametrize("name", ["lock-put-unlock", "lock-get-unlock", "lock-put-put-unlock", "lock-put-get-unlock"])
def test_sides_have_the_packets_of_their_runs(found, name):
    """The scenarios contain the expected packets of newrma. protocol/COMPARED.md contains those of all sides."""
    sides = found(LOCK / f"{name}.json", *VARIANTS)["sides"]
    assert [side["name"] for side in sides] == list(SETTINGS)
    for side in sides:
        sets = [word for setting in SETTINGS[side["name"]] for word in ("--set", setting)]
        alone = result_of(LOCK / f"{name}.json", *sets)["messages"]
        assert [side["messages"][key] for key in ("total", "bytes", "by_kind")] == [
            alone[key] for key in ("total", "bytes", "by_kind")], side["name"]
    assert len({json.dumps(side["messages"]["by_kind"]) for side in sides}) > 2


def test_purposes_count_each_packet_once_and_what_rides(found):
    (design, _, queue, *_) = found(PUT_GET, *VARIANTS)["sides"]
    # LOCK, LOCK_GRANTED; PUT, GET+UNLOCK, GET_RESP+RMA_DONE_ACK
    assert design["messages"]["by_purpose"] == {"data": {"packets": 3, "riding": 0},
                                                "lock": {"packets": 2, "riding": 1},
                                                "completion": {"packets": 0, "riding": 1}}
    # PUT+LOCK.X, GET+UNLOCK, GET_RESP+RMA_DONE_ACK
    assert queue["messages"]["by_purpose"] == {"data": {"packets": 3, "riding": 0}, "lock": {"packets": 0, "riding": 2},
                                               "completion": {"packets": 0, "riding": 1}}


def test_a_setting_that_differs_is_the_reason(found):
    (difference,) = found(PUT_GET, "--side", "off: protocol.optimizations.piggyback=false")["differences"]
    path = "protocol.optimizations.piggyback"
    assert difference["settings"] == [{"path": path, "before": True, "now": False}]
    assert (difference["against"], difference["side"]) == ("as it is", "off")
    parts = {(part["as"], part["part"]): part for part in difference["parts"]}
    assert {key: (part["before"], part["now"]) for key, part in parts.items()} == {
        ("packet", "UNLOCK"): (0, 1), ("packet", "RMA_DONE_ACK"): (0, 1), ("flag", "UNLOCK"): (1, 0),
        ("flag", "RMA_DONE_ACK"): (1, 0)}
    assert [(one["clause"], one["moved"]) for one in parts["flag", "UNLOCK"]["reasons"]] == [("NR-OPT-3", [path])]
    assert [one["clause"] for one in parts["packet", "UNLOCK"]["reasons"]] == ["NR-UNLOCK-4"]


def test_a_single_side_is_compared_with_the_scenario_as_it_is(found):
    for options in (("--families", "ch3"), ("--side", "ch3: protocol.family=ch3")):
        assert [(side["name"], side["family"]) for side in found(PUT, *options)["sides"]] == [
            ("as it is", "newrma"), ("ch3", "ch3")]


def test_two_families_have_their_own_clauses(found):
    (difference,) = found(LOCK / "lock-put-put-unlock.json", "--families", "newrma,oldqueue")["differences"]
    parts = {part["part"]: part for part in difference["parts"]}
    assert set(parts) == {"LOCK", "LOCK_GRANTED", "LOCK.X"}
    assert "NR-LOCKOP-3" in [one["clause"] for one in parts["LOCK"]["reasons"]]
    assert [one["clause"] for one in parts["LOCK.X"]["reasons"]] == ["OQ-PUT-3"]
    assert [(one["family"], one["clause"]) for one in parts["LOCK_GRANTED"]["absences"]] == [("oldqueue", "OQ-LOCK-2")]


def reasons_in(difference):
    """Returns, by sort and name of the part, the clause and the numbers of packets before and now."""
    return {(part["as"], part["part"]): [(one["clause"], one["before"], one["now"]) for one in part["reasons"]]
            for part in difference["parts"]}


def test_only_reasons_that_happened_are_told(found, compare):
    # No window is shared and no element is missing: LOCK is sent because no put can carry it.
    (difference,) = found(LOCK / "lock-put-put-unlock.json", "--families", "newrma,oldqueue")["differences"]
    reasons = reasons_in(difference)
    assert reasons["packet", "LOCK"] == [("NR-LOCKOP-3", 1, 0)]
    assert reasons["flag", "LOCK.X"] == [("OQ-PUT-3", 0, 1)]
    text = compare(LOCK / "lock-put-put-unlock.json", "--families", "newrma,oldqueue")[1]
    assert "NR-SHM" not in text and "or NR-" not in text


def test_what_a_fall_back_sends_has_its_own_reason(found):
    # Rank 0 uses two elements for seven targets. With eight elements no rank falls back and no LOCK is sent alone.
    file = SCENARIOS / "newrma/lock_all/fall-back.json"
    kinds = json.loads(file.read_text())["expect"]["messages"]["by_kind"]
    (difference,) = found(file, "--side", "many: protocol.target_pool.local=8")["differences"]
    assert reasons_in(difference)["packet", "LOCK"] == [("NR-LOCKALL-3", kinds["LOCK"], 0)]
    assert ("NR-LOCKALL-6", kinds["UNLOCK"], 0) in reasons_in(difference)["packet", "UNLOCK"]


def test_results_of_versions_that_did_not_count_have_all_possible_reasons(found, compare, tmp_path):
    old = LOCK / "lock-put-put-unlock.json"
    done = subprocess.run([PROGRAM, "run", old, "--format", "json"], capture_output=True, check=True)
    result = json.loads(done.stdout)
    del result["messages"]["by_reason"]
    (tmp_path / "old.json").write_text(json.dumps(result))
    (difference,) = found(tmp_path / "old.json", PUT)["differences"]
    lock = next(part for part in difference["parts"] if part["part"] == "LOCK")
    assert len(lock["reasons"]) > 1 and all("now" not in one for one in lock["reasons"])
    assert "or NR-" in compare(tmp_path / "old.json", PUT)[1]


def test_times_that_are_compared_have_one_unit(compare):
    text = compare(SCENARIOS / "newrma/fence/put-right.json", "--families", "newrma,ch3", "--set", "ranks=64")[1]
    begin = text.index("Time of all ranks by cause")
    block = text[begin:text.index("Elements at most")]
    assert {word for word in block.split() if word in ("ns", "us", "ms", "s")} == {"us"}


def test_a_family_without_a_call_says_which_and_the_others_are_compared(found, compare):
    sides = found(PUT, "--families", "newrma,synccount,oldqueue")["sides"]
    assert [side["status"] for side in sides] == ["compared", "not_run", "compared"]
    assert sides[1]["lacks"] == [{"call": "lock", "place": "programs[0].calls[0].lock"},
                                 {"call": "unlock", "place": "programs[0].calls[2].unlock"}]
    code, out, _ = compare(PUT, "--families", "newrma,synccount,oldqueue")
    assert code == 0 and "not run: the family has no lock (programs[0].calls[0].lock), unlock" in out


@pytest.mark.parametrize("options", [("--families", "newrma,shm"), ("--side", "shm: protocol.family=shm")])
def test_a_family_that_needs_another_machine_says_so(found, options):
    design, shm = found(SCENARIOS / "newrma/fence/put-right.json", *options)["sides"]
    assert (design["status"], shm["status"], shm["lacks"]) == ("compared", "not_run", [])
    assert shm["refusal"].startswith("platform.ranks_per_node: found 1; allowed: at least 4")


def test_settings_that_a_family_lacks_are_left_out_and_named(found, tmp_path):
    protocol = {"slots": 2, "optimizations": {"piggyback": False, "lazy_free": False}}
    file = changed(tmp_path, PUT_GET, protocol=protocol)
    design, queue = found(file, "--families", "newrma,oldqueue")["sides"]
    assert design["left_out"] == []
    assert queue["left_out"] == ["protocol.slots", "protocol.optimizations.lazy_free"]
    assert "UNLOCK" in queue["messages"]["by_kind"], "piggyback stays off"


def test_sizes_of_windows_are_left_out_where_a_family_has_no_tables(found, compare, tmp_path):
    windows = {"w": {"bytes": 4096, "protocol": {"slots": 2}}}
    file = changed(tmp_path, PUT_GET, windows=windows)
    design, queue, mpich = found(file, "--families", "newrma,oldqueue,ch3")["sides"]
    assert (design["left_out"], queue["left_out"], mpich["left_out"]) == ([], ["windows.w.protocol"], [])
    assert (design["tables"]["w"]["slots"], mpich["tables"]["w"]["slots"]) == (2, 2) and "tables" not in queue


def test_fall_backs_are_compared(found, compare):
    arguments = (SCENARIOS / "newrma/lock_all/fall-back.json", "--side", "more: protocol.target_pool.local=8")
    falls, more = found(*arguments)["sides"]
    assert (falls["tables"]["w"]["fall_backs"]["count"], more["tables"]["w"]["fall_backs"]["count"]) == (1, 0)
    assert falls["fall_backs"][0]["needed_by"] == "w"
    (line,) = [line for line in compare(*arguments)[1].splitlines() if line.startswith("  LOCK_ALL fell back")]
    assert line.split()[-1] == "0" and "1 (" in line


def test_recorded_results_and_scenarios_are_compared(found, tmp_path):
    before = recorded(tmp_path, "before.json", "--set", "protocol.optimizations.single_op=false")
    both = found(before, PUT)
    named = [(side["name"], side["recorded"]) for side in both["sides"]]
    assert named == [("before", True), ("lock-put-unlock", False)]
    moved = {(part["as"], part["part"]): part["now"] - part["before"] for part in both["differences"][0]["parts"]}
    # LOCK, LOCK_GRANTED, PUT+UNLOCK, RMA_DONE_ACK is now PUT+LOCK.X+UNLOCK, RMA_DONE_ACK
    assert moved == {("packet", "LOCK"): -1, ("packet", "LOCK_GRANTED"): -1, ("flag", "LOCK.X"): 1}


def test_a_result_without_a_clock_and_with_unknown_packets(found, tmp_path):
    result = json.loads(recorded(tmp_path, "old.json").read_text())
    for part in ("time_ns", "time_spent", "memory_bytes_per_rank", "elements"):
        del result[part]
    result["messages"]["by_kind"] = {"PING": 2}
    (tmp_path / "old.json").write_text(json.dumps(result))
    old = found(PUT, tmp_path / "old.json")
    assert old["sides"][1]["messages"]["by_purpose"] == {"unknown": {"packets": 2, "riding": 0}}
    assert old["sides"][1]["time_ns"] is None
    assert {part["part"]: part["reasons"] for part in old["differences"][0]["parts"]}["PING"] == []


def test_the_same_runs_have_no_differences(compare, found):
    (difference,) = found(PUT, PUT)["differences"]
    assert (difference["settings"], difference["kinds"], difference["parts"]) == ([], {}, [])
    assert [side["name"] for side in found(PUT, PUT)["sides"]] == ["lock-put-unlock", "lock-put-unlock (2)"]
    assert "the same packets" in compare(PUT, PUT)[1]


def test_a_side_that_cannot_finish_is_a_finding(found, compare):
    hangs = SCENARIOS / "ch3/lock-all-hangs.json"
    ch3, design = found(hangs, "--families", "ch3,newrma")["sides"]
    assert ch3["outcome"] != "finished" and ch3["cause"] and design["outcome"] == "finished"
    assert ch3["cause"].split(":")[0] in " ".join(compare(hangs, "--families", "ch3,newrma")[1].split())


def test_what_is_printed_does_not_grow_with_the_ranks(found):
    def of(ranks):
        return found(SCENARIOS / "newrma/fence/put-right.json", "--families", "newrma,ch3", "--set", f"ranks={ranks}")

    def shape(value):
        return {key: shape(inner) for key, inner in value.items()} if isinstance(value, dict) else \
            [shape(inner) for inner in value] if isinstance(value, list) else ""

    assert shape(of(4)) == shape(of(64))


def test_calls_that_wait_for_ever_are_cut(found, tmp_path):
    calls = [{"lock": {"target": 0, "type": "exclusive"}}, {"put": {"target": 0, "count": 8}},
             {"flush": {"target": 0}}, {"recv": {"source": 0}}]
    file = changed(tmp_path, PUT, ranks=40, programs=[{"ranks": "rank > 0", "calls": calls}])
    side = found(file, file)["sides"][0]
    assert side["stuck"]["total"] == 39 and len(side["stuck"]["first"]) == 16


def test_the_same_bytes_whatever_the_jobs(compare):
    once = compare(PUT_GET, *VARIANTS, "--format", "json", "-j", 1)
    assert compare(PUT_GET, *VARIANTS, "--format", "json", "-j", 3) == once
    assert "wall" not in once[1]


@pytest.mark.parametrize("width", [60, 80, 132])
def test_text_fits_the_terminal(compare, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.chdir(LOCK)
    lines = compare("lock-put-get-unlock.json", *VARIANTS)[1].splitlines()
    assert max(map(len, lines)) <= width
    heads = [line.split() for line in lines if line.startswith(" ") and "newrma" in line]
    assert {name for head in heads for name in head} >= {"newrma", "ch3", "oldqueue", "local"}


def test_it_writes_to_a_file_and_never_to_an_input(compare, tmp_path):
    out = tmp_path / "deep/compared.txt"
    assert compare(PUT, "--families", "newrma,ch3", "-o", out) == (0, "", "")
    assert "\n\nnewrma: " in out.read_text()
    result = recorded(tmp_path, "a.json")
    before = result.read_bytes()
    code, _, err = compare(result, PUT, "-o", result)
    assert code == 2 and "the file of an input" in err and result.read_bytes() == before


@pytest.mark.parametrize("arguments, words", [
    ((PUT,), "found one run; allowed: at least two runs"),
    ((PUT, "--families", "newrma,mpich"), "--families: found mpich; allowed: newrma, shm"),
    ((PUT, "--families", "ch3,ch3"), "two sides named ch3"),
    ((PUT, "--side", "a=1"), "--side: found a=1, which does not begin with the name of the side; allowed: 'NAME: PATH"),
    ((PUT, "--side", "a=1"), "; a single side is compared with the unchanged scenario"),
    ((PUT, "--side", "a"), "--side a: found a single side, without settings; allowed: 'NAME: PATH=VALUE"),
    ((PUT, "--side", "a: slots"), "--side a: found slots; allowed: PATH=VALUE"),
    ((PUT, "--side", "a: protocol.slotz=4"), "slotz"),
    ((PUT, "--side", "a: protocol.family=oldqueue; protocol.slots=4"), "slots"),
    ((PUT, "--families", "newrma,ch3", "--set", "ranks=-1"), "ranks: found -1"),
    ((PUT, "--families", "newrma,ch3", "--set", "ranks"), "--set: found ranks; allowed: PATH=VALUE"),
    ((PUT, "no-such-file.json"), "no-such-file.json"),
    ((SCENARIOS / "schema.json", PUT), "JSON of another kind"),
    ((PUT, "--families", "newrma,ch3", "--seed", 2**63), "--seed: found"),
])
def test_bad_input_is_refused(compare, arguments, words):
    code, out, err = compare(*arguments)
    assert (code, out) == (2, "") and words in err, err


@pytest.mark.parametrize("path, value, words", [
    ("messages", {"total": "5", "bytes": 1, "by_kind": {}}, "messages.total: found '5'; allowed: a whole number"),
    ("messages", {"total": 5, "bytes": 1, "by_kind": {"PUT": None}}, "messages.by_kind: found"),
    ("time_spent", [1], "time_spent: found [1]; allowed: whole numbers by name"),
    ("elements", {"op.w": 3}, "elements.op.w: found 3"),
    ("settings", None, "settings: found None; allowed: an object"),
])
def test_a_broken_result_is_refused(compare, tmp_path, path, value, words):
    file = recorded(tmp_path, "broken.json")
    file.write_text(json.dumps(json.loads(file.read_text()) | {path: value}))
    code, out, err = compare(PUT, file)
    assert (code, out) == (2, "") and words in err, err


def test_results_are_not_run_again(compare, tmp_path):
    one, two = recorded(tmp_path, "one.json"), recorded(tmp_path, "two.json")
    assert "a recorded result" in compare(one, two, "--families", "newrma,ch3")[2]
    assert "only recorded results" in compare(one, two, "--seed", 4)[2]


def test_a_network_preset_is_named_with_its_source(compare, found, tmp_path):
    sides = ("--side", "aries: platform.preset=aries-daint-2022", "--side", "as it is: seed=1")
    assert [("network_preset" in side) for side in found(PUT, *sides)["sides"]] == [True, False]
    lines = compare(PUT, *sides)[1].splitlines()
    assert any(line.startswith("network aries-daint-2022: D. De Sensi et al.") for line in lines)
    odd = json.loads(recorded(tmp_path, "aries.json", "--set", "platform.preset=aries-daint-2022").read_text())
    del odd["network_preset"]["source"]
    (tmp_path / "odd.json").write_text(json.dumps(odd))
    code, _, err = compare(tmp_path / "odd.json", tmp_path / "aries.json")
    assert (code, "network_preset.source: found nothing" in err) == (2, True)


TRANSPOSE = SCENARIOS / "workloads/transpose.json"
FEW = {"target_pool": {"local": 1, "global": 0}}


def test_a_side_that_is_short_of_elements_is_warned_of_first(compare, found, tmp_path):
    few = changed(tmp_path, TRANSPOSE, ranks=8, protocol=FEW)
    sides = ("--side", "few: seed=1", "--side", "enough: protocol.target_pool.local=8")
    first, rest = compare(few, *sides)[1].split("\nLarger pools", 1)
    assert "slowest" in first.partition("\n\n")[0]
    warning = first.partition("\n\n")[2]
    assert warning.startswith("warning: few is short of elements: ") and "freed for other targets" in warning
    assert rest.startswith(" may turn the comparison round; --tuned") and "best sizes.\n\nfew: " in rest
    assert [one["side"] for one in found(few, *sides)["warnings"]] == ["few"]
    assert found(PUT, "--families", "newrma,ch3")["warnings"] == []


def test_lock_all_that_falls_back_and_waits_for_elements_are_shortages(found, tmp_path):
    few = changed(tmp_path, SCENARIOS / "scale/lock-all-random.json", ranks=32, protocol={
        "op_pool": {"local": 1, "global": 0}, "target_pool": {"local": 4, "global": 0}})
    (warning,) = found(few, "--families", "newrma,oldqueue")["warnings"]
    assert warning["side"] == "newrma" and "LOCK_ALL fell back" in warning["what"]
    assert "for elements of op.global" in warning["what"]


def test_tuned_sides_have_their_best_sizes_within_the_same_memory(compare, found, tmp_path):
    few = changed(tmp_path, TRANSPOSE, ranks=8, protocol=FEW)
    arguments = (few, "--families", "newrma,ch3,oldqueue")
    tuning = ("--tuned", "--runs", 40, "--memory", 30_000)
    tuned, plain = found(*arguments, *tuning)["sides"], found(*arguments)["sides"]
    for after, before in zip(tuned, plain):
        made = [f"{path}={value}" for path, value in after["tuned"]["changes"].items()]
        assert after["time_ns"] <= before["time_ns"] and after["set"] == [*before["set"], *made], after["name"]
    newrma, ch3, oldqueue = tuned
    assert newrma["time_ns"] < plain[0]["time_ns"] and newrma["tuned"]["limit_bytes"] == 30_000
    assert max(one["memory_bytes_per_rank"]["promised"] for one in (newrma, ch3)) <= 30_000
    assert oldqueue["tuned"] == {"limit_bytes": 30_000, "runs": 0, "changes": {}}
    out = compare(*arguments, *tuning)[1]
    assert "runs, within 30,000 bytes a rank" in out and "tuned: no slots, pools or thresholds to tune" in out
    assert compare(*arguments, *tuning, "-j", 1)[1] == out and "Larger pools" not in out


def test_a_limit_needs_tuned_sides_and_recorded_results_stay_as_they_are(compare, found, tmp_path):
    code, _, err = compare(PUT, "--families", "newrma,ch3", "--memory", 1000)
    assert (code, "--tuned" in err) == (2, True)
    sides = found(recorded(tmp_path, "a.json"), PUT, "--tuned", "--runs", 30)["sides"]
    assert [("tuned" in side, side["recorded"]) for side in sides] == [(False, True), (True, False)]


def test_sizes_that_never_suffice_are_said_so(found, compare):
    sides = (PUT, "--families", "newrma,oldqueue", "--tuned", "--runs", 30, "--memory", 10)
    assert found(*sides)["sides"][0]["tuned"]["changes"] is None
    assert "tuned: none of the sizes tried finishes within 10 bytes a rank" in compare(*sides)[1]
