"""Generates analysis/rmasim/builders.py from scenarios/schema.json. The module has a method for each call of the
scenario language.

Editors can complete the named arguments of these methods, and type checkers can check programs against them.
"""

import keyword
import textwrap

from .settings import resolved, schema, types_of

WIDTH = 120
HEAD = '''"""A method for each call of the scenario language. Generated from scenarios/schema.json by
`tests/pages/pages.py --write`; edit the schema, not this module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Optional, Union

Number = Union[int, str]  # an integer, or an expression: "rank + 1"


class Builders:
    """The base class of `Calls`. The arguments are those of scenario files (scenarios/SETTINGS.md). An argument that
    is omitted has its default."""

    def _append(self, name: str, arguments: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def _block(self, name: str, arguments: Mapping[str, Any]) -> AbstractContextManager[None]:
        raise NotImplementedError
'''
UNBROKEN = "\0"  # a blank at which no line ends
INNER = ("calls", "else")  # the members that the `with` block of a call replaces
TYPES = {"string": "str", "boolean": "bool", "array": "Sequence[Any]", "object": "Mapping[str, Any]"}


def module():
    calls = schema()["$defs"]["call"]["properties"]
    return HEAD + "".join(method(name, resolved(node)) for name, node in calls.items())


def method(name, node):
    """The text of a call's method. If the user chooses the names of the call's members, as for `let`, the method takes
    any."""
    if isinstance(node.get("additionalProperties"), dict):
        return written(name, node["description"], ["**members: Number"], "members", False)
    arguments = arguments_of(node)
    own = {key: part for key, part in arguments.items() if key not in INNER}
    required = [key for key in own if key in node.get("required", ())]
    listed = [f"{word(key)}: {type_of(own[key])}" for key in required]
    listed += [f"{word(key)}: Optional[{type_of(part)}] = None" for key, part in own.items() if key not in required]
    given = "locals()" if listed else "{}"
    return written(name, node["description"], ["*", *listed] if listed else [], given, "calls" in arguments)


def arguments_of(node):
    """The arguments by name. `generate` has the arguments of all patterns, each as in the first pattern that has it."""
    parts = [node, *(resolved(one) for one in node.get("oneOf", ()))]
    return {key: resolved(part) for one in reversed(parts) for key, part in one.get("properties", {}).items()}


def type_of(node):
    kinds = {"Number" if one.get("type") == "integer" else TYPES.get(one.get("type"), "str") for one in types_of(node)}
    if "Number" in kinds:
        kinds -= {"str"}
    (kind, *more) = sorted(kinds)
    return f"Union[{', '.join([kind, *more])}]" if more else kind


def word(name):
    """The name with an underscore at its end if it is a keyword of Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def written(name, about, arguments, given, has_block):
    """The text of a method. `given`: the expression that its body passes on. A method with a block has the calls of a
    `with` statement."""
    begins = f"    def {word(name)}("
    ends = f") -> {'AbstractContextManager[None]' if has_block else 'None'}:"
    listed = ", ".join(one.replace(" ", UNBROKEN) for one in ["self", *arguments]) + ends.replace(" ", UNBROKEN)
    signature = textwrap.fill(listed, WIDTH, initial_indent=begins, subsequent_indent=" " * len(begins),
                              break_long_words=False, break_on_hyphens=False).replace(UNBROKEN, " ")
    words = about + (" The `with` block contains the calls." if has_block else "")
    doc = textwrap.fill(f'"""{words}"""', WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8,
                        break_on_hyphens=False)
    body = f'return self._block("{name}", {given})' if has_block else f'self._append("{name}", {given})'
    return f"\n{signature}\n{doc}\n        {body}\n"
