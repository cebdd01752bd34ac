"""A figure that differs from its expectation."""

import re
from dataclasses import dataclass

BOUND = re.compile(r"(?:at (?:least|most) )?(-?\d+)")
WHOLE_NUMBER = re.compile(r"-?\d+")
DIGITS = re.compile(r"\d+")

# Names of figures in a table.
READABLE = (
    (re.compile(r"^messages\.(total|bytes)$"), r"\1"),
    (re.compile(r"^messages\.by_kind\.(.+)$"), r"\1"),
    (re.compile(r"^messages\.between_nodes\.(.+)$"), r"\1 between nodes"),
    (re.compile(r"^messages\.by_pair\.(\d+>\d+)\.(.+)$"), r"\2 of \1"),
)


@dataclass(frozen=True)
class Difference:
    """`what` is the figure's path, such as "messages.by_kind.PUT"; `expected` and `got` are texts of the simulator. A
    difference that does not count is shown, but does not make the scenario fail."""

    what: str
    expected: str
    got: str
    counts: bool = True

    @property
    def kind(self):
        """The name in the table, in parentheses if the difference does not count."""
        name = self.what
        for pattern, short in READABLE:
            name = pattern.sub(short, name)
        return name if self.counts else f"({name})"

    @property
    def change(self):
        """The signed difference, for a bound the distance from it; empty if one of the values is no number."""
        expected, got = BOUND.fullmatch(self.expected), WHOLE_NUMBER.fullmatch(self.got)
        return f"{int(self.got) - int(expected[1]):+,d}" if expected and got else ""

    @property
    def cells(self):
        """Its row of the table."""
        return self.kind, grouped(self.expected), grouped(self.got), self.change

    def sentence(self, expected="expected", got="got"):
        kind, wished, found, change = self.cells
        return f"{kind}: {expected} {wished or 'none'}, {got} {found or 'none'}{f' ({change})' if change else ''}"


def grouped(figure):
    """"at least 3360" as "at least 3,360"; a text without a number as it is."""
    return DIGITS.sub(lambda found: f"{int(found[0]):,}", figure) if BOUND.fullmatch(figure) else figure
