"""The reasons for packets: a run counts them by the rows of the families' tables (protocol/<family>/reasons.h)."""

import collections
import json
import re

import pytest
from rmasim_runner import ROOT, SCENARIOS, every_scenario, plain_result, result_of, rmasim, write_scenario

SHARED = SCENARIOS / "newrma/shared_memory"


def messages(file, *changes):
    return result_of(file, *[part for change in changes for part in ("--set", change)])["messages"]


def parts_of(by_kind):
    """Returns the number of occurrences of each kind and of each flag."""
    kinds, flags = collections.Counter(), collections.Counter()
    for name, count in by_kind.items():
        kind, *carried = name.split("+")
        kinds[kind] += count
        for flag in carried:
            flags[flag] += count
    return kinds, flags


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4", "oldqueue", "synccount", "shm"])
def test_each_packet_and_each_flag_has_one_reason(family):
    names = [name for name in every_scenario() if name.startswith(f"{family}/")]
    assert names
    for name in names:
        counted = plain_result(name)["messages"]
        for table, parts in zip(("kinds", "flags"), parts_of(counted["by_kind"])):
            assert {part: sum(reasons.values()) for part, reasons in counted["by_reason"][table].items()} == parts, name


def test_barriers_of_fences_of_the_program_and_of_windows_are_told_apart():
    counted = messages(SCENARIOS / "newrma/fence/put-right.json")
    assert counted["by_reason"]["kinds"]["BARRIER"] == {"NR-FENCE-9": counted["by_kind"]["BARRIER"]}


def test_a_shared_window_is_a_reason_only_where_there_is_one():
    assert set(messages(SHARED / "lock.json")["by_reason"]["kinds"]["LOCK"]) == {"NR-SHM-4"}
    apart = messages(SCENARIOS / "newrma/lock/lock-put-put-unlock.json")
    assert set(apart["by_reason"]["kinds"]["LOCK"]) == {"NR-LOCKOP-3"}


SPEC = re.compile(r"^- ([A-Z0-9]+-[A-Z]+-\d+) (.*)$", re.MULTILINE)
OPERATION = "operation|READ|PUT, ACC, GET"
REPLY = "answer|response|acknowledg|report"
# The words of which a clause must contain one, to be the reason for a packet. Parts without an entry: their own names.
WORDS = {
    **dict.fromkeys(["PUT", "ACC", "GET", "GET_ACC", "FOP", "CAS", "STREAM"], OPERATION),
    **dict.fromkeys(["LOCK.S", "LOCK.X"], r"\bLOCK\b|shared lock"),
    **dict.fromkeys(["BARRIER", "IBARRIER", "NODE_BARRIER"], "barrier|BARRIER"),
    "PUT_RTS": "RTS", "ACC_RTS": "RTS", "RMA_DATA": "data", "DECR_AT": "DECR_AT", "IMMED": "immediate",
    "RMA_DONE": r"RMA_DONE|acknowledg|FLUSH of one target", "DECREMENT": "counter is lowered|signal",
    "RESEND": "RESEND", "HOLDS": "HOLDS", "COMPLETE": "COMPLETE", "OP_COUNTS": "OP_COUNTS|number of its operations",
    "GET_RESP": REPLY + "|GET_RESP|data have arrived", "LOCK_GRANTED": "LOCK_GRANTED|grants the lock",
    "RMA_DONE_ACK": "RMA_DONE_ACK|acknowledg",
}


def clauses_of(family):
    return dict(SPEC.findall((ROOT / f"protocol/{family}/SPEC.md").read_text()))


def families():
    return json.loads(rmasim("families", "--format", "json").stdout)["families"]


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4", "oldqueue", "synccount", "shm"])
def test_the_clause_of_a_reason_is_about_the_packet(family):
    described, clauses = families()[family], clauses_of(family)
    for name, part in (described["kinds"] | {f"+{flag}": one for flag, one in described["flags"].items()}).items():
        own = name.removeprefix("+")
        words = WORDS.get(own, re.escape(own))
        if part.get("class") == "reply":
            words = f"{words}|{REPLY}"
        for reason in part["reasons"]:
            if reason["clause"]:
                assert re.search(words, clauses[reason["clause"]]), (family, name, reason["clause"])


# A program of rank 0, settings, and the reasons that a clause of SPEC.md gives for the parts of its packets.
LOCK_ALL, UNLOCK_ALL = {"lock_all": {}}, {"unlock_all": {}}
PUT, GET, FOP = ({call: {"target": 1} | more} for call, more in
                 (("put", {"count": 1}), ("get", {"count": 1}), ("fetch_and_op", {"op": "sum"})))
FLUSH, FLUSH_LOCAL = {"flush": {"target": 1}}, {"flush_local": {"target": 1}}
EXCLUSIVE, UNLOCK = {"lock": {"target": 1, "type": "exclusive"}}, {"unlock": {"target": 1}}
NOCHECK = {"lock": {"target": 1, "type": "shared", "assert": ["nocheck"]}}
CAUSES = {
    "a flush of the only operation": (
        "newrma", [LOCK_ALL, PUT, FLUSH, UNLOCK_ALL], {},
        {"LOCK.S": ["NR-FLUSH-2"], "+RMA_DONE": ["NR-FLUSH-2"], "LOCK_GRANTED": ["NR-FLUSH-2"],
         "+RMA_DONE_ACK": ["NR-FLUSH-2"]}),
    "an unlock of the only operation": (
        "newrma", [EXCLUSIVE, PUT, UNLOCK], {}, {"LOCK.X": ["NR-OPT-1"], "+UNLOCK": ["NR-OPT-1"]}),
    "a local flush of the only operation": (
        "newrma", [EXCLUSIVE, PUT, FLUSH_LOCAL, UNLOCK], {},
        {"LOCK.X": ["NR-FLUSH-6"], "LOCK_GRANTED": ["NR-LOCK-15"]}),
    "a second operation": (
        "newrma", [EXCLUSIVE, PUT, GET, UNLOCK], {},
        {"LOCK": ["NR-LOCKOP-3"], "LOCK_GRANTED": ["NR-LOCK-15"], "+RMA_DONE_ACK": ["NR-OPT-5"],
         "+UNLOCK": ["NR-OPT-3"]}),
    "a fetch": ("newrma", [EXCLUSIVE, FOP, UNLOCK], {}, {"+RMA_DONE_ACK": ["NR-OPS-1"], "FOP_RESP": ["NR-OPS-1"]}),
    "a flush without an operation to carry it": (
        "newrma", [EXCLUSIVE, PUT, PUT, FLUSH, UNLOCK], {"protocol.optimizations.piggyback": False},
        {"RMA_DONE": ["NR-FLUSH-1"]}),
    "an unlock after NOCHECK": (
        "newrma", [NOCHECK, PUT, UNLOCK], {"protocol.optimizations.piggyback": False}, {"RMA_DONE": ["NR-UNLOCK-4"]}),
    "an unlock_all after NOCHECK": (
        "newrma", [{"lock_all": {"assert": ["nocheck"]}}, PUT, UNLOCK_ALL], {"protocol.optimizations.piggyback": False},
        {"RMA_DONE": ["NR-LOCKALL-7"]}),
    "a lock in its call": ("ch3", [EXCLUSIVE, GET, UNLOCK], {"protocol.delay_issuing": False},
                           {"LOCK": ["CH3-PASSIVE-1"], "LOCK.X": ["CH3-LOCK-1"], "+GRANTED": ["CH3-LOCK-2"]}),
    "a lock on a read": ("ch3", [EXCLUSIVE, GET, UNLOCK], {"protocol.delay_issuing": True},
                         {"+GRANTED": ["CH3-DO-1"], "+ACK": ["CH3-DO-1"]}),
    "a lock on a put": ("ch3", [EXCLUSIVE, PUT, UNLOCK], {"protocol.delay_issuing": True},
                        {"+GRANTED": ["CH3-DO-2"], "LOCK_OP_ACK": ["CH3-DO-2"]}),
    "an acknowledged unlock on a get": ("oldqueue", [EXCLUSIVE, GET, UNLOCK], {}, {"+RMA_DONE_ACK": ["OQ-LOCK-5"]}),
    "a get without a lock": ("oldqueue", [NOCHECK, PUT, GET, UNLOCK], {}, {"+RMA_DONE_ACK": ["OQ-LOCK-8"]}),
    "sizes on request": ("oldqueue", [NOCHECK, PUT, UNLOCK], {"protocol.window_info": "lazy"},
                         {"WIN_INFO": ["OQ-CREATE-2"]}),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_a_reason_depends_on_the_cause(tmp_path, cause):
    family, calls, settings, expected = CAUSES[cause]
    windows = {"w": {"bytes": 4096, "alloc_mem": True}} if family == "oldqueue" else {"w": {"bytes": 4096}}
    path = write_scenario(tmp_path, ranks=2, windows=windows, protocol={"family": family},
                          programs=[{"ranks": "0", "calls": calls}])
    reasons = messages(path, *(f"{name}={json.dumps(value)}" for name, value in settings.items()))["by_reason"]
    flags = {f"+{name}" if f"+{name}" in expected else name: found for name, found in reasons["flags"].items()}
    found = reasons["kinds"] | {name: one for name, one in flags.items() if name in expected}
    assert {name: sorted(found.get(name, ())) for name in expected} == expected


@pytest.mark.parametrize("file, created, freed", [("newrma/windows", "NR-WIN-1", "NR-WIN-2"),
                                                  ("ch3", "CH3-WIN-1", "CH3-WIN-2"),
                                                  ("ch4", "CH4-WIN-1", "CH4-WIN-2"),
                                                  ("shm/windows", "SHM-CREATE-4", "SHM-CREATE-5")])
def test_barriers_of_windows_have_the_clauses_of_their_calls(file, created, freed):
    barriers = messages(SCENARIOS / file / "create-free.json")["by_reason"]["kinds"]["BARRIER"]
    assert barriers[created] == barriers[freed]


def test_explain_shows_the_clauses(tmp_path):
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": [EXCLUSIVE, PUT, UNLOCK]}])
    text = rmasim("run", path, "--explain").stdout
    assert re.search(r"\+UNLOCK +1   NR-OPT-1: the only operation of the epoch, being short, carries LOCK", text)
    assert "protocol/newrma/SPEC.md" in text and "NR-OPT-1" not in rmasim("run", path).stdout
