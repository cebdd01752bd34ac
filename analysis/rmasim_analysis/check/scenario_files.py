"""Finds the scenarios of a check: the files that the user names, and the files in folders."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput
from ..files import read_bytes
from ..json_spans import BYTE_ORDER_MARK
from ..program_file import can_run
from ..variants import document_of as document_of_variant
from ..variants import variants_of


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario, or a variant of a scenario. `key` identifies it in saved results. It consists of the variant and the
    path below the given folder, or the file name. `document` is the JSON of the file. It is None if the JSON cannot be
    parsed; the simulator then reports the error."""

    path: Path
    key: str
    document: object
    variant: str = ""

    @property
    def expect(self):
        """The `expect` of the scenario or variant. {} if there is none."""
        whole = document_of_variant(self.document, self.variant)
        found = whole.get("expect") if isinstance(whole, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def expects_something(self):
        return bool(self.expect) or loads_expect(self.document)


def with_variant(name, variant):
    """The name of a scenario with its variant: "lock.json", "lock.json:piggyback-off"."""
    return f"{name}:{variant}" if variant else name


def loads_expect(part):
    """True if this part of a scenario has a load with an expected value."""
    if isinstance(part, list):
        return any(map(loads_expect, part))
    if not isinstance(part, dict):
        return False
    load = part.get("load")
    return isinstance(load, dict) and "expect" in load or any(map(loads_expect, part.values()))


def find_scenarios(given):
    """Returns (scenarios, other files). They are the named files and those in folders, each file once, sorted by name
    within folders. A scenario's variants follow the scenario. A file that the user names is always a scenario. A file
    in a folder is a scenario if it has programs or cannot be read."""
    scenarios, others = {}, []
    for named in map(Path, given):
        inside = sorted(named.rglob("*.json")) if named.is_dir() else None
        for path in [named] if inside is None else inside:
            document = document_of(path)
            identity = os.path.realpath(path)  # in contrast to Path.resolve, also for a loop of symbolic links
            if inside is not None and is_something_else(document):
                others.append(path)
                continue
            key = path.name if inside is None else path.relative_to(named).as_posix()
            for variant in ("", *(one["name"] for one in variants_of(document))):
                one = ScenarioFile(path, with_variant(key, variant), document, variant)
                scenarios.setdefault((identity, variant), one)
    if not scenarios:
        raise BadInput(", ".join(map(str, given)), "no scenario", "scenarios, or folders with some: *.json")
    return list(scenarios.values()), others


def document_of(path):
    try:
        return json.loads(read_bytes(path).decode().removeprefix(BYTE_ORDER_MARK))
    except (BadInput, ValueError, RecursionError):
        return None


def is_something_else(document):
    return document is not None and not can_run(document)
