"""The page of a comparison. It has the verdict, the differences that matter, the diagrams of all sides, which move
together, the reasons, and all figures."""

from pathlib import Path

from .. import trace_file
from ..files import temporary_folder
from ..layout import count
from ..program import simulate
from ..report.diagram import diagram_of
from ..report.inputs import MAX_TRACED_MESSAGES, has_groups
from ..report.page import page_of
from ..report.words import with_micro
from . import shortage, sizes, text
from .matter import matter
from .play import arguments_of


class ComparisonSection:
    kind = "comparison"
    outcome = None

    def __init__(self, found, drawn):
        """`drawn` are the diagrams of the sides that have a trace, by name of the side."""
        self.found, self.drawn = found, drawn
        self.compared = [side for side in found["sides"] if side["status"] == "compared"]
        self.names = [side["name"] for side in self.compared]
        self.title = " / ".join(side["name"] for side in found["sides"])
        scenarios = dict.fromkeys(side["scenario"] for side in self.compared)
        networks = "".join(f" {one[0].upper()}{one[1:]}." for one in text.presets(self.compared))
        self.about = f"{with_micro(found['verdict'])} Runs of {', '.join(scenarios)}, side by side.{networks}"

    @property
    def model(self):
        rows = text.rows_of(self.compared)[1:]
        return {
            "remarks": [*map(with_micro, shortage.lines_of(self.found)), *([self.remark] if self.remark else [])],
            "facts": self.facts,
            "names": self.names,
            "sides": [self.side(one) for one in self.found["sides"]],
            "matter": [row_model(row) for row in matter(rows, self.compared)],
            "compared": [row_model(row) for row in rows],
            "drawn": [{"name": name, "diagram": diagram.model} for name, diagram in self.drawn.items()],
            "differences": [difference_model(one) for one in self.found["differences"]],
        }

    @property
    def remark(self):
        left_out = [name for name in self.names if name not in self.drawn]
        if not left_out:
            return ""
        return (f"No diagram of {', '.join(left_out)}: recorded results, runs of several groups, "
                f"and runs of more than {MAX_TRACED_MESSAGES:,} messages have none.")

    @property
    def facts(self):
        """The time and the number of packets of each side."""
        return [(side["name"], with_micro(text.time(side["time_ns"])), f"{count(side['messages']['total'], 'packet')}, "
                 f"{count(side['messages']['bytes'], 'byte')}") for side in self.compared]

    @staticmethod
    def side(side):
        made = [side["file"] + (" (recorded)" if side["recorded"] else ""), *side["set"]]
        remark = text.not_run(side) if side["status"] == "not_run" else side["cause"]
        left_out = side["left_out"] and f"left out, not in this family: {', '.join(side['left_out'])}"
        notes = [left_out, sizes.words_of(side["tuned"]) if "tuned" in side else "",
                 f"{side['outcome']}: {remark}" if side.get("cause") else remark]
        return {"name": side["name"], "made": ", ".join(made), "notes": [note for note in notes if note]}


def row_model(row):
    name, *cells = row
    is_title = not any(cells)
    return {"name": name.strip(), "cells": [with_micro(cell) for cell in cells], "part": name.startswith(" "),
            "title": is_title, "differs": not is_title and len(set(cells)) > 1}


def difference_model(one):
    settings = [{"path": each["path"], "before": text.plain(each["before"]), "now": text.plain(each["now"])}
                for each in one["settings"]]
    return {"side": one["side"], "against": one["against"], "settings": settings,
            "parts": [part_of(part) for part in one["parts"]]}


def part_of(part):
    reasons = [text.reason_text(reason) for reason in part["reasons"]]
    reasons += [f"not in {one['family']}: {one['clause']}: {one['why']}" for one in part["absences"]]
    return {"name": ("flag " if part["as"] == "flag" else "") + part["part"], "more": part["now"] > part["before"],
            "counts": f"{part['before']:,}, now {part['now']:,}",
            "reasons": reasons or ["a packet that the families of this version do not have"]}


def can_be_drawn(result):
    return result["messages"]["total"] <= MAX_TRACED_MESSAGES and not has_groups(result)


def page(program, runs, found, arguments):
    """The whole file as text. `runs` are the results of `play`, in the order of the sides."""
    drawn = {}
    with temporary_folder() as folder:
        for number, run in enumerate(runs):
            if run.result and not run.side.is_result and can_be_drawn(run.result):
                trace = trace_of(program, run, arguments, Path(folder), number)
                drawn[run.side.name] = diagram_of(trace, run.result)
    section = ComparisonSection(found, drawn)
    return page_of([section], section.title, "rmasim compare")


def trace_of(program, run, arguments, folder, number):
    path = folder / f"{number}.trace.json"
    simulate(program, run.side.file,
             arguments=[*arguments_of(run.side, arguments, folder / f"{number}.json"), "--trace", str(path)])
    return trace_file.load(path)
