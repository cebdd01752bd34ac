"""Finds the location of an expectation in its file, if a run does not meet the expectation."""

import re

from ..json_spans import line_of, steps_of

KINDS = re.compile(r"messages\.(by_kind|between_nodes)\.(.+)")
KINDS_OF_PAIR = re.compile(r"messages\.by_pair\.(\d+>\d+)\.(.+)")
COUNT = re.compile(r"messages\.(total|bytes)")
HIGH_WATER = re.compile(r"high_water\.(.+)")
# The beginning of a text such as "at least 3", and the key of the bound: {"min": 3}.
BOUNDS = {"at least ": "min", "at most ": "max"}
MEMORY = re.compile(r"expect\.memory\[(\d+)\]: rank \d+, (\w+) at byte (\d+)")
LOAD = re.compile(r"rank \d+.* at (.+)")


def steps_to(difference, scenario):
    """The path of the expected value. It is a list of steps from the Node that has the `expect`: the scenario or a
    variant. () if the difference is not about a value."""
    what = difference.what
    if what == "outcome":
        return "expect", what
    if what == "time_ns":
        return "expect", what, *bound_of(difference)
    if found := KINDS.fullmatch(what):
        return steps_to_count(scenario, difference, *found.groups())
    if found := KINDS_OF_PAIR.fullmatch(what):
        return steps_to_count(scenario, difference, "by_pair", *found.groups())
    if found := COUNT.fullmatch(what):
        return steps_to_count(scenario, difference, found[1])
    if found := HIGH_WATER.fullmatch(what):
        return "expect", "high_water", found[1]
    if found := MEMORY.fullmatch(what):
        return steps_to_memory(scenario, int(found[1]), bytes_of(found[2]), int(found[3]))
    if found := LOAD.fullmatch(what):
        return steps_of(found[1])
    return ()


def steps_to_count(scenario, difference, *keys):
    """The path of an expected count: of the number, or of the bound that does not hold."""
    steps = "expect", "messages", *keys
    node = scenario.at(*steps)
    return *steps, *(bound_of(difference) if node is not None and node.members is not None else ())


def bound_of(difference):
    """The key of the bound in a text such as "at least 3". A range of one number is written as this number."""
    bound = next((key for words, key in BOUNDS.items() if difference.expected.startswith(words)), None)
    return (bound or ("min" if int(difference.got) < int(difference.expected) else "max"),)


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
