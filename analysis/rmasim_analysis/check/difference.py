"""The difference of a figure from its expectation."""

import re
from dataclasses import dataclass

BOUND = re.compile(r"(?:at (?:least|most) )?(-?\d+)")
WHOLE_NUMBER = re.compile(r"-?\d+")
DIGITS = re.compile(r"\d+")

# The names of figures in a table.
READABLE = (
    (re.compile(r"^messages\.(total|bytes)$"), r"\1"),
    (re.compile(r"^messages\.by_kind\.(.+)$"), r"\1"),
    (re.compile(r"^messages\.between_nodes\.(.+)$"), r"\1 between nodes"),
    (re.compile(r"^messages\.by_pair\.(\d+>\d+)\.(.+)$"), r"\2 of \1"),
)


@dataclass(frozen=True)
class Difference:
    """`what` is the path of the figure, such as "messages.by_kind.PUT". `expected` and `got` are texts of the
    simulator. If a difference does not count, it is shown, but the scenario does not fail."""

    what: str
    expected: str
    got: str
    counts: bool = True

    @property
    def kind(self):
        """The name of the figure in the table. It is in parentheses if the difference does not count."""
        name = self.what
        for pattern, short in READABLE:
            name = pattern.sub(short, name)
        return name if self.counts else f"({name})"

    @property
    def change(self):
        """The signed difference. If the expected value is a bound, the distance from the bound. Empty if a value is not
        a number."""
        expected, got = BOUND.fullmatch(self.expected), WHOLE_NUMBER.fullmatch(self.got)
        return f"{int(self.got) - int(expected[1]):+,d}" if expected and got else ""

    @property
    def cells(self):
        """The cells of the difference's row in the table."""
        return self.kind, grouped(self.expected), grouped(self.got), self.change

    def sentence(self, expected="expected", got="got"):
        kind, wished, found, change = self.cells
        return f"{kind}: {expected} {wished or 'none'}, {got} {found or 'none'}{f' ({change})' if change else ''}"


def grouped(figure):
    """The figure with thousands separators: "at least 3360" gives "at least 3,360". Other texts stay unchanged."""
    return DIGITS.sub(lambda found: f"{int(found[0]):,}", figure) if BOUND.fullmatch(figure) else figure
