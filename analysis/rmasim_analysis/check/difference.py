"""One figure that is not what it was to be."""

import re
from dataclasses import dataclass

BOUND = re.compile(r"(?:at (?:least|most) )?(-?\d+)")
WHOLE_NUMBER = re.compile(r"-?\d+")

# How the names of figures read in a table.
READABLE = (
    (re.compile(r"^messages\.(total|bytes)$"), r"\1"),
    (re.compile(r"^messages\.by_kind\.(.+)$"), r"\1"),
    (re.compile(r"^messages\.between_nodes\.(.+)$"), r"\1 between nodes"),
    (re.compile(r"^messages\.by_pair\.(\d+>\d+)\.(.+)$"), r"\2 of \1"),
)


@dataclass(frozen=True)
class Difference:
    """`what` is the figure's path, such as "messages.by_kind.PUT"; the texts are the simulator's. What does not count
    is shown, but fails nobody."""

    what: str
    expected: str
    got: str
    counts: bool = True

    @property
    def kind(self):
        """What the table calls it; in parentheses where it does not count."""
        name = self.what
        for pattern, short in READABLE:
            name = pattern.sub(short, name)
        return name if self.counts else f"({name})"

    @property
    def change(self):
        """With its sign; from the bound where a bound was broken; empty where something is no number."""
        expected, got = BOUND.fullmatch(self.expected), WHOLE_NUMBER.fullmatch(self.got)
        return f"{int(self.got) - int(expected[1]):+d}" if expected and got else ""

    def sentence(self, expected="expected", got="got"):
        change = f" ({self.change})" if self.change else ""
        return f"{self.kind}: {expected} {self.expected or 'none'}, {got} {self.got or 'none'}{change}"
