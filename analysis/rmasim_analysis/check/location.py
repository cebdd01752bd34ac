"""Finds the location of an expectation in its file, if a run does not meet the expectation."""

import re

from ..json_spans import line_of, steps_of

KINDS = re.compile(r"messages\.(by_kind|between_nodes)\.(.+)")
KINDS_OF_PAIR = re.compile(r"messages\.by_pair\.(\d+>\d+)\.(.+)")
FIGURE = re.compile(r"(messages|high_water)\.(.+)")
MEMORY = re.compile(r"expect\.memory\[(\d+)\]: rank \d+, (\w+) at byte (\d+)")
LOAD = re.compile(r"rank \d+.* at (.+)")


def steps_to(difference, scenario):
    """The path of the expected value. It is a list of steps from the Node that has the `expect`: the scenario or a
    variant. () if the difference is not about a value."""
    what = difference.what
    if what == "outcome":
        return "expect", what
    if what == "time_ns":
        return "expect", what, "min" if difference.expected.startswith("at least") else "max"
    if found := KINDS.fullmatch(what):
        return "expect", "messages", *found.groups()
    if found := KINDS_OF_PAIR.fullmatch(what):
        return "expect", "messages", "by_pair", *found.groups()
    if found := FIGURE.fullmatch(what):
        return "expect", *found.groups()
    if found := MEMORY.fullmatch(what):
        return steps_to_memory(scenario, int(found[1]), bytes_of(found[2]), int(found[3]))
    if found := LOAD.fullmatch(what):
        return steps_of(found[1])
    return ()


def steps_to_memory(scenario, entry, element_bytes, byte):
    steps = "expect", "memory", entry
    disp = scenario.at(*steps, "disp")
    return *steps, "values", (byte - int(disp.value if disp else 0)) // element_bytes


def bytes_of(datatype):
    """The size of an element. The digits in the name of a datatype are its bits; for a pair, they are the bits of both
    parts. The name "byte" has no digits."""
    return sum(map(int, re.findall(r"\d+", datatype.replace("_", " ")))) // 8 or 1


def node_with_expect(scenario, variant):
    """The Node whose `expect` applies: the Node of the variant if it has its own `expect`, otherwise that of the
    scenario."""
    own = node_of_variant(scenario, variant)
    return own if own is not None and own.member("expect") else scenario


def node_of_variant(scenario, variant):
    """The Node of a variant. None if `variant` is empty."""
    variants = scenario.at("variants")
    found = (one for one in variants.items or () if one.at("name").value == variant) if variants and variant else ()
    return next(iter(found), None)


def line_in(text, scenario, difference, variant):
    """The line of the value. If the file has no such value, the line of the innermost object that would contain it."""
    around = node_with_expect(scenario, variant)
    steps = steps_to(difference, around)
    return line_of(text, (around if steps[:1] == ("expect",) else scenario).nearest(*steps).start)
