"""Sweeps: runs of a scenario over ranges of its settings."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

from rmasim_analysis import frames
from rmasim_analysis.errors import Failed
from rmasim_analysis.program import setting_arguments, text_of
from rmasim_analysis.sweep import command
from rmasim_analysis.variants import variant_arguments

from .files import AnyScenario, as_file

if TYPE_CHECKING:
    import pandas


def sweep(scenario: AnyScenario, vary: Mapping[str, Union[Sequence[Any], str]], *,
          variant: str = "", set: Optional[Mapping[str, Any]] = None, jobs: Optional[int] = None) -> pandas.DataFrame:
    """Runs the whole grid, as `rmasim sweep` does. Returns a table with a row for each run. The table's `attrs` has the
    units and descriptions of the columns.

    `vary`: for the path of a setting, the values. They are a list, or a range as for `--vary` ("1..64*2"). `jobs`: the
    number of parallel runs, by default the number of processors. The table does not depend on this number. `variant`,
    `set`: as in `run`.

        >>> table = sweep("scenarios/newrma/lock/lock-put-unlock.json",
        ...               {"protocol.optimizations.single_op": [True, False], "seed": "1..3"})
        >>> list(table["messages"])
        [2, 2, 2, 4, 4, 4]
    """
    words = variant_arguments(variant)
    for path, values in vary.items():
        listed = values if isinstance(values, str) else ",".join(text_of(value) for value in values)
        words += ["--vary", f"{path}={listed}"]
    if jobs is not None:
        words += ["--jobs", str(jobs)]
    with as_file(scenario) as file, tempfile.TemporaryDirectory(prefix="rmasim-") as folder:
        out = Path(folder) / "table"
        arguments = command_line([str(file), *words, *setting_arguments(set or {}), "--out", str(out)])
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = command.carry_out(arguments)
        if code:
            raise Failed(said.getvalue().strip())
        return frames.load_sweep(out)


def command_line(words: Sequence[str]) -> Any:
    """The arguments of the subcommand, as its own parser reads them."""
    import argparse

    parser = argparse.ArgumentParser(prog="rmasim sweep", allow_abbrev=False)
    command.add_arguments(parser)
    return parser.parse_args(words)
