"""The search for the best slots, pools and thresholds of a scenario."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional

from rmasim_analysis.errors import Failed
from rmasim_analysis.layout import title_of
from rmasim_analysis.program import setting_arguments
from rmasim_analysis.tune import command
from rmasim_analysis.tune.text import text_of
from rmasim_analysis.variants import variant_arguments

from . import notebook
from .files import AnyScenario, as_file, is_path, without_file

if TYPE_CHECKING:
    import pandas


class Tuning:
    """The result of a search. `raw` is the output of `rmasim tune --format json`; analysis/TUNING.md explains it."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw

    def __repr__(self) -> str:
        return f"<rmasim.Tuning {title_of(self.raw)}: {self.recommended}>"

    def _repr_html_(self) -> str:
        rows = [(", ".join(f"{path}={value}" for path, value in row["changes"].items()) or "as they are",
                 row["bytes_per_rank"], row["time_ns"], "yes" if row["recommended"] else "")
                for row in self.front.reset_index().to_dict("records")]
        return notebook.table(f"{title_of(self.raw)}: the best settings for each amount of memory",
                              ("settings", "bytes per rank", "time, ns", "recommended"), rows)

    def __str__(self) -> str:
        """The text that `rmasim tune` prints."""
        return str(text_of(self.raw)).rstrip("\n")

    @property
    def recommended(self) -> dict[str, int]:
        """The recommended settings that differ from the scenario's, by path: an argument `set` for `run`."""
        own: dict[str, int] = self.raw["own"]["settings"]
        best: dict[str, int] = self.raw["recommended"]["settings"]
        return {path: value for path, value in best.items() if own[path] != value}

    @property
    def patch(self) -> dict[str, Any]:
        """The recommended settings as a JSON Merge Patch."""
        return dict(self.raw["patch"])

    @property
    def saves_percent(self) -> Optional[float]:
        """The saving of the objective in percent, compared with the scenario's own settings. None if the scenario does
        not finish with its own settings."""
        saved: Optional[float] = self.raw["saves_percent"]
        return saved

    @property
    def front(self) -> pandas.DataFrame:
        """The minimum time (or number of messages) for each amount of memory. Each row has `bytes_per_rank`, `time_ns`,
        `messages`, `recommended`, and `changes`: settings by path."""
        import pandas

        rows = [{"bytes_per_rank": one["memory_bytes_per_rank"]["promised"], "time_ns": one["time_ns"],
                 "messages": one["messages"], "recommended": one["recommended"], "changes": one["changes"]}
                for one in self.raw["front"]]
        frame = pandas.DataFrame(rows, columns=["bytes_per_rank", "time_ns", "messages", "recommended", "changes"])
        frame.index = pandas.RangeIndex(1, len(rows) + 1, name="row")
        return frame


def tune(scenario: AnyScenario, *, memory: Optional[int] = None, over: Optional[Sequence[str]] = None,
         objective: str = "time", variant: str = "", set: Optional[Mapping[str, Any]] = None,
         seed: Optional[int] = None, seeds: int = 1, verify: int = 5, runs: int = 1000,
         jobs: Optional[int] = None) -> Tuning:
    """Searches for the slots, pools and thresholds that make a scenario fastest within a memory limit.

    `memory`: the limit in bytes per rank, by default the memory that the scenario's own settings need. `over`: paths of
    the settings to search. `objective`: "time" or "messages". `seeds`: the number of seeds over which the mean is
    minimised. `verify`: the number of other seeds for a comparison at the end. `runs`: the maximum number of runs of
    the search. `variant`, `set`, `seed`, `jobs`: as in `run` and `sweep`.

        >>> import rmasim
        >>> lock_put = "scenarios/scale/lock-put.json"
        >>> best = tune(lock_put, set={"ranks": 4}, over=["protocol.slots", "protocol.op_pool.global"], runs=30)
        >>> best.recommended
        {'protocol.slots': 1, 'protocol.op_pool.global': 0}
        >>> rmasim.run(lock_put, set={"ranks": 4, **best.recommended}).time_ns == best.raw["recommended"]["time_ns"]
        True

    Raises BadInput if an argument is not valid. Raises Failed if the scenario finishes with none of the settings in the
    search.
    """
    words = [*variant_arguments(variant), "--objective", objective, "--seeds", str(seeds), "--verify", str(verify),
             "--runs", str(runs)]
    for option, value in (("--memory", memory), ("--seed", seed), ("--jobs", jobs)):
        if value is not None:
            words += [option, str(value)]
    if over is not None:
        words += ["--over", ",".join(over)]
    with as_file(scenario) as path:
        parser = argparse.ArgumentParser(prog="rmasim tune", allow_abbrev=False)
        command.add_arguments(parser)
        try:
            _, found = command.tuned(parser.parse_args([str(path), *words, *setting_arguments(set or {})]))
        except command.Ends as error:
            raise Failed(str(error)) from None
    return Tuning(found if is_path(scenario) else without_file(found, path))
