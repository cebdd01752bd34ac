"""Exploration of every order in which the packets of a small scenario can arrive."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

from rmasim_analysis import frames
from rmasim_analysis.errors import BAD_INPUT, BadInput, ProgramFailed
from rmasim_analysis.layout import count, title_of
from rmasim_analysis.program import find_program, setting_arguments
from rmasim_analysis.variants import variant_arguments

from . import notebook
from .files import AnyScenario, as_file

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class EndState:
    """A set of executions with the same end: the same contents of windows and variables, and the same blocked calls."""

    digest: str
    executions: int
    finished: bool  # false if calls are blocked
    values: dict[str, Any] = field(default_factory=dict)  # the values that differ between end states
    order: list[str] = field(default_factory=list)  # the order of one execution; empty after the first 64 end states


class Exploration:
    """The result of an exploration of all orders. `raw` is the output of `rmasim explore --format json`."""

    def __init__(self, raw: dict[str, Any], exit_code: int = 0) -> None:
        self.raw = raw
        self.exit_code = exit_code

    def __repr__(self) -> str:
        executions = count(self.executions, "execution")
        cut_off = "" if self.exhausted else f"; not exhausted, ended by {self.ended_by.replace('_', ' ')}"
        return f"<rmasim.Exploration {title_of(self.raw)}: {executions}, {self.failing} failing{cut_off}>"

    def _repr_html_(self) -> str:
        caption = (f"{title_of(self.raw)}: {count(self.executions, 'execution')}, {self.failing:,} failing, "
                   f"ended by {self.ended_by}")
        values = sorted({name for state in self.end_states for name in state.values})
        rows = [("finished" if state.finished else "blocked", state.executions,
                 *(state.values.get(name, "") for name in values)) for state in self.end_states]
        return notebook.table(caption, ("end state", "executions", *values), rows)

    @property
    def executions(self) -> int:
        """Number of orders that were executed."""
        return int(self.raw["executions"])

    @property
    def exhausted(self) -> bool:
        """True if every order was explored; false if a limit or the first failure ended the exploration."""
        return bool(self.raw["exhausted"])

    @property
    def ended_by(self) -> str:
        """The reason why the exploration ended: "exhausted", "limit", "time_limit", "first_failure" or "interrupt"."""
        return str(self.raw["ended_by"])

    @property
    def end_states(self) -> list[EndState]:
        """The end states, in the order in which they were found."""
        return [EndState(one["digest"], one["executions"], one["finished"], dict(one.get("values", {})),
                         list(one.get("schedule", []))) for one in self.raw["end_states"]]

    @property
    def ends(self) -> pandas.DataFrame:
        """A row for each end state: `executions`, `finished`, and a column for each value that differs."""
        return frames.load_end_states(self.raw)

    @property
    def failing(self) -> int:
        """Number of executions that failed."""
        return int(self.raw["failing"])

    @property
    def failures(self) -> list[dict[str, Any]]:
        """The kinds of failures, the gravest first. Each has `kind`, `executions`, `what`, and its shortest order."""
        return list(self.raw.get("failures", []))

    @property
    def failure(self) -> Optional[dict[str, Any]]:
        """The gravest failure, with its shortest order, or None."""
        return self.failures[0] if self.failures else None

    @property
    def messages(self) -> pandas.DataFrame:
        """Packets by kind over all orders: the minimum `least` and the maximum `most`."""
        return frames.load_exploration(self.raw)


def explore(scenario: AnyScenario, *, variant: str = "", set: Optional[Mapping[str, Any]] = None,
            limit: Optional[int] = None, time: Optional[Union[int, str]] = None, first: bool = False,
            reduction: Optional[str] = None, semantics: Optional[str] = None,
            jobs: Optional[int] = None, calm: bool = False) -> Exploration:
    """Explores every interleaving of a small scenario.

    `limit`: the maximum number of executions, 0 for no limit. `time`: the maximum number of seconds, or a text such as
    "10m". `first`: True stops at the first failure. `reduction`: "none" also executes orders whose effects cannot
    differ. `variant`, `set`, `semantics`: as in `run`. `jobs`: the number of parallel processes. The result does not
    depend on this number. `calm`: True lets barriers, WIN_CREATE and WIN_FREE send no packets.

        >>> result = explore("tests/explore/worlds/barrier-comes-any-time.json")
        >>> result.exhausted, result.failing
        (True, 0)
        >>> hunt = explore("scenarios/workloads/bug-hunt.json")
        >>> [state.values["rank 0, counter, int64 at byte 0"] for state in hunt.end_states]
        [2, 1, 2]
    """
    options = [*variant_arguments(variant), *setting_arguments(set or {})]
    for option, value in (("--limit", limit), ("--time", time), ("--reduction", reduction),
                          ("--semantics", semantics), ("--jobs", jobs)):
        if value is not None:
            options += [option, str(value)]
    if first:
        options.append("--first")
    if calm:
        options.append("--calm")
    with as_file(scenario) as path:
        done = subprocess.run([find_program(), "explore", str(path), "--format", "json", *options],
                              capture_output=True, text=True, check=False)
        if done.returncode == BAD_INPUT and not done.stdout:
            location, _, rest = done.stderr.strip().partition(": found ")
            found, _, allowed = rest.partition("; allowed: ")
            raise BadInput(location, found, allowed)
        if not done.stdout:
            raise ProgramFailed(f"explore ended with exit code {done.returncode}\n{done.stderr}".rstrip())
    return Exploration(json.loads(done.stdout), done.returncode)
