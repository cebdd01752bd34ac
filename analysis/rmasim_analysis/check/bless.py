"""Blessing: writes the results of a run into the scenario's expectations. It changes only expectations that differ.

A file is replaced only if a run of the changed file meets its expectations. If a file cannot be blessed completely, it
stays unchanged, and a note states the reason.
"""

import json
from dataclasses import replace

from ..files import unfinished_next_to, write_whole
from ..json_spans import parse
from .edit import Edit, apply, with_numbers
from .location import node_of_variant, node_with_expect, steps_to
from .scenario_files import document_of
from .verdict import Status

LISTS_OF_KINDS = ("by_kind", "between_nodes", "by_pair")


class CannotBless(Exception):
    """The message states why a file cannot be blessed."""


def blessed(scenario, verdict, with_outcome, judge):
    """Blesses the file of a scenario that changed, or that has no expectations yet. Returns the new verdict. Other
    files stay as they are. `judge` runs a scenario file and returns its verdict."""
    if verdict.status not in (Status.CHANGED, Status.WITHOUT_EXPECTATIONS):
        return verdict
    try:
        text = scenario.path.read_bytes().decode()
        edits = edits_of(text, scenario.variant, verdict.differences, with_outcome) if scenario.expects_something else \
            [edit_of_expect(text, scenario.variant, verdict.result, with_outcome)]
        new = apply(text, edits)
        replace_file(scenario, new, judge)
    except CannotBless as why:
        return replace(verdict, notes=(*verdict.notes, f"not blessed: {why}"))
    return replace(verdict, status=Status.BLESSED)


def replace_file(scenario, text, judge):
    """Writes the text to a temporary file and runs this file. Replaces the scenario if the run meets the expectations.
    """
    path = scenario.path.resolve()  # the target of a link is replaced, and not the link
    with unfinished_next_to(path) as trial:
        write_whole(trial, text)
        again = judge(replace(scenario, path=trial, document=document_of(trial)))
        if again.status != Status.AS_EXPECTED:
            still = [one.sentence() for one in again.differences] or list(again.notes)
            raise CannotBless("a run of the changed file is not as expected either: " + still[0])
    write_whole(path, text)


def edits_of(text, variant, differences, with_outcome):
    """The Edits that replace the expectations by the results of the run. Raises CannotBless if there are none."""
    if not differences:
        raise CannotBless("what failed is not a number among the file's expectations")
    whole = parse(text)
    scenario = node_with_expect(whole, variant)
    if variant and scenario is whole:
        raise CannotBless("the variant has no `expect` of its own, and the file's `expect` also holds for other runs")
    edits, kinds, values = [], {}, {}
    for difference in differences:
        steps = steps_to(difference, scenario)
        if len(steps) > 3 and steps[2] in LISTS_OF_KINDS and steps[-1] not in ("min", "max"):
            kinds.setdefault(steps[:-1], {})[steps[-1]] = difference.got if int(difference.got) else None
        elif steps[:2] == ("expect", "memory"):
            values.setdefault(steps, set()).add(difference.got)
        else:
            edits.append(edit_of_figure(scenario, steps, difference, with_outcome))
    edits += [with_numbers(text, scenario.at(*steps[:-1]), steps[-1], changes) for steps, changes in kinds.items()]
    edits += [edit_of_value(scenario, steps, got) for steps, got in values.items()]
    return edits


def edit_of_expect(text, variant, result, with_outcome):
    """The Edit that gives a scenario or a variant a complete `expect`: the outcome, and the number of messages in total
    and by kind. Each kind has a line of its own, so that a later change of one count changes one line."""
    if result["outcome"] != "finished" and not with_outcome:
        raise CannotBless("the run did not finish; --bless-outcome makes this outcome the expected one")
    counts = {key: result["messages"][key] for key in ("total", "bytes", "by_kind")}
    end = "\r\n" if "\r\n" in text else "\n"
    lines = (f"{json.dumps(kind)}: {count}" for kind, count in sorted(counts["by_kind"].items()))
    kinds = f",{end}{41 * ' '}".join(lines)
    expect = (f'{{ "outcome": {json.dumps(result["outcome"])},{end}'
              f'              "messages": {{ "total": {counts["total"]}, "bytes": {counts["bytes"]},{end}'
              f'                            "by_kind": {f"{{ {kinds} }}" if kinds else "{}"} }} }}')
    whole = parse(text)
    scenario = node_of_variant(whole, variant) or whole
    there = scenario.at("expect")
    if there is not None:  # `expect` exists, but is empty
        return Edit(there.start, there.end, expect)
    last = scenario.members[-1].node.end
    return Edit(last, last, f',{end}  "expect": {expect}')


def edit_of_figure(scenario, steps, difference, with_outcome):
    if steps[:1] != ("expect",):
        raise CannotBless(f"{difference.what}: it belongs to the program, not to `expect`")
    node = scenario.at(*steps)
    if steps == ("expect", "outcome"):
        if not with_outcome:
            raise CannotBless("the outcome changed; --bless-outcome takes the new one")
        if node is None:
            raise CannotBless("the file names no outcome, so the run must finish; add the new outcome by hand")
        return Edit(node.start, node.end, f'"{difference.got}"')
    return Edit(node.start, node.end, difference.got)


def edit_of_value(scenario, steps, got):
    """The Edit for an element of a window. All ranks with a difference must now have the same value. The run of the
    changed file shows if the other ranks have this value, too."""
    path = "expect.memory[{}].values[{}]".format(steps[2], steps[4])
    node = scenario.at(*steps)
    if isinstance(node.value, str):
        raise CannotBless(f"{path} is an expression")
    if len(got) > 1:
        raise CannotBless(f"{path} is one number, but the ranks have {' and '.join(sorted(got, key=int)[:3])}")
    return Edit(node.start, node.end, *got)
