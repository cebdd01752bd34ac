"""Files for the program. They are made from any form of a scenario."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Union

from rmasim_analysis.errors import BadInput, Failed

from .scenario import Scenario

# A scenario: a path, the contents of a scenario file, or a Scenario.
AnyScenario = Union[str, "os.PathLike[str]", Mapping[str, Any], Scenario]


def is_path(scenario: object) -> bool:
    """True if the scenario is a file of the caller. The names of temporary files must not appear in results."""
    return isinstance(scenario, (str, os.PathLike))


@contextmanager
def as_file(scenario: AnyScenario) -> Iterator[Path]:
    """Yields the path of the scenario's file. If the scenario is no file, yields the path of a temporary file with its
    contents, which is deleted afterwards. Errors then contain the scenario's name instead of the file's."""
    if isinstance(scenario, (str, os.PathLike)):
        yield Path(scenario)
        return
    members = scenario.as_dict() if isinstance(scenario, Scenario) else dict(scenario)
    with tempfile.TemporaryDirectory(prefix="rmasim-") as folder:
        path = Path(folder) / f"{members.get('name', members.get('scenario'))}.json".replace("/", "-")
        path.write_text(json.dumps(members), encoding="utf-8")
        try:
            yield path
        except (BadInput, Failed) as error:
            error.args = tuple(without_file(one, path) for one in error.args)
            for part in ("location", "found", "allowed"):
                if hasattr(error, part):
                    setattr(error, part, without_file(getattr(error, part), path))
            raise


def without_file(value: Any, path: Path) -> Any:
    """Replaces the temporary file's name in all texts of a value by the scenario's name, without line and column."""
    if isinstance(value, str):
        return re.sub(rf"{re.escape(str(path))}(:\d+:\d+)?", label_of(path), value)
    if isinstance(value, list):
        return [without_file(one, path) for one in value]
    if isinstance(value, dict):
        return {key: without_file(one, path) for key, one in value.items()}
    return value


def label_of(path: Path) -> str:
    """The scenario's name in error messages: "scenario halo"."""
    return f"scenario {path.stem}"
