"""A scenario as the program wants it: a file."""

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

# A path, what a scenario file has, or a Scenario.
AnyScenario = Union[str, "os.PathLike[str]", Mapping[str, Any], Scenario]


def is_path(scenario: object) -> bool:
    """Whether it is the caller's file; otherwise nobody is to hear of the one that is made of it."""
    return isinstance(scenario, (str, os.PathLike))


@contextmanager
def as_file(scenario: AnyScenario) -> Iterator[Path]:
    """The scenario's file, or one with its members, which goes when the caller is done. Errors then name the scenario
    in place of the file."""
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
            for part in ("place", "found", "allowed"):
                if hasattr(error, part):
                    setattr(error, part, without_file(getattr(error, part), path))
            raise


def without_file(value: Any, path: Path) -> Any:
    """Texts in a value with the name of the scenario in place of its file, of which lines and columns say nothing."""
    if isinstance(value, str):
        return re.sub(rf"{re.escape(str(path))}(:\d+:\d+)?", label_of(path), value)
    if isinstance(value, list):
        return [without_file(one, path) for one in value]
    if isinstance(value, dict):
        return {key: without_file(one, path) for key, one in value.items()}
    return value


def label_of(path: Path) -> str:
    """"scenario halo"."""
    return f"scenario {path.stem}"
