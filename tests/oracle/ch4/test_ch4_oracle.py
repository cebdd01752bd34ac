"""The packets of the real MPICH are those that were derived by hand. Family ch4 sends the same packets."""

import copy

import pytest
from ch4_cases import HERE, MODES, read_cases
from ch4_family import KINDS, all_differences, comparable, counts_by_pair, of_packets, run, run_traced
from ch4_random import against_rules, compare, random_case, random_cases
from ch4_records import RECORDS, differences, read_records, sizes_of, trace, written
from ch4_rules import expected
from ch4_scenario import OPERATIONS, is_expressible, scenario_of
from ch4_trace import in_runs, is_installed, read_traces

CASES = read_cases()
RECORDED = read_records()
FAMILY_IS_THERE = (HERE.parents[2] / "sim/scenario/families/ch4").is_dir()
needs_family = pytest.mark.skipif(not FAMILY_IS_THERE, reason="family ch4 is not built yet")
needs_mpich = pytest.mark.skipif(not is_installed(), reason="MPICH 4.0.2 of Debian is not installed")


# ---- The records, by hand.

def test_each_case_is_recorded():
    assert list(RECORDED) == list(CASES)
    assert len(CASES) >= 60


@pytest.mark.parametrize("name", CASES)
def test_what_was_sent_is_what_was_derived(name):
    assert list(differences(CASES[name], RECORDED[name])) == []


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.hangs and not case.errors
                                  and "MPIR_CVAR_NOLOCAL" not in case.environment])
def test_what_was_derived_is_what_the_rules_say(name):
    for mode in MODES:
        assert expected(CASES[name], mode) == CASES[name].by_hand[mode]


def test_sizes_are_those_of_the_page():
    """For operations of 8 bytes, packets of the window have 32 bytes, acknowledgements without data 24, and requests
    with data 96."""
    sizes = {}
    for name in ("lock-every-operation-unlock", "lock-all-one-put", "pscw-put"):
        for kind, found in sizes_of(RECORDED[name]["none"]).items():
            sizes[kind] = sizes.get(kind, set()) | found
    window = ("LOCK", "LOCK_ACK", "UNLOCK", "UNLOCK_ACK", "LOCKALL", "LOCKALL_ACK", "UNLOCKALL", "POST", "COMPLETE")
    for kinds, size in ((window, 32), (("PUT_ACK", "ACC_ACK"), 24), (("PUT_REQ", "ACC_REQ", "GET_ACC_REQ"), 96)):
        assert {kind: sizes[kind] for kind in kinds} == {kind: {size} for kind in kinds}


def test_a_description_of_16304_bytes_is_large():
    assert sizes_of(RECORDED["put-1995-blocks"]["none"])["PUT_REQ"] == {16 + 72 + 336 + 8 * 1995 + 8 * 1995}
    assert sizes_of(RECORDED["put-1996-blocks"]["none"])["PUT_DT_REQ"] == {16 + 72 + 336 + 8 * 1996}


def test_the_file_is_as_the_tool_writes_it():
    assert written(RECORDED) == RECORDS.read_text()


# ---- The family.

@needs_family
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [case.name for case in comparable(CASES.values())])
def test_the_family_does_the_same(name, mode):
    case, record = CASES[name], RECORDED[name][mode]
    assert list(all_differences(case, mode, record, *run_traced(scenario_of(case, mode)))) == []


def headlines(lines):
    return [line.split(": ")[1] for line in lines]


@needs_family
def test_a_family_that_sends_something_else_is_found():
    case, record = CASES["lock-get-unlock"], RECORDED["lock-get-unlock"]["none"]
    scenario = scenario_of(case, "none")
    calls = scenario["programs"][0]["calls"]
    calls.remove(next(call for call in calls if "get" in call))
    assert headlines(all_differences(case, "none", record, *run_traced(scenario))) == [
        "saw other values", "GET_REQ 0>1", "GET_ACK 1>0", "0", "1>0"]


@needs_family
def test_a_family_that_ends_otherwise_is_found():
    case, record = CASES["posts-are-counted"], RECORDED["posts-are-counted"]["none"]
    found = headlines(all_differences(case, "none", record, *run_traced(scenario_of(case, "none", mended=True))))
    assert found[0].startswith("rmasim finished, MPICH deadlock")
    assert found[1] == "stuck"


@needs_family
def test_a_family_with_another_order_is_found():
    case, record = CASES["handed-over"], copy.deepcopy(RECORDED["handed-over"]["none"])
    played = run_traced(scenario_of(case, "none"))
    record["order"]["2"] = "LOCK_ACK>0 UNLOCK_ACK>0 LOCK_ACK>1 UNLOCK_ACK>1"
    assert headlines(all_differences(case, "none", record, *played)) == ["order 2"]
    record["sends"]["0"] = "LOCK>2:32 UNLOCK>2:32 message>1:8"
    assert headlines(all_differences(case, "none", record, *played)) == ["0", "order 2"]


# A rank that holds a lock and requests another one may wait for LOCK_ALL, which waits for locks, too.
WITH_DEFECTS = [name for name, case in CASES.items()
                if (case.hangs or case.mended) and name != "lock-all-between-two-locks"]


@needs_family
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", WITH_DEFECTS)
def test_the_mended_family_has_no_defect(name, mode):
    result = run(scenario_of(CASES[name], mode, mended=True))
    assert (result["outcome"], result.get("expectations_failed", [])) == ("finished", [])
    assert counts_by_pair(result) == of_packets(expected(CASES[name], mode, mended=True))


@needs_family
def test_no_packet_of_the_family_is_left_out():
    result = run(scenario_of(CASES["lock-every-operation-unlock"], "none"))
    assert sum(counts_by_pair(result).values()) == result["messages"]["total"]
    assert set(KINDS) > {"PUT", "GET", "BARRIER"}


# ---- A fresh trace.

QUICK = ("lock-put-unlock", "lock-oneself-accumulates", "fence-one-put", "pscw-put", "put-1996-blocks")


@needs_mpich
def test_a_fresh_trace_of_some_cases():
    assert trace([CASES[name] for name in QUICK]) == {name: RECORDED[name] for name in QUICK}


@needs_mpich
@pytest.mark.long
def test_a_fresh_trace_of_all_that_do_not_hang():
    names = [name for name, case in CASES.items() if not case.hangs]
    assert trace([CASES[name] for name in names]) == {name: RECORDED[name] for name in names}


# ---- Random programs.

@needs_mpich
@pytest.mark.long
def test_random_programs_send_what_the_rules_say():
    assert list(compare(1, 40, FAMILY_IS_THERE)) == []


@needs_family
@pytest.mark.parametrize("mode", MODES)
def test_random_programs_of_the_family_send_what_the_rules_say(mode, tmp_path):
    cases = [case for case in random_cases(tmp_path, 1, 60) if is_expressible(case)]
    assert len(cases) > 30
    for case in cases:
        result = run(scenario_of(case, mode))
        assert result["outcome"] == "finished", case.name
        assert counts_by_pair(result) == of_packets(expected(case, mode)), case.name


def test_random_programs_have_every_call(tmp_path):
    calls = {call[0] for case in random_cases(tmp_path, 1, 100) for _, calls in case.programs for call in calls}
    assert calls > {*OPERATIONS, "fence", "lock", "unlock", "lock_all", "unlock_all", "flush", "flush_local",
                    "flush_all", "flush_local_all", "post", "start", "complete", "wait", "test", "wait_requests"}
    assert random_case(1) == random_case(1) != random_case(2)


def test_another_count_than_the_rules_is_found():
    record = RECORDED["lock-put-unlock"]
    by_flavour = {flavour: record[mode] for mode, flavours in MODES.items() for flavour in flavours}
    assert list(against_rules(CASES["lock-put-unlock"], by_flavour)) == []
    found = list(against_rules(CASES["lock-put-put-unlock"], by_flavour))
    assert "lock-put-put-unlock, create: (0, 1, 'write'): rules 2, traced 1" in found
    assert len(found) == 2 + 2 * 2


# ---- The tools themselves.

def test_a_difference_is_found():
    case = CASES["lock-get-unlock"]
    record = copy.deepcopy(RECORDED["lock-get-unlock"])
    record["none"]["sends"]["0"] = "LOCK>1:32 2*GET_REQ>1:80 UNLOCK>1:32"
    record["put_get"]["saw"] = {"0": ["nothing"]}
    assert list(differences(case, record)) == [
        "lock-get-unlock, put_get: saw: by hand {0: ['data']}, traced {0: ['nothing']}",
        "lock-get-unlock, none: GET_REQ 0>1: by hand 1, traced 2",
    ]


def test_another_order_is_found():
    record = copy.deepcopy(RECORDED["handed-over"])
    record["none"]["order"]["2"] = "LOCK_ACK>0 UNLOCK_ACK>0 LOCK_ACK>1 UNLOCK_ACK>1"
    assert [line[:24] for line in differences(CASES["handed-over"], record)] == ["handed-over, none: order"]


def test_equal_packets_in_a_row_are_one_word():
    assert in_runs(["a", "b", "b", "a"]) == "a 2*b a"


TRACE = ("""self 1
ep 0x10 1
ep 0x20 2
tagged 0x20 8
mark creating
tagged 0x20 4
mark created
mark case one create
tagged 0x20 0
mark play
mark call put 1
am 0x20 7 96
flush 0x20
mark call unlock 1
""", """self 2
ep 0x10 1
ep 0x20 2
mark creating
mark created
mark case one create
am 0x10 8 24
tagged 0x10 0
mark play
mark call recv 0
mark saw data
mark error RMA_SYNC
flush_all
mark played
tagged 0x10 0
am 0x10 31 32
mark end
mark freeing
tagged 0x10 0
mark freed
""")


def test_a_trace_is_read():
    """Packets are counted from the rank's mark of the case to the end of the case. Tagged packets are counted only
    while the case runs."""
    assert read_traces(TRACE) == {"one": {
        "creates": 1,
        "frees": 1,
        "sends": {"0": "PUT_REQ>1:96 flush>1", "1": "flush_all>*"},
        "answers": {"1>0": "PUT_ACK:24 UNLOCK_ACK:32"},
        "data": {},
        "order": {"0": "PUT_REQ>1", "1": "PUT_ACK>0 UNLOCK_ACK>0"},
        "saw": {"1": ["data"]},
        "errors": {"1": ["recv"]},
        "stuck": {"0": "unlock 1"},
    }}


def test_ranks_that_look_the_same_are_refused():
    with pytest.raises(RuntimeError, match="2 ranks have 1 keys"):
        read_traces([TRACE[0], TRACE[0]])


def test_what_is_no_case_is_refused(tmp_path, monkeypatch):
    for text, message in (("case a\nfoo\n", "found 'foo'"), ("case a\ncase a\n", "occurs twice")):
        (tmp_path / "c.txt").write_text(text)
        monkeypatch.setattr("ch4_cases.HERE", tmp_path)
        with pytest.raises(ValueError, match=message):
            read_cases("c.txt")
