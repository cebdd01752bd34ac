"""Builders of scenarios. Calls and arguments have their names in scenario files, which scenarios/schema.json defines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Union

from rmasim_analysis import settings
from rmasim_analysis.errors import BadInput

from .builders import Builders


class Calls(Builders):
    """A list of calls. Each call of the scenario language is a method with the call's arguments by name. Names that are
    keywords of Python get an underscore: `from_`, `if_`. A call that contains calls is used in a `with` statement.

        >>> calls = Calls()
        >>> calls.lock(target=1, type="exclusive")
        >>> with calls.repeat(times=10, as_="i"):
        ...     calls.put(target=1, disp="8 * i", count=8)
        >>> calls.unlock(target=1)
        >>> [next(iter(call)) for call in calls.list]
        ['lock', 'repeat', 'unlock']
        >>> with calls.if_(when="rank == 0"):
        ...     calls.compute(ns=100)
        >>> with calls.else_():
        ...     calls.compute(ns=200)
        >>> calls.list[-1]["if"]["else"]
        [{'compute': {'ns': 200}}]
    """

    def __init__(self) -> None:
        self.list: list[dict[str, Any]] = []
        self._into = [self.list]

    def call(self, name: str, value: Any) -> None:
        """Appends a call in the form of a scenario file: `call("fence", {})`."""
        if name not in call_names():
            raise BadInput("call", name, ", ".join(call_names()))
        self._into[-1].append({name: value})

    @contextmanager
    def else_(self) -> Iterator[None]:
        """The `else` calls of the preceding `if_` or `while_`. They run if its condition is false. Use it in a `with`
        statement."""
        before = self._into[-1][-1] if self._into[-1] else {}
        block = before.get("if", before.get("while"))
        if block is None:
            raise BadInput("else_", "no if_ and no while_ before it", "else_ as the next call")
        with self._inside(block.setdefault("else", [])):
            yield

    def _append(self, name: str, arguments: Mapping[str, Any]) -> None:
        self.call(name, given_of(arguments))

    @contextmanager
    def _block(self, name: str, arguments: Mapping[str, Any]) -> Iterator[None]:
        calls: list[dict[str, Any]] = []
        self.call(name, {**given_of(arguments), "calls": calls})
        with self._inside(calls):
            yield

    @contextmanager
    def _inside(self, calls: list[dict[str, Any]]) -> Iterator[None]:
        self._into.append(calls)
        try:
            yield
        finally:
            self._into.pop()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no call of the scenario language is named {name!r}")


class Scenario:
    """A scenario that can be written to a file or run.

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
        """`members` are the other members of a scenario file: `protocol`, `platform`, `costs`, `seed`, `expect`, ..."""
        self.members: dict[str, Any] = {"name": name, "ranks": ranks, "windows": {}, "programs": [], **members}

    def window(self, name: str, **members: Any) -> None:
        """Adds a window of all ranks or of communicators. `members`: `bytes`, `disp_unit`, `comm`, ..."""
        self.members["windows"][name] = members

    @contextmanager
    def program(self, ranks: Union[str, int] = "all") -> Iterator[Calls]:
        """Adds the program of some ranks. `ranks` is a text such as "0", "1-3,7", "all" or "rank % 2 == 0"."""
        calls = Calls()
        yield calls
        self.members["programs"].append({"ranks": str(ranks), "calls": calls.list})

    @contextmanager
    def threads(self, number: int, ranks: Union[str, int] = "all") -> Iterator[list[Calls]]:
        """Adds the programs of `number` threads on each of these ranks. Yields a list of calls for each thread.

            >>> mine = Scenario("mine")
            >>> mine.window("w", bytes=64)
            >>> with mine.threads(2, ranks="0") as (one, other):
            ...     one.set_flag(flag="ready")
            ...     other.wait_flag(flag="ready")
            >>> len(mine.members["programs"][0]["threads"])
            2
        """
        lists = [Calls() for _ in range(number)]
        yield lists
        self.members["programs"].append({"ranks": str(ranks), "threads": [one.list for one in lists]})

    def buffer(self, name: str, **members: Any) -> None:
        """Adds a local buffer of each rank. `members`: `bytes`, `alloc_mem`."""
        self.members.setdefault("buffers", {})[name] = members

    def communicator(self, name: str, **members: Any) -> None:
        """Adds communicators by a split of the ranks. `members`: `colour` or `split="node"`, `key`, `of`."""
        self.members.setdefault("communicators", {})[name] = members

    def expect(self, **members: Any) -> None:
        """Sets the expected result of a run, such as `outcome="finished"` or `messages={"total": 2}`."""
        self.members["expect"] = {**self.members.get("expect", {}), **members}

    def as_dict(self) -> dict[str, Any]:
        """The contents of a scenario file."""
        return dict(self.members)

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the scenario to a file for `rmasim run`."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(self.members, indent=2) + "\n")


def given_of(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that were given, by their names in files. `arguments` are the local variables of a method."""
    return {name.removesuffix("_"): value for name, value in arguments.items() if name != "self" and value is not None}


def call_names() -> list[str]:
    return list(settings.schema()["$defs"]["call"]["properties"])
