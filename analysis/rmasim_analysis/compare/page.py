"""The page of a comparison. It has the diagrams of all sides, which move together, and below them the figures and the
reasons."""

from pathlib import Path

from .. import trace_file
from ..files import temporary_folder
from ..layout import count
from ..program import simulate
from ..report.diagram import diagram_of
from ..report.inputs import MAX_TRACED_MESSAGES, has_groups
from ..report.page import page_of
from ..report.words import CAUSES
from . import shortage, sizes, text
from .play import arguments_of


class DrawnSide:
    """The properties of a side that diagram.html uses."""

    kind = "run"
    path = ()

    def __init__(self, name, trace, result):
        self.title = self.diagram_title = name
        self.diagram = diagram_of(trace, result)
        self.hides_hint = False


class ComparisonSection:
    kind = "comparison"
    template = "comparison.html"
    outcome = None

    def __init__(self, found, drawn):
        """`drawn` are the sides that have a trace."""
        self.found, self.drawn = found, drawn
        self.compared = [side for side in found["sides"] if side["status"] == "compared"]
        self.names = [side["name"] for side in self.compared]
        self.title = " / ".join(side["name"] for side in found["sides"])
        scenarios = dict.fromkeys(side["scenario"] for side in self.compared)
        networks = "".join(f" {one[0].upper()}{one[1:]}." for one in text.presets(self.compared))
        self.about = f"Runs of {', '.join(scenarios)}, side by side.{networks}"

    @property
    def drawn_names(self):
        return [side.title for side in self.drawn]

    @property
    def is_tall(self):
        return any(side.diagram.is_tall for side in self.drawn)

    @property
    def remark(self):
        left_out = [name for name in self.names if name not in self.drawn_names]
        if not left_out:
            return ""
        return (f"No diagram of {', '.join(left_out)}: recorded results, runs of several groups, "
                f"and runs of more than {MAX_TRACED_MESSAGES:,} messages have none.")

    @property
    def facts(self):
        """The time and the number of packets of each side, if there are few sides."""
        return [(side["name"], text.time(side["time_ns"]), f"{count(side['messages']['total'], 'packet')}, "
                 f"{count(side['messages']['bytes'], 'byte')}") for side in self.compared]

    @property
    def warnings(self):
        return shortage.lines_of(self.found)

    @property
    def sides(self):
        for side in self.found["sides"]:
            made = [side["file"] + (" (recorded)" if side["recorded"] else ""), *side["set"]]
            remark = text.not_run(side) if side["status"] == "not_run" else side["cause"]
            yield {"name": side["name"], "made": ", ".join(made), "left_out": ", ".join(side["left_out"]),
                   "tuned": sizes.words_of(side["tuned"]) if "tuned" in side else "",
                   "remark": f"{side['outcome']}: {remark}" if side.get("cause") else remark}

    @property
    def rows(self):
        for name, *cells in text.rows_of(self.compared)[1:]:
            yield {"name": name.strip(), "cells": cells, "is_part": name.startswith(" "),
                   "is_title": not any(cells), "differs": len(set(cells)) > 1}

    @property
    def differences(self):
        for one in self.found["differences"]:
            moved = [f"{each['path']} {text.plain(each['before'])}, now {text.plain(each['now'])}"
                     for each in one["settings"]]
            yield {"side": one["side"], "against": one["against"], "settings": moved,
                   "parts": [part_of(part) for part in one["parts"]]}


def part_of(part):
    appeared = part["now"] > part["before"]
    reasons = [text.reason_text(reason) for reason in part["reasons"]]
    reasons += [f"not in {one['family']}: {one['clause']}: {one['why']}" for one in part["absences"]]
    return {"name": ("flag " if part["as"] == "flag" else "") + part["part"], "sort": "more" if appeared else "less",
            "counts": f"{part['before']:,}, now {part['now']:,}",
            "reasons": reasons or ["a packet that the families of this version do not have"]}


def alike(drawn):
    """Gives each cause of waits the same colour on all sides. Only the first side explains the colours."""
    occur = {cause["name"]: cause for side in drawn for cause in side.diagram.data["causes"]}
    order = [name for name in CAUSES if name in occur] + sorted(occur.keys() - CAUSES.keys())
    for side in drawn:
        data = side.diagram.data
        indices = [order.index(cause["name"]) for cause in data["causes"]]
        data["waits"]["cause"] = [indices[cause] for cause in data["waits"]["cause"]]
        data["causes"] = [occur[name] for name in order]
        side.hides_hint = side is not drawn[0]


def can_be_drawn(result):
    return result["messages"]["total"] <= MAX_TRACED_MESSAGES and not has_groups(result)


def page(program, runs, found, arguments):
    """The whole file as text. `runs` are the results of `play`, in the order of the sides."""
    drawn = []
    with temporary_folder() as folder:
        for number, run in enumerate(runs):
            if run.result and not run.side.is_result and can_be_drawn(run.result):
                drawn.append(DrawnSide(run.side.name, trace_of(program, run, arguments, Path(folder), number),
                                       run.result))
    alike(drawn)
    section = ComparisonSection(found, drawn)
    return page_of([section], section.title, "rmasim compare")


def trace_of(program, run, arguments, folder, number):
    path = folder / f"{number}.trace.json"
    simulate(program, run.side.file,
             arguments=[*arguments_of(run.side, arguments, folder / f"{number}.json"), "--trace", str(path)])
    return trace_file.load(path)
