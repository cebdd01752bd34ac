"""Saves the figures of all runs of a check, and compares another check with them. The two checks may be of two builds
or of two settings.

The number of messages and the outcome must be equal. Times must be equal if the user requests it. All other figures are
only shown: the maximum number of elements in use, memory, and the digest of all events.
"""

import json
from dataclasses import dataclass

from ..errors import BadInput
from ..files import read_json, write_whole
from .difference import Difference
from .verdict import Status, Verdict, failed_in_run, notes_of

FORMAT = "rmasim check, 1"
PARTS = {"version": str, "settings": list, "patches": list, "scenarios": dict}
COUNT = ("outcome", "messages", "wrong_loads", "stale_reads")


@dataclass(frozen=True)
class Results:
    """The saved figures of a check. `scenarios`: the figures of each scenario, by the key of its ScenarioFile.
    `settings`: the texts of --set. `patches`: the contents of the files of --patch."""

    version: str
    settings: list
    patches: list
    scenarios: dict

    @property
    def about(self):
        changes = [f"--set {one}" for one in self.settings] + [f"--patch {json.dumps(one)}" for one in self.patches]
        return f"version {self.version}, " + (" ".join(changes) or "the scenarios' own settings")


def figures_of(result):
    """The part of a run's result that is saved. The figures have the names of expectations. A run of a schedule has no
    clock, so some of its figures are missing."""
    figures = {"outcome": result["outcome"]}
    figures |= {f"messages.{name}": figure for name, figure in result["messages"].items() if name != "by_reason"}
    figures["wrong_loads"] = sum(one.what.startswith("rank ") for one in failed_in_run(result))
    figures["stale_reads"] = result.get("stale_reads", {"total": 0})["total"]
    if "elements" in result:
        figures["high_water"] = {pool: use["high_water"] for pool, use in result["elements"].items()}
        figures["memory_bytes_per_rank"] = result["memory_bytes_per_rank"]["total"]
        figures["time_ns"] = result["time_ns"]
        figures["digest"] = result["digest"]
    return figures


def refuse_same_names(scenarios):
    """Raises BadInput if two files have the same key in the results."""
    files = {}
    for scenario in scenarios:
        first = files.setdefault(scenario.key, scenario.path)
        if first != scenario.path:
            raise BadInput(scenario.path, f"the path that {first} has in its folder",
                           "scenarios whose paths in their folders differ")


def results_of(scenarios, verdicts, settings, patches):
    results = {scenario.key: verdict.result for scenario, verdict in zip(scenarios, verdicts) if verdict.result}
    version = next((result["version"] for result in results.values()), "")
    return Results(version, settings, patches, {key: figures_of(result) for key, result in results.items()})


def write_results(path, results):
    contents = {"format": FORMAT} | {part: getattr(results, part) for part in PARTS}
    write_whole(path, json.dumps(contents, indent=2, sort_keys=True) + "\n")


def read_results(path):
    contents = read_json(path)
    known = isinstance(contents, dict) and contents.get("format") == FORMAT
    if not known or not all(isinstance(contents.get(part), kind) for part, kind in PARTS.items()):
        raise BadInput(path, "something else", f'a file that `rmasim check --save` of this version wrote ("{FORMAT}")')
    return Results(*(contents[part] for part in PARTS))


def compared(scenario, run, before, times_count):
    """The verdict on a run, after a comparison with the Results `before`."""
    if scenario.key not in before.scenarios:
        return Verdict(scenario.path, Status.NEW, result=run.result)
    differences = differences_between(before.scenarios[scenario.key], figures_of(run.result), times_count)
    if not differences:
        return Verdict(scenario.path, Status.AS_BEFORE, result=run.result)
    ended_otherwise = any(one.what in ("outcome", "stale_reads") for one in differences)
    notes = notes_of(run.result) if ended_otherwise else ()
    status = Status.CHANGED if any(one.counts for one in differences) else Status.ONLY_SHOWN
    return Verdict(scenario.path, status, differences, notes, run.result)


def differences_between(before, now, times_count):
    """The differences between the results of two runs. Differences that count are first. If only one result has a list
    of kinds, this list is not compared: for example, the result has no list of packets between nodes if each rank is a
    node."""
    found = []
    for name in now:
        if name in before:
            counts = name.startswith(COUNT) or times_count and name == "time_ns"
            old, new = flat(name, before[name]), flat(name, now[name])
            for path in sorted(old.keys() | new.keys()):
                texts = str(old.get(path, 0)), str(new.get(path, 0))
                if texts[0] != texts[1]:
                    found.append(Difference(path, *texts, counts))
    return tuple(sorted(found, key=lambda one: not one.counts))


def flat(name, figure):
    """The figures by their path."""
    if not isinstance(figure, dict):
        return {name: figure}
    return {path: value for key, part in figure.items() for path, value in flat(f"{name}.{key}", part).items()}
