"""Comparison of runs side by side."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from rmasim_analysis.compare import command
from rmasim_analysis.compare.text import text_of
from rmasim_analysis.program import setting_arguments
from rmasim_analysis.program import text_of as json_of
from rmasim_analysis.variants import variant_arguments

from . import notebook
from .files import AnyScenario, as_file, is_path, without_file

if TYPE_CHECKING:
    import pandas


class Comparison:
    """The result of a comparison: runs side by side, and the differences of their packets. `found` is the output of
    `rmasim compare --format json`; analysis/README.md describes it.

        >>> print(compare("scenarios/newrma/lock/lock-put-unlock.json", families=["newrma", "ch3"]).packets)
                           newrma  ch3
        ACK                     0    1
        LOCK+LOCK.X             0    1
        LOCK_ACK+GRANTED        0    1
        PUT+IMMED+UNLOCK        0    1
        PUT+LOCK.X+UNLOCK       1    0
        RMA_DONE_ACK            1    0
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found

    def _repr_html_(self) -> str:
        run = [side for side in self.sides if side["status"] == "compared"]
        kinds = sorted({kind for side in run for kind in side["messages"]["by_kind"]})
        rows = [("outcome", *(side["outcome"] for side in run)),
                ("virtual time, ns", *(side.get("time_ns", "") for side in run)),
                ("all packets", *(side["messages"]["total"] for side in run)),
                *((kind, *(side["messages"]["by_kind"].get(kind, 0) for side in run)) for kind in kinds)]
        not_run = [side["name"] for side in self.sides if side["status"] != "compared"]
        caption = "comparison" + (f"; not run: {', '.join(not_run)}" if not_run else "")
        return notebook.table(caption, ("", *(side["name"] for side in run)), rows)

    @property
    def sides(self) -> list[dict[str, Any]]:
        """The sides, in the order of the arguments. A side has `status` "not_run" if its family cannot run the
        scenario."""
        return list(self.found["sides"])

    @property
    def warnings(self) -> list[dict[str, str]]:
        """The sides whose pools were exhausted: `side`, and `what` the pools did not have."""
        return list(self.found["warnings"])

    @property
    def differences(self) -> list[dict[str, Any]]:
        """The packets that appear or vanish on each side after the first, with clauses and settings."""
        return list(self.found["differences"])

    @property
    def packets(self) -> pandas.DataFrame:
        """Packets by kind. The table has a row for each kind, and a column for each side that was run."""
        import pandas

        counts = {side["name"]: side["messages"]["by_kind"] for side in self.sides if side["status"] == "compared"}
        return pandas.DataFrame(counts).fillna(0).astype("int64").sort_index()

    def __str__(self) -> str:
        """The text that `rmasim compare` prints."""
        return str(text_of(self.found)).rstrip("\n")


def compare(*scenarios: AnyScenario, families: Optional[Sequence[str]] = None,
            sides: Optional[Mapping[str, Mapping[str, Any]]] = None, variants: Sequence[str] = (),
            set: Optional[Mapping[str, Any]] = None, seed: Optional[int] = None, tuned: bool = False,
            memory: Optional[int] = None) -> Comparison:
    """Runs scenarios under several families or with several settings, and returns the differences and their reasons.

    `families`: names of protocol families. Settings of `protocol` that a family does not have are left out. `sides`:
    settings by path, for each further side by name. `variants`: variants of the scenarios; each variant is a side. If
    there is a single side, it is compared with the unchanged scenario. `set`, `seed`: settings and seed for all sides.
    `tuned`: each side uses its own best sizes within `memory` bytes per rank. The default of `memory` is the maximum
    that the settings of any side allow. A scenario may also be the path of a recorded result.

        >>> off = {"protocol.optimizations.single_op": False}
        >>> both = compare("scenarios/newrma/lock/lock-put-unlock.json", sides={"off": off})
        >>> [side["messages"]["total"] for side in both.sides]
        [2, 4]
        >>> [(part["part"], part["reasons"][0]["clause"]) for part in both.differences[0]["parts"]]
        [('LOCK', 'NR-LOCKOP-3'), ('LOCK_GRANTED', 'NR-LOCK-15'), ('LOCK.X', 'NR-OPT-1')]

    Raises BadInput if a setting is not valid or if no side could be run.
    """
    words = ["--families", ",".join(families)] if families else []
    for name, settings in (sides or {}).items():
        words += ["--side", f"{name}: " + "; ".join(f"{path}={json_of(value)}" for path, value in settings.items())]
    words += [part for name in variants for part in variant_arguments(name)]
    words += setting_arguments(set or {})
    if seed is not None:
        words += ["--seed", str(seed)]
    words += ["--tuned"] if tuned else []
    words += ["--memory", str(memory)] if memory is not None else []
    with ExitStack() as files:
        paths = [str(files.enter_context(as_file(scenario))) for scenario in scenarios]
        parser = argparse.ArgumentParser(prog="rmasim compare", allow_abbrev=False)
        command.add_arguments(parser)
        found = command.finding(parser.parse_args([*paths, *words]))
    for scenario, path in zip(scenarios, paths):
        found = found if is_path(scenario) else without_file(found, Path(path))
    return Comparison(found)
