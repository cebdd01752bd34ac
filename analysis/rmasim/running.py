"""Runs of scenarios."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, Union

from rmasim_analysis.program import find_program, simulate
from rmasim_analysis.variants import variant_arguments

from .files import AnyScenario, as_file, is_path, without_file
from .result import Result


class ExpectationFailed(AssertionError):
    """A run does not meet its scenario's expectations. The message has a line for each figure, with the expected and
    the actual value."""


def run(scenario: AnyScenario, *, variant: str = "", set: Optional[Mapping[str, Any]] = None,
        seed: Optional[int] = None, check_invariants: bool = False, semantics: Optional[str] = None,
        trace: Union[str, "os.PathLike[str]", None] = None, memory: Union[str, "os.PathLike[str]", None] = None,
        breakdown: Union[str, Sequence[str]] = ()) -> Result:
    """Simulates a scenario once, in a separate process.

    `variant`: the name of a variant of the scenario. `set`: settings by path, such as `{"ranks": 64, "protocol.slots":
    2}`. As on the command line, the scenario's expectations do not apply with changed settings or with `seed`.
    `check_invariants`: True checks every invariant of the protocol. `semantics`: "separate" (MPI-2), "unified" (MPI-3)
    or "off". `trace`, `memory`: output files. `breakdown`: "rank", "pair" or both; it adds `by_rank` and `by_pair` to
    the result.

        >>> halo = run("scenarios/quickstart.json", set={"ranks": 16})
        >>> halo.ranks, halo.outcome
        (16, 'finished')
        >>> apart = run("scenarios/newrma/lock/lock-put-unlock.json", breakdown=["rank", "pair"])
        >>> list(apart.by_rank["messages_sent"]), apart.by_pair.loc[(0, 1), "PUT+LOCK.X+UNLOCK"]
        ([1, 1], 1)

    Raises BadInput if the program refuses the scenario. Raises ProgramFailed if the program crashes.
    """
    arguments = variant_arguments(variant)
    if seed is not None:
        arguments += ["--seed", str(seed)]
    if check_invariants:
        arguments.append("--check-invariants")
    for one in [breakdown] if isinstance(breakdown, str) else breakdown:
        arguments += ["--breakdown", one]
    for option, value in (("--semantics", semantics), ("--trace", trace), ("--memory", memory)):
        if value is not None:
            arguments += [option, os.fspath(value)]
    with as_file(scenario) as path:
        played = simulate(find_program(), Path(path), set, arguments)
    if is_path(scenario):
        return Result(played.result, played.exit_code, played.complaints)
    raw = dict(played.result)
    for stuck in raw.get("stuck", []):  # these locations name the temporary file
        stuck.pop("line", None)
        stuck.pop("column", None)
    return Result(raw, played.exit_code, without_file(played.complaints, path))


def check(scenario: AnyScenario, *, variant: str = "") -> Result:
    """Runs a scenario and returns the result. Raises ExpectationFailed if the run does not meet the `expect` of the
    scenario or the variant.

        >>> check("scenarios/newrma/lock/lock-put-unlock.json").packets
        2
    """
    result = run(scenario, variant=variant)
    if result.expectations_failed:
        lines = [f"{one['what']}: expected {one['expected']}, got {one['got']}" for one in result.expectations_failed]
        raise ExpectationFailed("\n".join(lines))
    if result.exit_code:
        raise ExpectationFailed(result.complaints.strip())
    return result
