"""Every order in which the packets of a small scenario can arrive."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional

from rmasim_analysis import frames
from rmasim_analysis.errors import BAD_INPUT, BadInput, ProgramFailed
from rmasim_analysis.program import WITH_RESULT, find_program, setting_arguments

from .files import AnyScenario, as_file

if TYPE_CHECKING:
    import pandas


class Exploration:
    """What all orders gave. `raw` is the whole object that `rmasim explore --format json` prints."""

    def __init__(self, raw: dict[str, Any], exit_code: int = 0) -> None:
        self.raw = raw
        self.exit_code = exit_code

    def __repr__(self) -> str:
        return f"<rmasim.Exploration {self.raw['scenario']}: {self.executions} executions, {self.failing} failing>"

    @property
    def executions(self) -> int:
        """Orders that were played."""
        return int(self.raw["executions"])

    @property
    def exhausted(self) -> bool:
        """True if no order is left; false where a limit, or the first failure, ended it."""
        return bool(self.raw["exhausted"])

    @property
    def failing(self) -> int:
        """Executions that failed."""
        return int(self.raw["failing"])

    @property
    def failure(self) -> Optional[dict[str, Any]]:
        """The shortest failing order that was found, or None."""
        found: Optional[dict[str, Any]] = self.raw.get("failure")
        return found

    @property
    def messages(self) -> pandas.DataFrame:
        """Packets by kind over all orders: `least`, `most`."""
        return frames.load_exploration(self.raw)


def explore(scenario: AnyScenario, *, set: Optional[Mapping[str, Any]] = None, limit: Optional[int] = None,
            first: bool = False, reduction: Optional[str] = None, semantics: Optional[str] = None,
            jobs: Optional[int] = None) -> Exploration:
    """Plays a small scenario in every order in which packets can arrive and calls begin.

    `limit`: executions at most, 0 for no limit. `first`: stop at the first failure. `reduction`: "none" also plays
    orders that cannot differ. `set`, `semantics`: as of `run`. `jobs`: processes at the same time; the result does not
    depend on it.

        >>> result = explore("tests/explore/worlds/barrier-comes-any-time.json")
        >>> result.exhausted, result.failing
        (True, 0)
    """
    options = setting_arguments(set or {})
    for option, value in (("--limit", limit), ("--reduction", reduction), ("--semantics", semantics), ("--jobs", jobs)):
        if value is not None:
            options += [option, str(value)]
    if first:
        options.append("--first")
    with as_file(scenario) as path:
        done = subprocess.run([find_program(), "explore", str(path), "--format", "json", *options],
                              capture_output=True, text=True, check=False)
        if done.returncode == BAD_INPUT:
            place, _, rest = done.stderr.strip().partition(": found ")
            found, _, allowed = rest.partition("; allowed: ")
            raise BadInput(place, found, allowed)
        if done.returncode not in WITH_RESULT or not done.stdout:
            raise ProgramFailed(f"explore ended with exit code {done.returncode}\n{done.stderr}".rstrip())
    return Exploration(json.loads(done.stdout), done.returncode)
