"""Writes scenarios. Calls and their arguments have the names of the files; scenarios/schema.json has them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

from rmasim_analysis import settings
from rmasim_analysis.errors import BadInput


class Calls:
    """A list of calls. Each call of the language is a method with the call's arguments by name; names that are words of
    Python have a line below them: `from_`, `if_`.

        >>> calls = Calls()
        >>> calls.lock(target=1, type="exclusive")
        >>> with calls.repeat(times=10):
        ...     calls.put(target=1, disp="8 * i", count=8)
        >>> calls.unlock(target=1)
        >>> [next(iter(call)) for call in calls.list]
        ['lock', 'repeat', 'unlock']
    """

    def __init__(self) -> None:
        self.list: list[dict[str, Any]] = []
        self._into = [self.list]

    def call(self, name: str, value: Any) -> None:
        """Appends a call as the file has it: `call("fence", {})`."""
        if name not in call_names():
            raise BadInput("call", name, ", ".join(call_names()))
        self._into[-1].append({name: value})

    @contextmanager
    def repeat(self, **arguments: Any) -> Iterator[None]:
        """The calls of the `with` block, several times."""
        with self._inner("repeat", arguments):
            yield

    @contextmanager
    def if_(self, **arguments: Any) -> Iterator[None]:
        """The calls of the `with` block, if a condition holds."""
        with self._inner("if", arguments):
            yield

    @contextmanager
    def _inner(self, name: str, arguments: dict[str, Any]) -> Iterator[None]:
        calls: list[dict[str, Any]] = []
        self.call(name, {**without_lines(arguments), "calls": calls})
        self._into.append(calls)
        try:
            yield
        finally:
            self._into.pop()

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_") or name.removesuffix("_") not in call_names():
            raise AttributeError(f"no call of the scenario language is named {name!r}")

        def append(**arguments: Any) -> None:
            self.call(name.removesuffix("_"), without_lines(arguments))

        return append


class Scenario:
    """A scenario to be written or run.

        >>> import rmasim
        >>> mine = Scenario("mine", ranks=2, protocol={"family": "newrma"})
        >>> mine.window("w", bytes=4096)
        >>> with mine.program(ranks="0") as calls:
        ...     calls.lock(target=1, type="exclusive")
        ...     calls.put(target=1, count=8)
        ...     calls.unlock(target=1)
        >>> rmasim.run(mine).packets
        2
    """

    def __init__(self, name: str, *, ranks: int = 2, **members: Any) -> None:
        """`members`: whatever else a scenario file has: `protocol`, `platform`, `costs`, `seed`, `expect`, ..."""
        self.members: dict[str, Any] = {"name": name, "ranks": ranks, "windows": {}, "programs": [], **members}

    def window(self, name: str, **members: Any) -> None:
        """A window of all ranks: `bytes`, `disp_unit`, ..."""
        self.members["windows"][name] = members

    @contextmanager
    def program(self, ranks: Union[str, int] = "all") -> Iterator[Calls]:
        """What these ranks run: "0", "1-3,7", "all", "rank % 2 == 0"."""
        calls = Calls()
        yield calls
        self.members["programs"].append({"ranks": str(ranks), "calls": calls.list})

    def expect(self, **members: Any) -> None:
        """What a run must give: `outcome="finished"`, `messages={"total": 2}`, ..."""
        self.members["expect"] = {**self.members.get("expect", {}), **members}

    def as_dict(self) -> dict[str, Any]:
        """What a file of it has."""
        return dict(self.members)

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """As a file that `rmasim run` takes."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(self.members, indent=2) + "\n")


def without_lines(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name.removesuffix("_"): value for name, value in arguments.items()}


def call_names() -> list[str]:
    return list(settings.schema()["$defs"]["call"]["properties"])
