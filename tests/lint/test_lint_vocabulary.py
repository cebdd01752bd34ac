"""One word, one meaning: names, comments and pages use the words of GLOSSARY.md; commits have plain subjects."""

import re
import subprocess

import pytest
from lint_tree import ROOT, Source, expect_none
from vocabulary import EXCEPTIONS, checked_code, checked_pages, checked_python, odd_sentences, old_names, old_words_of

# The first commit whose subject is checked is the one after this.
UNCHECKED = "e770c528"
SUBJECT = re.compile(r"[a-z][\w./+-]*(?:, [a-z][\w./+-]*)*: (?P<verb>[a-z]+)\b.*[^.]")
MAX_SUBJECT = 72
# Verbs that end like a third person or a past.
IMPERATIVES = {"pass", "discuss", "compress", "express", "process", "address", "focus", "need", "embed", "feed",
               "speed", "seed", "shed", "miss", "bless", "guess", "bring", "string", "ring", "cross", "access",
               "assess", "bias"}


def test_names_of_code_use_the_glossary():
    expect_none(old_names(checked_code()))


def test_names_of_python_use_the_glossary():
    expect_none(old_names(checked_python()))


def test_comments_are_plain():
    expect_none(odd_sentences(checked_code()))


def test_pages_are_plain():
    expect_none(odd_sentences(checked_pages()))


def odd_subject(subject: str) -> str:
    """Returns the error in the subject of a commit. "" if there is no error."""
    if len(subject) > MAX_SUBJECT:
        return f"{len(subject)} characters, {MAX_SUBJECT} are allowed"
    matched = SUBJECT.fullmatch(subject)
    if not matched:
        return "not `area: imperative`"
    verb = matched["verb"]
    return f"{verb} is no imperative" if verb not in IMPERATIVES and verb.endswith(("s", "ed", "ing")) else ""


def test_commits_have_plain_subjects():
    log = subprocess.run(["git", "log", "--format=%h %p\t%s", f"{UNCHECKED}..HEAD"], cwd=ROOT, capture_output=True,
                         text=True, check=False)
    if log.returncode != 0:
        pytest.skip("the history is not here")
    commits = [line.split("\t", 1) for line in log.stdout.splitlines()]
    expect_none([f"{hashes}: {subject}: {odd}" for hashes, subject in commits if (odd := odd_subject(subject))]
                + [f"{hashes}: a merge: rebase" for hashes, _ in commits if hashes.count(" ") > 1])


# ---- The checks see what they should.

@pytest.mark.parametrize("name", ["place", "comm_place", "PlaceOf", "places_", "told_", "most_bytes", "MOST_BYTES",
                                  "Due", "window_came", "is_beside_fence", "at_hand"])
def test_an_old_word_in_a_name_is_found(name):
    assert old_words_of(name) != []
    assert old_names([Source("sim/timed/a.cpp", f"// A.\nint {name} = 0;\n")]) != []


def test_other_names_pass():
    code = '// A place.\nint replaced, placement, mosta, in_placement; emplace("place");\n'
    assert old_names([Source("sim/timed/a.cpp", code)]) == []
    assert old_names([Source("analysis/a.py", "counter.most_common(3)\n")]) == []


@pytest.mark.parametrize("comment", ["Of all ranks.", "What a process did.", "Whether it is done.", "It goes on here.",
                                     "A clock, held against another.", "The rank is told of it."])
def test_an_odd_sentence_is_found(comment):
    assert len(odd_sentences([Source("sim/timed/a.h", f"// {comment}\nint a;\n")])) == 1


def test_a_sentence_over_two_lines_is_found():
    assert len(odd_sentences([Source("sim/timed/a.h", "// A clock, held\n// against another.\nint a;\n")])) == 1


def test_plain_sentences_pass():
    plain = "// Counters of a queue. What is it? Often.\nint a;  // of one rank\n"
    assert odd_sentences([Source("sim/timed/a.h", plain)]) == []


def test_exceptions_are_few():
    assert len(EXCEPTIONS) <= 20


@pytest.mark.parametrize("subject", ["Trace: drop packets", "trace drop packets", "trace: drops packets",
                                     "trace: dropped a", "trace: dropping a", "trace: drop packets.", "a: " + "b" * 70])
def test_an_odd_subject_is_found(subject):
    assert odd_subject(subject) != ""


@pytest.mark.parametrize("subject", ["trace: drop handled packets from memory", "ch3, ch4: pass the mark on",
                                     "tests/pages: bless the pictures"])
def test_plain_subjects_pass(subject):
    assert odd_subject(subject) == ""
