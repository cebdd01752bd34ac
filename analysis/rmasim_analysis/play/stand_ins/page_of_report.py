"""The page of `rmasim report`, made in a browser. It does the work of page.py without Jinja, matplotlib and files."""

import json

from browser import window
from templates import Markup, environment

from rmasim_analysis.report.exploration_section import ExplorationSection
from rmasim_analysis.report.run_section import RunSection
from rmasim_analysis.trace_file import part_words, trace_of

# The charts that matplotlib draws, which a page does not have.
DRAWN_ELSEWHERE = ("use", "queues", "counters", "rank_bars", "latency_chart")


class Played:
    """A run or an exploration in the form that the sections of the report need."""

    def __init__(self, name, about="", result=None, trace=None, found=None):
        self.name, self.about, self.result, self.trace, self.found = name, about, result, trace, found
        self.remark = ""
        if result and not trace:
            self.remark = "Without a diagram: of several families, of groups of ranks, of more than a million packets."
        if trace and trace.selection:
            self.remark = f"The diagram has a part of the run: {part_words(trace.selection)}."


def section_of(answer, name, about):
    if "exploration" in answer:
        return ExplorationSection(Played(answer["exploration"]["scenario"], found=answer["exploration"]))
    trace = trace_of(answer["trace"], "trace") if "trace" in answer else None
    section = RunSection(Played(name or answer["result"]["scenario"], about, answer["result"], trace))
    for chart in DRAWN_ELSEWHERE:
        setattr(section, chart, None)
    return section


def data_block(data):
    return Markup(json.dumps(data).replace("<", "\\u003c"))


def page_of_report(answers, names, about):
    """The page. `answers` are the simulator's answers as JSON texts, one for each section. `names` are the titles of
    the sections; "" stands for the scenario's name."""
    sections = [section_of(json.loads(answer), name, about) for answer, name in zip(answers, names)]
    titles = [section.title for section in sections]
    return environment.get_template("page.html").render(
        title=titles[0] if len(titles) == 1 else "Compared", maker="rmasim play",
        is_titled_by_section=len(titles) == 1, sections=list(enumerate(sections, start=1)), data=data_block,
        picture=lambda chart: "", style=Markup(window.reportStyle), script=Markup(window.reportScript),
        script_hash=window.reportScriptHash)


window.pageOfReport = page_of_report
window.dispatchEvent(window.Event.new("report-ready"))
