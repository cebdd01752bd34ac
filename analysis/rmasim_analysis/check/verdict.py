"""The verdict of a check on one scenario."""

import re
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from ..errors import SUCCESS
from .difference import Difference
from .scenario_files import with_variant

MAX_STUCK_CALLS = 4
FAILED_IN_WORDS = re.compile(r"(.+): expected (.+), got (.+)")


class Status(Enum):
    """The status of a scenario. The value is its name in the summary."""

    AS_EXPECTED = "as expected"
    BLESSED = "blessed"
    WITHOUT_EXPECTATIONS = "without expectations"
    PLAYED = "run, but compared with nothing"
    AS_BEFORE = "as before"
    ONLY_SHOWN = "changed, but only in values that do not count"
    NEW = "not among the results"
    NOT_FOR_SETTINGS = "not for these settings"
    CHANGED = "changed"
    REFUSED = "refused"
    BROKE = "broke the simulator"


@dataclass(frozen=True)
class Verdict:
    """The verdict on a scenario. `notes` are lines of explanation. `result` is the simulator's result, or None if there
    is no result. `variant` is the variant of the file, and is empty for the file without a variant."""

    file: Path
    status: Status
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    result: dict | None = field(default=None, compare=False)
    variant: str = ""

    @property
    def title(self):
        return with_variant(self.file, self.variant)


def held(scenario, run):
    """The verdict on a run that the simulator has compared with the scenario's expectations."""
    differences = differences_of(scenario, run.result)
    if differences or run.exit_code != SUCCESS:
        notes = notes_of(run.result) if differences else tuple(run.complaints.splitlines())
        return Verdict(scenario.path, Status.CHANGED, differences, notes, run.result)
    status = Status.AS_EXPECTED if scenario.expects_something else Status.WITHOUT_EXPECTATIONS
    return Verdict(scenario.path, status, result=run.result)


def played(scenario, run):
    """The verdict on a run with other settings. Only the run's loads and its MEM_SYNCs can fail."""
    differences = failed_in_run(run.result)
    status = Status.CHANGED if differences else Status.PLAYED
    return Verdict(scenario.path, status, differences, notes_of(run.result) if differences else (), run.result)


def differences_of(scenario, result):
    """All differences between a result and the scenario's expectations."""
    differences = failed_in_run(result)
    if "transcript" in result and result["outcome"] != "expectation":  # the scenario's own schedule was executed
        wished = scenario.expect.get("outcome", "finished")
        if result["outcome"] != wished:
            differences += (Difference("outcome", wished, result["outcome"]),)
    return differences


def failed_in_run(result):
    """The failures that the simulator itself reports in the result."""
    failed = [Difference(one["what"], one["expected"], one["got"]) for one in result.get("expectations_failed", ())]
    if result["outcome"] == "expectation":
        failed += [Difference(*found.groups()) for line in result["what"] if (found := FAILED_IN_WORDS.fullmatch(line))]
    if "stale_reads" in result:
        failed.append(Difference("stale_reads", "0", str(result["stale_reads"]["total"])))
    return tuple(failed)


def notes_of(result):
    """A few lines that explain why a run did not finish, or what else has failed. If possible, they have line and
    column in the scenario's file."""
    notes = [result["cause"]] if "cause" in result else []
    waits = "waits for " if result["outcome"] in ("deadlock", "lost_rank") else ""
    stuck = result.get("stuck", [])
    for call in stuck[:MAX_STUCK_CALLS]:
        thread = f" thread {call['thread']}" if "thread" in call else ""
        at = f"{call['line']}:{call['column']}: " if "line" in call else ""
        notes.append(f"{at}rank {call['rank']}{thread}: {call['call']} at {call['place']}: {waits}{call['reason']}")
    if len(stuck) > MAX_STUCK_CALLS:
        notes.append(f"... and {len(stuck) - MAX_STUCK_CALLS} more")
    notes += result.get("stale_reads", {}).get("first", [])[:MAX_STUCK_CALLS]
    notes += [line for line in result.get("what", []) if not FAILED_IN_WORDS.fullmatch(line)][:MAX_STUCK_CALLS]
    return tuple(notes)
