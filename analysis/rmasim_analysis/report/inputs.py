"""Reads the inputs of a report. The contents of a file or folder determine its type.

A result and a trace of the same run are combined. If the input is a scenario, the scenario is run, which gives both.
"""

from dataclasses import dataclass
from pathlib import Path

from .. import load, trace_file
from ..errors import BadInput
from ..files import read_json, temporary_folder
from ..layout import title_of
from ..program import find_program, simulate
from ..program_file import can_run
from ..variants import document_of
from . import shape

MAX_TRACED_MESSAGES = 200_000  # reading a larger trace needs gigabytes of memory
ALLOWED = ("a result (rmasim run --format json), a trace (run --trace), an exploration (explore --format json), "
           "the folder of a sweep, what was tuned (tune --format json), or a scenario")


@dataclass
class Run:
    name: str
    about: str = ""
    result: dict | None = None
    trace: trace_file.TraceFile | None = None
    remark: str = ""  # the missing part, and the reason why it is missing
    played: bool = False  # True if the report has run the scenario


@dataclass
class Exploration:
    name: str
    found: dict


@dataclass
class Tuning:
    name: str
    found: dict


@dataclass
class Sweep:
    name: str
    table: load.Table


def read_all(paths, changes=()):
    """The runs, explorations, tunings and sweeps in the order of `paths`. A result and a trace of one run become one
    run. `changes` has --variant, --patch and --set with their values. They apply to the scenarios among the inputs."""
    found = []
    for path in paths:
        one = read(path, changes)
        if isinstance(one, Run) and any(join(earlier, one) for earlier in found):
            continue
        found.append(one)
    if changes and not any(isinstance(one, Run) and one.played for one in found):
        raise BadInput(changes[0], "no scenario among the inputs", "scenarios, which are run: results stay as they are")
    return found


def join(earlier, run):
    """Combines a result with its trace. Returns True if `earlier` is of the same run."""
    if not isinstance(earlier, Run) or earlier.name != run.name:
        return False
    if bool(earlier.result) == bool(run.result) or bool(earlier.trace) == bool(run.trace):
        return False
    result, trace = earlier.result or run.result, earlier.trace or run.trace
    if result["messages"]["total"] != len(trace.messages):
        return False  # the two runs have different settings
    earlier.result, earlier.trace = result, trace
    earlier.remark = earlier.remark or run.remark
    return True


def read(path, changes=()):
    if load.sweep_folder(path) is not None or Path(path).is_dir():
        table = load.load_table(path)
        return Sweep(table.name, table)
    document = read_json(path)
    if trace_file.is_trace(document):
        trace = trace_file.trace_of(document, path)
        return Run(trace.scenario, trace=trace, remark=remark_of(trace))
    keys = set(document) if isinstance(document, dict) else set()
    if {"executions", "end_states"} <= keys:
        shape.check(document, shape.EXPLORATION, path)
        return Exploration(title_of(document), document)
    if {"recommended", "front"} <= keys:
        shape.check(document, shape.TUNING, path)
        return Tuning(title_of(document), document)
    if {"outcome", "time_spent"} <= keys:
        shape.check_result(document, path)
        return Run(title_of(document), result=document)
    if can_run(document):
        return run_scenario(path, document, changes)
    raise BadInput(path, "JSON of another kind", ALLOWED)


def remark_of(trace):
    part = trace_file.part_words(trace.selection)
    remarks = [f"The trace is a part: {part}."] if part else []
    if trace.in_steps:
        remarks.append("A schedule was replayed, without a clock: each of its steps counts as a microsecond.")
    return " ".join(remarks)


def has_groups(result):
    """True if the result has several groups of ranks. Groups have no common trace."""
    return result.get("groups", {}).get("count", 1) > 1


def run_scenario(path, scenario, changes):
    """Runs the scenario twice. The first run determines the size of a trace. The second run writes the trace."""
    program = find_program()
    result = simulate(program, path, arguments=["--breakdown", "rank,pair", *changes]).result
    about = document_of(scenario, result.get("variant", "")).get("about", "")
    run = Run(title_of(result), str(about), result, played=True)
    messages = result["messages"]["total"]
    if has_groups(result):
        run.remark = "Not traced: a trace is of one group (rmasim run --group K --trace FILE)."
        return run
    if messages > MAX_TRACED_MESSAGES:
        run.remark = (f"Not traced: {messages:,} messages are more than the {MAX_TRACED_MESSAGES:,} that a page can "
                      "hold. Fewer ranks or iterations (rmasim run --set) show how they travel.")
        return run
    with temporary_folder() as folder:
        trace = Path(folder) / "trace.json"
        simulate(program, path, arguments=["--trace", str(trace), *changes])
        run.trace = trace_file.load(trace)
    return run
