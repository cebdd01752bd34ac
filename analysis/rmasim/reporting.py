"""HTML pages of results."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Optional, Union

from rmasim_analysis.report import command

from .comparing import Comparison
from .exploration import Exploration
from .files import AnyScenario, as_file
from .result import Result
from .tuning import Tuning

# An input of `report`. If it is a scenario, `report` runs it first. It may also be the path of a trace, or of the
# folder of a sweep.
Shown = Union[AnyScenario, Result, Exploration, Tuning]


def report(*shown: Shown, out: Union[str, "os.PathLike[str]"], title: Optional[str] = None) -> Path:
    """Writes one HTML page, with a section for each result, and returns its path. The page needs no other file.

        >>> import rmasim, tempfile
        >>> result = rmasim.run("scenarios/newrma/lock/lock-put-unlock.json", breakdown="pair")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     page = report(result, "scenarios/quickstart.json", out=f"{folder}/page.html", title="Two runs")
        ...     print('"title":"Two runs"' in page.read_text())
        True

    Raises BadInput for any other input.
    """
    with ExitStack() as files:
        paths = [str(files.enter_context(as_file(source_of(one)))) for one in shown]
        words = [*paths, "-o", os.fspath(out), *(["--title", title] if title is not None else [])]
        parser = argparse.ArgumentParser(prog="rmasim report", allow_abbrev=False)
        command.add_arguments(parser)
        with contextlib.redirect_stdout(io.StringIO()):
            command.carry_out(parser.parse_args(words))
    return Path(out)


def source_of(shown: Any) -> AnyScenario:
    """The contents of the input, as its file has them. For a path, the path itself."""
    if isinstance(shown, Comparison):
        raise TypeError("report has no section for a Comparison; `rmasim compare --page` writes its page")
    if not isinstance(shown, (Result, Exploration, Tuning)):
        source: AnyScenario = shown
        return source
    return shown.raw
