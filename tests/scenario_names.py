"""Names of scenarios: a file, or FILE:VARIANT for one of its variants."""

import json
from pathlib import Path


def names_in(file: Path) -> list[Path]:
    """Returns the path of a scenario file, and those of its variants."""
    variants = json.loads(file.read_text()).get("variants", ())
    return [file, *(file.with_name(f"{file.name}:{one['name']}") for one in variants)]


def with_json(name: str) -> str:
    """Returns "lock-put.json:apart" for "lock-put:apart"."""
    stem, colon, variant = name.partition(":")
    return f"{stem}.json{colon}{variant}"
