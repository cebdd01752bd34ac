"""Positions of values in a JSON text, compared with the standard library for any document in any layout."""

import json
import random

import pytest
from hypothesis import given, settings, strategies

from rmasim_analysis import json_spans
from rmasim_analysis.check.edit import Edit, apply, with_numbers

SCALARS = strategies.none() | strategies.booleans() | strategies.integers() | strategies.floats(
    allow_nan=False, allow_infinity=False) | strategies.text()
DOCUMENTS = strategies.recursive(SCALARS, lambda inner: strategies.lists(inner, max_size=4) | strategies.dictionaries(
    strategies.text(), inner, max_size=4), max_leaves=20)
BLANKS = " \t\r\n"


@strategies.composite
def layouts(draw, document):
    """Returns the document as text, with random blanks where JSON allows them, and some escaped letters. One random
    value decides on all of them, because a random value for each would take most of the time of the test."""
    rng = random.Random(draw(strategies.integers(0, 2**32)))

    def blank():
        return "".join(rng.choices(BLANKS, k=rng.randrange(4)))

    def scalar(value):
        return json.dumps(value, ensure_ascii=rng.random() < 0.5)

    def text(value):
        if isinstance(value, dict):
            inside = [blank() + scalar(key) + blank() + ":" + text(part) for key, part in value.items()]
            return blank() + "{" + (",".join(inside) or blank()) + "}" + blank()
        if isinstance(value, list):
            return blank() + "[" + (",".join(map(text, value)) or blank()) + "]" + blank()
        return blank() + scalar(value) + blank()

    return draw(strategies.sampled_from(["", json_spans.BYTE_ORDER_MARK])) + text(document)


TEXTS = DOCUMENTS.flatmap(lambda document: strategies.tuples(strategies.just(document), layouts(document)))


def agrees(text, node, value):
    """Checks that every value and key is at the position that the nodes name."""
    assert json.loads(text[node.start : node.end]) == value
    assert text[node.start : node.end] == text[node.start : node.end].strip()
    if isinstance(value, dict):
        assert [member.key for member in node.members] == list(value)
        for member in node.members:
            assert json.loads(text[member.start : member.key_end]) == member.key
            agrees(text, node.child(member.key), value[member.key])
    elif isinstance(value, list):
        assert len(node.items) == len(value)
        for index, part in enumerate(value):
            agrees(text, node.child(index), part)
    else:
        assert node.value == value


@given(TEXTS)
@settings(derandomize=True, database=None, deadline=None, max_examples=200)
def test_every_value_is_found_where_it_stands(drawn):
    document, text = drawn
    agrees(text, json_spans.parse(text), document)


@given(TEXTS, strategies.data())
@settings(derandomize=True, database=None, deadline=None, max_examples=200)
def test_what_the_library_refuses_is_refused(drawn, data):
    text = drawn[1].removeprefix(json_spans.BYTE_ORDER_MARK)
    at = data.draw(strategies.integers(0, len(text)))
    broken = text[:at] + data.draw(strategies.sampled_from(["", *'{}[],:"1 '])) + text[at + 1 :]
    try:
        document = json.loads(broken, object_pairs_hook=pairs_of)
    except json.JSONDecodeError:
        with pytest.raises(json.JSONDecodeError):
            json_spans.parse(broken)
        return
    if document is not TWICE:
        agrees(broken, json_spans.parse(broken), document)


TWICE = object()


def pairs_of(pairs):
    """Returns an object, or a mark if a key occurs twice. The test checks nothing in documents with such a key."""
    found = dict(pairs)
    return found if len(found) == len(pairs) and TWICE not in found.values() else TWICE


def test_paths_lines_and_what_is_nearest():
    text = '{\n "a": [\n  1, {"b.c": 2}]}'
    node = json_spans.parse(text)
    assert node.at("a", 1, "b.c").value == 2
    assert node.at("a", 2) is None and node.at("a", "b") is None and node.at("x", 0, "y") is None
    assert json_spans.line_of(text, node.at("a", 1).start) == 3
    assert node.nearest("a", 1, "x") == node.at("a", 1)
    assert node.nearest("x") == node
    assert json_spans.steps_of("programs[0].threads[1][12].put") == ("programs", 0, "threads", 1, 12, "put")


# ---- Changed objects of numbers: the json module reads the new numbers, and the rest of the text is unchanged.

KINDS, NUMBERS = strategies.text("ABC+", min_size=1, max_size=3), strategies.integers(0, 99)
COUNTS = strategies.dictionaries(KINDS, NUMBERS, max_size=5)
CHANGES = strategies.dictionaries(KINDS, strategies.none() | NUMBERS, max_size=5)


@given(COUNTS.flatmap(lambda counts: layouts({"x": [0], "kinds": counts, "y": ""})), CHANGES)
@settings(derandomize=True, database=None, deadline=None, max_examples=300)
def test_numbers_change_and_nothing_else(text, changes):
    root = json_spans.parse(text)
    kinds = root.child("kinds")
    edit = with_numbers(text, root, "kinds", changes)
    after = apply(text, [edit])
    assert after.startswith(text[: kinds.start]) and after.endswith(text[kinds.end :])
    wanted = json.loads(text[kinds.start : kinds.end]) | changes
    found = json.loads(after.removeprefix(json_spans.BYTE_ORDER_MARK))["kinds"]
    assert found == {key: number for key, number in wanted.items() if number is not None}
    if kinds.members and found == json.loads(text[kinds.start : kinds.end]):
        assert after == text


LAYOUTS = {
    "on one line": ('{ "k": { "B": 1, "D": 2 } }', '{ "k": { "A": 3, "C": 4, "D": 5 } }'),
    "close together": ('{"k":{"B":1,"D":2}}', '{"k":{"A":3,"C":4,"D":5}}'),
    "a line each": ('{\r\n  "k": {\r\n    "B": 1,\r\n    "D": 2\r\n  }\r\n}',
                    '{\r\n  "k": {\r\n    "A": 3,\r\n    "C": 4,\r\n    "D": 5\r\n  }\r\n}'),
    "aligned": ('{ "k": { "B": 1,\n         "D": 2 } }', '{ "k": { "A": 3,\n         "C": 4,\n         "D": 5 } }'),
    "one on a line": ('{\n  "k": {\n    "D": 2\n  }\n}', '{\n  "k": {\n    "A": 3,\n    "C": 4,\n    "D": 5\n  }\n}'),
    "empty": ('{ "k": {} }', '{ "k": { "A": 3, "C": 4, "D": 5 } }'),
    "empty and close": ('{"k":{}}', '{"k":{"A":3,"C":4,"D":5}}'),
    "in no order": ('{ "k": { "D": 2, "B": 1 } }', '{ "k": { "A": 3, "C": 4, "D": 5 } }'),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_new_members_look_like_their_neighbours(name):
    before, after = LAYOUTS[name]
    edit = with_numbers(before, json_spans.parse(before), "k", {"A": 3, "B": None, "C": 4, "D": 5})
    assert apply(before, [edit]) == after


def test_the_last_member_leaves_an_empty_object():
    text = '{ "k": { "A": 1 } }'
    assert apply(text, [with_numbers(text, json_spans.parse(text), "k", {"A": None})]) == '{ "k": {} }'


def test_edits_do_not_shift_each_other():
    assert apply("abcdef", [Edit(1, 2, "BBB"), Edit(4, 5, ""), Edit(5, 6, "F")]) == "aBBBcdF"
