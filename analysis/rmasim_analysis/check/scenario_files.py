"""Finds the scenarios of a check: files that are named, and files in folders."""

import json
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput
from ..files import read_bytes
from ..json_spans import BYTE_ORDER_MARK
from ..program_file import can_run


@dataclass(frozen=True)
class ScenarioFile:
    """`key` identifies the scenario in saved results: its path below the given folder, or its file name. `document` is
    the parsed JSON, None if it cannot be parsed; the simulator then reports the error."""

    path: Path
    key: str
    document: object

    @property
    def expect(self):
        """The scenario's `expect`, {} if there is none."""
        found = self.document.get("expect") if isinstance(self.document, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def expects_something(self):
        return bool(self.expect) or loads_expect(self.document)


def loads_expect(part):
    """Whether a load in this part of a scenario has an expected value."""
    if isinstance(part, list):
        return any(map(loads_expect, part))
    if not isinstance(part, dict):
        return False
    load = part.get("load")
    return isinstance(load, dict) and "expect" in load or any(map(loads_expect, part.values()))


def find_scenarios(places):
    """(scenarios, other files): the named files and those in folders, each once, folders sorted by name. A named file
    is always taken for a scenario; a file in a folder is one if it has programs or cannot be read."""
    scenarios, others = {}, []
    for place in map(Path, places):
        inside = sorted(place.rglob("*.json")) if place.is_dir() else None
        for path in [place] if inside is None else inside:
            document = document_of(path)
            if inside is not None and is_something_else(document):
                others.append(path)
                continue
            key = path.name if inside is None else path.relative_to(place).as_posix()
            scenarios.setdefault(path.resolve(), ScenarioFile(path, key, document))
    if not scenarios:
        raise BadInput(", ".join(map(str, places)), "no scenario", "scenarios, or folders with some: *.json")
    return list(scenarios.values()), others


def document_of(path):
    try:
        return json.loads(read_bytes(path).decode().removeprefix(BYTE_ORDER_MARK))
    except (BadInput, ValueError, RecursionError):
        return None


def is_something_else(document):
    return document is not None and not can_run(document)
