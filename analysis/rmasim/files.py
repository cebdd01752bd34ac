"""A scenario as the program wants it: a file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Union

from .scenario import Scenario

# A path, what a scenario file has, or a Scenario.
AnyScenario = Union[str, "os.PathLike[str]", Mapping[str, Any], Scenario]


@contextmanager
def as_file(scenario: AnyScenario) -> Iterator[Path]:
    """The scenario's file, or one with its members, which goes when the caller is done."""
    if isinstance(scenario, (str, os.PathLike)):
        yield Path(scenario)
        return
    members = scenario.as_dict() if isinstance(scenario, Scenario) else dict(scenario)
    with tempfile.TemporaryDirectory(prefix="rmasim-") as folder:
        path = Path(folder) / f"{members.get('name', 'scenario')}.json".replace("/", "-")
        path.write_text(json.dumps(members), encoding="utf-8")
        yield path
