"""Edits of a JSON text. They keep every other character of the text."""

import json
from dataclasses import dataclass

from ..json_spans import BLANKS


@dataclass(frozen=True)
class Edit:
    """Replaces `text[start:end]` by `new`."""

    start: int
    end: int
    new: str


def apply(text, edits):
    """The text after the edits, which must not overlap."""
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


@dataclass
class Part:
    """A member of an object in the new text. `before` is the text between this member and the previous one, if there is
    one."""

    key: str
    text: str
    before: str | None = None


def with_numbers(text, around, key, changes):
    """An Edit of an object: the member `key` of `around`. It sets the numbers in `changes`, and removes the members
    whose change is None. A new member is before the first member that follows it in the alphabet, and has the format of
    its neighbours."""
    holder = around.member(key)
    members = holder.node.members
    style = style_of(text, around, holder)
    parts = [part for index, member in enumerate(members) if (part := changed(text, members, index, changes))]
    for name in sorted(changes.keys() - {member.key for member in members}):
        if changes[name] is not None:
            at = next((i for i, part in enumerate(parts) if part.key > name), len(parts))
            parts.insert(at, Part(name, json.dumps(name) + style.colon + str(changes[name])))
    return Edit(holder.node.start, holder.node.end, "{" + together(parts, style) + "}")


def changed(text, members, index, changes):
    """The Part for an existing member. None if the member is removed."""
    member = members[index]
    before = text[members[index - 1].node.end : member.start] if index > 0 else None
    if member.key not in changes:
        return Part(member.key, text[member.start : member.node.end], before)
    number = changes[member.key]
    return None if number is None else Part(member.key, text[member.start : member.node.start] + str(number), before)


def together(parts, style):
    if not parts:
        return ""
    rest = "".join((style.comma if part.before is None else part.before) + part.text for part in parts[1:])
    return style.lead + parts[0].text + rest + style.tail


@dataclass(frozen=True)
class Style:
    """The layout of an object: the blanks after its opening brace and before its closing brace, and the text between
    members and between key and value."""

    lead: str
    tail: str
    comma: str
    colon: str


def style_of(text, around, holder):
    members = holder.node.members
    if not members:
        colon = text[holder.key_end : holder.node.start]
        colon = ": " if "\n" in colon else colon
        lead = BLANKS.match(text, around.start + 1).group()
        lead = " " if "\n" in lead else lead
        return Style(lead, lead, ", " if colon.endswith(" ") else ",", colon)
    first, last = members[0], members[-1]
    lead, tail = text[holder.node.start + 1 : first.start], text[last.node.end : holder.node.end - 1]
    colon = text[first.key_end : first.node.start]
    if len(members) > 1:
        comma = text[first.node.end : members[1].start]
    else:
        comma = "," + (lead if "\n" in lead else " " * colon.endswith(" "))
    return Style(lead, tail, comma, colon)
