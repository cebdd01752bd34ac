"""The settings of scenarios with their units. They are read from scenarios/schema.json. A setting has the path that
--set takes."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .json_spans import steps_of

# The schema is in this folder if the package is installed. Otherwise it is in the checkout.
INSTALLED_SCHEMA = Path(__file__).resolve().with_name("schema.json")
SCHEMA = INSTALLED_SCHEMA if INSTALLED_SCHEMA.exists() else INSTALLED_SCHEMA.parents[2] / "scenarios/schema.json"
# Most names end with their unit. For other names, the schema has the unit as "unit". "" means a number without a unit.
UNITS_OF_NAMES = {"ns": "ns", "gbps": "Gbit/s", "bytes": "bytes", "percent": "percent"}
# The definitions of the schema that have a name. A page describes them once instead of at every use.
WORDS = {"expression": "expression", "ranks": "ranks", "variable": "name of a variable", "identifier": "name",
         "kind": "kind of packet", "kinds": "counts by kind of packet", "calls": "list of calls",
         "local_window": "elements of own memory"}
NUMBERS = ("integer", "number")


@dataclass(frozen=True)
class Setting:
    """A setting. `kind` is the type in words; it is "object" if the setting contains other settings. `allowed` is the
    range or the choices. `minimum` and `maximum` are the bounds of a number, otherwise None. `unit` is None if the
    setting is not a number, or if its unit is unknown. `default` is None if the setting has no default. The setting is
    then `required`, or `about` describes the value that applies."""

    path: str
    kind: str
    allowed: str
    unit: str | None
    default: object
    required: bool
    about: str
    minimum: float | None
    maximum: float | None


def settings():
    """The settings that have the same path in every scenario. They are in the order of the schema."""
    return [one for one in every_setting()
            if one.kind != "object" and not re.search(r"\[N\]|NAME|^expect\.", one.path)]


def every_setting():
    """All settings except those of calls. Objects precede their members. In a path, NAME and [N] stand for any name and
    index."""
    # A variant has the expectations of a scenario, at another path. They are not listed twice.
    return [one for one in below(schema(), "") if not one.path.startswith("variants[N].expect.")]


def settings_in(definition, path):
    """The description of a definition of the schema, and the settings in it if the definition is used at this path."""
    node = schema()["$defs"][definition]
    return node["description"], list(below(node, path))


def settings_of_calls(path):
    """By name of the call: the call's description, and the Settings of its arguments. Patterns are below `generate`."""
    calls = {name: resolved(node) for name, node in schema()["$defs"]["call"]["properties"].items()}
    return {name: (node["description"], list(below(node, path + name))) for name, node in calls.items()}


def patterns():
    """The definitions of the patterns of `generate`."""
    choices = schema()["$defs"]["call"]["properties"]["generate"]["oneOf"]
    return [resolved(one)["definition"] for one in choices]


def words():
    """The descriptions of the named types."""
    return {word: schema()["$defs"][name]["description"] for name, word in WORDS.items()}


def setting_of(path):
    """The Setting at a path in a scenario, such as "programs[0].calls[2].put.count". None if there is no such setting.
    If several patterns have the setting, the setting of the first pattern."""
    node, name, default, required = schema(), "", None, False
    for step in steps_of(path):
        inside = step_into(node, step)
        if inside is None:
            return None
        required = step in node.get("required", ())
        default = default_of(inside, default, step)
        node, name = inside, name if isinstance(step, int) else step
    return described(node, path, name, default, required)


def about_alone(path):
    """The description of a setting that is read without its surroundings. The pools of two kinds of elements have the
    same members, so the description of the pool comes first. "" for an unknown setting."""
    setting = setting_of(path)
    pool = setting_of(path.rpartition(".")[0]) if "_pool." in path else None
    first = pool.about.partition(". ")[0].rstrip(".") + ". " if pool else ""
    return first + setting.about if setting else ""


@cache
def schema():
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def resolved(node):
    """The node with the definition instead of its "$ref". The name of the definition is kept. Keys next to "$ref" take
    precedence."""
    if isinstance(node.get("type"), list):  # the value is a number, or a text with an expression over the parameters
        node = node | {"type": node["type"][0]}
    if "$ref" not in node:
        return node
    name = node["$ref"].rpartition("/")[2]
    siblings = {key: value for key, value in node.items() if key != "$ref"}
    return resolved(schema()["$defs"][name]) | {"definition": name} | siblings


def types_of(node):
    """The types that a value may have: the node itself, or its alternatives. An alternative that only lists required
    members is left out."""
    choices = [resolved(one) for one in node.get("anyOf", node.get("oneOf", ()))]
    return [part for one in choices if one.keys() & {"type", "enum", "anyOf"} for part in types_of(one)] or [node]


def step_into(node, step):
    """The node of the member or item with this key or index. None if there is no such node."""
    for part in types_of(node):
        key = "items" if isinstance(step, int) else "additionalProperties"
        inside = part.get("properties", {}).get(step) or part.get(key)
        if inside:
            return resolved(inside)
    return None


def default_of(node, around, key):
    """The default of the node. If it has none, the node's part of the default of the object around it."""
    return node.get("default", around.get(key) if isinstance(around, dict) else None)


def below(node, path, default=None):
    """The Settings in an object or a list."""
    for name, part in node.get("properties", {}).items():
        part, required = resolved(part), name in node.get("required", ())
        yield from with_members(part, f"{path}.{name}".lstrip("."), name, default_of(part, default, name), required)
    if node.get("additionalProperties"):
        yield from with_members(resolved(node["additionalProperties"]), f"{path}.NAME", "", None, False)
    if "items" in node and (inside := resolved(node["items"])).get("definition") not in WORDS:
        yield from below(inside, f"{path}[N]")


def with_members(node, path, name, default, required):
    yield described(node, path, name, default, required)
    if node.get("definition") not in WORDS:
        yield from below(node, path, default)


def described(node, path, name, default, required):
    types = types_of(node)
    allowed = "; ".join(dict.fromkeys(filter(None, map(allowed_of, types))))
    return Setting(path, kind_of(node), allowed, unit_of(node, name), default, required, node.get("description", ""),
                   node.get("minimum"), node.get("maximum"))


def kind_of(node):
    return " or ".join(dict.fromkeys(map(word_of, types_of(node))))


def word_of(node):
    """The word for one type."""
    if node.get("definition") in WORDS:
        return WORDS[node["definition"]]
    if "enum" in node or "const" in node:
        return "text"
    if node["type"] == "array":
        words = kind_of(resolved(node["items"]))
        return "list of " + ("lists of calls" if words == WORDS["calls"] else words.replace(" or", "s or") + "s")
    return {"string": "text", "boolean": "true or false"}.get(node["type"], node["type"])


def allowed_of(node):
    """The text of the choices or the range. "" if any value is allowed."""
    if "enum" in node:
        return ", ".join(f"`{one}`" for one in node["enum"])
    if "const" in node:
        return f"`{node['const']}`"
    if node["type"] in NUMBERS and "minimum" in node:
        return f"{bound(node['minimum'])} to {bound(node['maximum'])}" + but(node.get("not", {}))
    if node["type"] == "array":
        items = [allowed_of(one) for one in types_of(resolved(node["items"])) if one.get("type") != "array"]
        return "; ".join(filter(None, [*items, f"{node.get('minItems', 0)} to {bound(node['maxItems'])} of them"]))
    return ""


def bound(number):
    if abs(number) >= 2**62:
        return "-2^63" if number < 0 else "2^63 - 1"
    return f"{number:,}"


def but(wrong):
    """The text of the values in a range that are not allowed."""
    if "const" in wrong:
        return f", not {wrong['const']}"
    if "exclusiveMinimum" in wrong:
        return f", not {wrong['exclusiveMinimum'] + 1} to {wrong['exclusiveMaximum'] - 1}"
    return ""


def unit_of(node, name):
    """The unit of a number, or of the numbers in a list or an object. It is from the schema. If the schema has none, it
    is from the name."""
    types = types_of(node)
    types += [part for one in types for key in ("items", "additionalProperties") if one.get(key)
              for part in types_of(resolved(one[key]))]
    if not any(one.get("type") in NUMBERS for one in types):
        return None
    said = [one["unit"] for one in [node, *types] if "unit" in one]
    return said[0] if said else UNITS_OF_NAMES.get(name.rpartition("_")[2])
