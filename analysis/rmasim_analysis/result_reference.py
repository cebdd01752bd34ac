"""Generates analysis/RESULT.md from result.schema.json. The page is the reference of every key of a result."""

import json
from pathlib import Path

SCHEMA = Path(__file__).with_name("result.schema.json")
CAUSES = "time_spent"
INTRODUCTION = """# Every key of a result

`rmasim run --format json` prints one JSON object. This page lists its keys. The page is generated from
[result.schema.json](rmasim_analysis/result.schema.json), a JSON Schema, by `tests/pages/pages.py --write`; edit the
schema, not this page. Tests compare the results of all scenarios with the schema.

A word in capitals stands for a name. `[N]` stands for an index, counted from 0. A key with "always" is present
whenever the object around it is present. Times are virtual unless the page says otherwise. In Python,
`rmasim.run(FILE).raw` is this object.

A replay (`run --schedule`) has no clock and prints only these keys: `scenario`, `version`, `seed`, `ranks`, `outcome`,
`messages` with `total`, `bytes` and `by_kind`, `steps` (their number), `transcript` (the steps) and `what` (lines that
describe the failure).

"""
AFTER_CAUSES = """
## Causes of time

`time_spent` has a key for each cause, in ns. At each moment a rank computes, works for the library (`call_ns` to
`cache_ns`) or waits in a call. A rank with several threads waits if all its threads wait. The sum over all causes is
the time of the run times the number of ranks, plus the work of the agents.

"""
HEADS = ("key", "type", "unit", "always", "")


def schema():
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def keys(node, path=""):
    """The keys below an object or a list. Each has its path, its node, and True if it is always present."""
    for name, inner in node.get("properties", {}).items():
        yield from with_inner(inner, f"{path}.{name}".lstrip("."), name in node.get("required", ()))
    if isinstance(node.get("additionalProperties"), dict):
        yield from with_inner(node["additionalProperties"], f"{path}.{node['name']}", False)
    if "items" in node:
        yield from with_inner(node["items"], f"{path}[N]", False)


def with_inner(node, path, always):
    yield path, node, always
    yield from keys(node, path)


def page():
    whole = schema()
    rows = [(path, node, always) for path, node, always in keys(whole) if not path.startswith(f"{CAUSES}.")]
    causes = whole["properties"][CAUSES]["properties"]
    return (INTRODUCTION + table(HEADS, [cells_of(*row) for row in rows]) + AFTER_CAUSES
            + table(("cause", ""), [(f"`{name}`", node["description"]) for name, node in causes.items()]))


def cells_of(path, node, always):
    kind = {"array": "list"}.get(node["type"], node["type"])
    about = node["description"]
    if "enum" in node:
        about += " One of " + ", ".join(f"`{value}`" for value in node["enum"]) + "."
    return f"`{path}`", kind, node.get("unit", ""), "always" if always else "", about


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)
