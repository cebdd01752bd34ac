"""The words of a report: every kind, flag, outcome and cause that the program can print is explained, and the
explanations of answers are correct."""

import pathlib
import re

import pytest

from rmasim_runner import SCENARIOS, document_of, every_scenario, result_of

from rmasim_analysis import figures, layout, packet_words
from rmasim_analysis.packet_words import REPLY, REQUEST, SYNCHRONISATION, answers_before, answers_of, explain
from rmasim_analysis.report import words
from rmasim_analysis.settings import schema

ROOT = pathlib.Path(__file__).resolve().parents[3]


def printed_names(file, array):
    """Returns the texts in a table of names in the program's source."""
    source = (ROOT / file).read_text(encoding="utf-8")
    return re.findall(r'"([^"]+)"', re.search(array + r"[^{]*\{(.*?)\};", source, re.DOTALL)[1])


TEXT = r'((?:"[^"]*"\s*)+)'  # adjacent literals are one
GROUPS = {"request": REQUEST, "reply": REPLY, "group": SYNCHRONISATION}


def texts(literals):
    return "".join(re.findall(r'"([^"]*)"', literals))


def vocabularies():
    """Returns the packet tables of all families: the kinds with class and words, and the flags with words."""
    base = ROOT / "protocol/base"
    files = [base / "packet_vocabulary.h", base / "nic.h", *sorted(ROOT.glob("protocol/*/packets.h"))]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    kinds = re.findall(rf'\{{\s*[\w:]+,\s*"([A-Z_]+)",\s*PacketClass::(\w+),\s*{TEXT}\}}', source)
    flags = re.findall(rf'FlagEntry\{{[\w:]+,\s*"([A-Z_.]+)",\s*{TEXT}\}}', source)
    return {kind: (GROUPS[group], texts(words)) for kind, group, words in kinds}, {
        flag: texts(words) for flag, words in flags}


def test_every_kind_and_flag_has_the_words_of_the_program():
    kinds, flags = vocabularies()
    assert len(kinds) >= 21 and len(flags) >= 8
    assert kinds == {name: (kind.group, kind.words) for name, kind in packet_words.KINDS.items()}
    assert flags == packet_words.FLAGS


def test_every_outcome_has_words():
    assert set(printed_names("sim/timed/outcome.cpp", "names")) == words.OUTCOMES.keys()


def test_every_cause_has_words():
    # Signals to counters are awaited in one family only, other threads only where threads meet; walks may cost nothing.
    spent = [cause for name in ("synccount/counts/one-put.json", "newrma/threads/thread-barrier.json",
                                "workloads/slots-of-windows.json")
             for cause in result_of(SCENARIOS / name)["time_spent"]]
    assert {cause.removesuffix("_ns") for cause in spent} == figures.CAUSES.keys()


def kinds_of_all_scenarios():
    """Returns the packets of each scenario whose expectations list all packets, with the settings of its protocol."""
    for name in every_scenario():
        scenario = document_of(SCENARIOS / name)
        expect = scenario.get("expect", {})
        by_kind = expect.get("messages", {}).get("by_kind", {})
        # In family ch3, whose packets depend on races, it may be a list of possibilities.
        if expect.get("outcome", "finished") == "finished" and isinstance(by_kind, dict):
            yield name, by_kind, scenario.get("protocol", {})


def test_answers_are_what_happens():
    asked = {}
    for name, by_kind, protocol in kinds_of_all_scenarios():
        for kind in by_kind:
            for answer in answers_of(kind, protocol):
                asked[protocol.get("family")] = asked.get(protocol.get("family"), 0) + 1
                assert answer in by_kind, f"{name}: {kind}"
    assert asked[None] > 50 and asked["oldqueue"] > 10 and asked["ch3"] > 10 and asked["synccount"] > 10


def test_replies_are_what_something_asked_for():
    for name, by_kind, protocol in kinds_of_all_scenarios():
        replies = {kind for kind in by_kind if packet_words.group_of(kind) == REPLY}
        asked = {answer for kind in by_kind for say in (answers_of, answers_before) for answer in say(kind, protocol)}
        assert replies <= asked, name


def test_every_family_says_what_answers():
    families = schema()["properties"]["protocol"]["properties"]["family"]["enum"]
    assert set(families) == packet_words.FAMILIES.keys()


@pytest.mark.parametrize("kind, protocol, answers", [
    ("LOCK", {}, ["LOCK_GRANTED"]),
    ("LOCK", {"family": "oldqueue"}, []),
    ("GET+LOCK.X+UNLOCK", {"family": "oldqueue"}, ["GET_RESP+RMA_DONE_ACK"]),
    ("GET+LOCK.X+UNLOCK", {"family": "oldqueue", "unlock": "local"}, ["GET_RESP"]),
    ("PUT_RTS+LOCK.X+UNLOCK", {"family": "oldqueue"}, ["CTS", "RMA_DONE_ACK"]),
    ("PUT+RMA_DONE", {"family": "oldqueue", "unlock": "local"}, ["RMA_DONE_ACK"]),
    ("WIN_INFO_ASK", {"family": "oldqueue"}, ["WIN_INFO"]),
    ("LOCK", "no settings", ["LOCK_GRANTED"]),
    ("LOCK+LOCK.X", {"family": "ch3"}, ["LOCK_ACK+GRANTED"]),
    ("PUT+IMMED+LOCK.X", {"family": "ch3"}, ["LOCK_OP_ACK+GRANTED"]),
    ("PUT+LOCK.S+UNLOCK", {"family": "ch3"}, ["LOCK_OP_ACK+ACK+GRANTED"]),
    ("PUT+DECR_AT", {"family": "ch3"}, []),
    ("ACC+FLUSH+STREAM", {"family": "ch3"}, ["ACK"]),
    ("GET+LOCK.S+UNLOCK+IMMED_RESP", {"family": "ch3"}, ["GET_RESP+IMMED+ACK+GRANTED"]),
    ("GET+FLUSH", {"family": "ch3"}, ["GET_RESP+ACK"]),
    ("CAS+IMMED+FLUSH+DECR_AT", {"family": "ch3"}, ["CAS_RESP+IMMED+ACK"]),
    ("UNLOCK", {"family": "ch3"}, ["ACK"]),
    ("UNLOCK+NO_ACK", {"family": "ch3"}, []),
    ("FLUSH", {"family": "ch3"}, ["ACK"]),
    ("DECR_AT_COUNTER", {"family": "ch3"}, []),
    ("DECR_AT_COUNTER+FLUSH", {"family": "ch3"}, ["ACK"]),
    ("GET", {"family": "synccount"}, ["GET_RESP"]),
    ("PUT+RMA_DONE", {"family": "synccount"}, ["RMA_DONE_ACK"]),
    ("PUT+COMPLETE", {"family": "synccount"}, []),
])
def test_what_answers_depends_on_the_family(kind, protocol, answers):
    assert answers_of(kind, protocol) == answers


def test_a_report_names_answers_by_the_family_of_its_run():
    assert explain("PUT+LOCK.X+UNLOCK", {"family": "oldqueue", "unlock": "local"}).endswith(
        "It is not answered: no packet shows its sender that it is applied.")
    assert explain("PUT+DECR_AT", {"family": "ch3"}).endswith(
        "It is not answered: packets of a pair stay in order, and a later packet requests an ACK or decrements the "
        "target's counter.")
    assert explain("PUT_RTS+UNLOCK", {"family": "oldqueue"}).endswith("Answered by CTS and RMA_DONE_ACK.")


@pytest.mark.parametrize("kind, group, sentences", [
    ("PUT+LOCK.X+UNLOCK", REQUEST, "The single-operation packet: requests the exclusive lock; carries data that "
     "the target writes into its window; and releases the lock. Answered by RMA_DONE_ACK."),
    ("GET+UNLOCK", REQUEST, "Requests data of the target's window, and releases the lock. Answered by "
     "GET_RESP+RMA_DONE_ACK."),
    ("PUT", REQUEST, "Carries data that the target writes into its window. It is not answered: the acknowledgement of "
     "a later packet shows that it is applied."),
    ("LOCK_GRANTED+RESEND", REPLY, "Grants the requested lock, and requests that the operation is sent again, because "
     "the target had no room to keep it."),
    ("BARRIER", SYNCHRONISATION, "Is sent in a round of a barrier among all processes (a fence, or a call of "
     "BARRIER)."),
])
def test_sentences(kind, group, sentences):
    assert packet_words.group_of(kind) == group
    assert explain(kind) == sentences


@pytest.mark.parametrize("ns, text", [(0, "0 ns"), (9484, "9,484 ns"), (26_040, "26.0 µs"), (9_999_000, "9,999.0 µs"),
                                      (63_700_000, "63.7 ms"), (12 * 10**9, "12.0 s")])
def test_times(ns, text):
    assert words.time(ns) == text


@pytest.mark.parametrize("value, nouns, text", [(0, ("run",), "0 runs"), (1, ("run",), "1 run"),
                                                (12345, ("run",), "12,345 runs"), (1, ("was", "were"), "1 was"),
                                                (2, ("was", "were"), "2 were")])
def test_counts(value, nouns, text):
    assert layout.count(value, *nouns) == text


def test_pages_have_the_sign_of_microseconds():
    assert words.with_micro("takes 26.0 us of 31 us, us included") == "takes 26.0 µs of 31 µs, us included"
