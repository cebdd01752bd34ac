"""Positions of values in a JSON text. They are for code that refers to a location in a file, or that changes a part of
it.

The standard library reads scalars and keys. This module parses the structure around them, and skips a byte order mark
at the start of the text.
"""

import json
import re
from dataclasses import dataclass

BYTE_ORDER_MARK = "\ufeff"
BLANKS = re.compile(r"[ \t\r\n]*")
STEP = re.compile(r"\[(\d+)\]|\.?([^.\[]+)")
SCALAR = json.JSONDecoder()


@dataclass(frozen=True)
class Node:
    """A value, which is `text[start:end]`. An object has `members`, a list has `items`, a scalar has `value`."""

    start: int
    end: int
    value: object = None
    members: list["Member"] | None = None
    items: list["Node"] | None = None

    def member(self, key):
        return next((member for member in self.members or () if member.key == key), None)

    def child(self, step):
        """The value of the member with this key, or the item with this index. None if there is no such value."""
        if isinstance(step, int):
            return self.items[step] if self.items is not None and step < len(self.items) else None
        member = self.member(step)
        return member.node if member else None

    def at(self, *steps):
        """The value at the end of the path. None if there is no such value."""
        node = self
        for step in steps:
            node = node.child(step) if node else None
        return node

    def nearest(self, *steps):
        """The value at the end of the path. If there is no such value, the last value on the path that exists."""
        node = self
        for step in steps:
            below = node.child(step)
            if below is None:
                return node
            node = below
        return node


@dataclass(frozen=True)
class Member:
    """A key and its value. They are `text[start:node.end]`, from the key's first quote to the end of the value."""

    key: str
    start: int
    key_end: int
    node: Node


def parse(text):
    """The Node of the whole text. Raises json.JSONDecodeError if the text is not valid."""
    node, end = value_at(text, len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0)
    end = after_blanks(text, end)
    if end != len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return node


def line_of(text, offset):
    """The number of the line that contains the character with index `offset`. Lines are counted from 1."""
    return text.count("\n", 0, offset) + 1


def steps_of(path):
    """The steps of a path: "programs[0].calls" gives ("programs", 0, "calls"). Keys must not contain dots or brackets.
    """
    return tuple(int(number) if number else key for number, key in STEP.findall(path))


def after_blanks(text, at):
    return BLANKS.match(text, at).end()


def value_at(text, at):
    """Returns the Node of the value at `at`, and the index of the value's end. Blanks before the value are skipped."""
    at = after_blanks(text, at)
    if text.startswith("{", at):
        members, end = list_at(text, at, "}", member_at)
        return Node(at, end, members=members), end
    if text.startswith("[", at):
        items, end = list_at(text, at, "]", value_at)
        return Node(at, end, items=items), end
    value, end = SCALAR.raw_decode(text, at)
    return Node(at, end, value), end


def list_at(text, at, close, one_at):
    """Returns the members or items between brackets, and the index after the closing bracket. `one_at` reads a member
    or an item."""
    found = []
    at = after_blanks(text, at + 1)
    if text.startswith(close, at):
        return found, at + 1
    while True:
        one, at = one_at(text, at)
        found.append(one)
        at = after_blanks(text, at)
        if text.startswith(close, at):
            return found, at + 1
        at = expect(text, at, ",")


def member_at(text, at):
    start = after_blanks(text, at)
    if not text.startswith('"', start):
        raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, start)
    key, key_end = SCALAR.raw_decode(text, start)
    node, end = value_at(text, expect(text, after_blanks(text, key_end), ":"))
    return Member(key, start, key_end, node), end


def expect(text, at, sign):
    """Returns the index after the sign. Raises an error if another character is there."""
    if not text.startswith(sign, at):
        raise json.JSONDecodeError(f"Expecting '{sign}' delimiter", text, at)
    return at + 1
