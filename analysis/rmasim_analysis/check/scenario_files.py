"""Which scenarios a check is about: files by name, and those in folders."""

import json
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput
from ..json_spans import BYTE_ORDER_MARK


@dataclass(frozen=True)
class ScenarioFile:
    """`key` is its path from the folder that was given, or its name: what results of another check call it. `document`
    is what it says, None where it is no JSON; what is wrong with it then, the simulator says better."""

    path: Path
    key: str
    document: object

    @property
    def expect(self):
        """What it expects, {} where it says nothing."""
        found = self.document.get("expect") if isinstance(self.document, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def expects_something(self):
        return bool(self.expect) or loads_expect(self.document)


def loads_expect(part):
    """Whether a load in this part of a scenario names what it has to give."""
    if isinstance(part, list):
        return any(map(loads_expect, part))
    if not isinstance(part, dict):
        return False
    load = part.get("load")
    return isinstance(load, dict) and "expect" in load or any(map(loads_expect, part.values()))


def find_scenarios(places):
    """(scenarios, other files): what is named, and what folders hold, each file once, folders in the order of names.
    A file that is named is taken for a scenario; in a folder it is one if it has programs or cannot be read."""
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
        return json.loads(path.read_bytes().decode().removeprefix(BYTE_ORDER_MARK))
    except (OSError, ValueError, RecursionError):
        return None


def is_something_else(document):
    return document is not None and not (isinstance(document, dict) and "programs" in document)
