"""The ranges of settings. A range is a list of values, or an interval from which samples are chosen."""

import math
from dataclasses import dataclass

from ..errors import BadInput

MAX_VALUES = 1_000_000
SIGNIFICANT_DIGITS = 6  # of a fraction; rounding makes its text the same on every machine


@dataclass(frozen=True)
class Values:
    """A list of cases. A case is a dict with values by path, of one setting or of several settings that vary together.
    """

    cases: tuple

    def at(self, share):
        """The case at a position in the list. The position is from 0 to 1 (exclusive)."""
        return self.cases[int(share * len(self.cases))]


@dataclass(frozen=True)
class Between:
    """The values from `low` to `high` inclusive. They are whole numbers if both ends are whole. Only samples use this
    range. `location` is where the user gave it, for errors."""

    path: str
    low: float
    high: float
    logarithmic: bool
    location: str = ""

    def at(self, share):
        whole = isinstance(self.low, int) and isinstance(self.high, int)
        # Each whole number has an equal part of the interval.
        low, high = (self.low, self.high + 1) if whole else (self.low, self.high)
        if self.logarithmic:
            value = math.exp(math.log(low) + share * (math.log(high) - math.log(low)))
        else:
            value = low + share * (high - low)
        return {self.path: max(self.low, min(math.floor(value), self.high)) if whole else rounded(value)}


def rounded(value):
    """The value with few significant digits. A whole value is not rounded."""
    near = float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    return int(near) if near == int(near) else near


def listed(path, values):
    return Values(tuple({path: value} for value in values))


def linear(location, path, low, high, step):
    check_ends(location, low, high)
    if step <= 0:
        raise BadInput(location, f"a step of {step}", "a step above 0")
    count = math.floor((high - low) / step + 1e-9) + 1
    check_count(location, count)
    return listed(path, [rounded(low + step * k) for k in range(count)])


def geometric(location, path, low, high, factor):
    """The values low, low * factor, ... up to high. If both ends are whole, the values are whole numbers without
    repetition."""
    check_ends(location, low, high)
    if low <= 0:
        raise BadInput(location, f"a logarithmic range from {low}", "a logarithmic range that begins above 0")
    if factor <= 1:
        raise BadInput(location, f"a factor of {factor}", "a factor above 1")
    count = math.floor(math.log(high / low) / math.log(factor) + 1e-9) + 1
    check_count(location, count)
    whole = isinstance(low, int) and isinstance(high, int)
    values = [low * factor**k for k in range(count)]
    return listed(path, dict.fromkeys(math.floor(value + 0.5) if whole else rounded(value) for value in values))


def spread(location, path, low, high, points):
    """`points` values from low to high inclusive. They are evenly spaced on a logarithmic scale, and then rounded."""
    if points < 2:
        raise BadInput(location, f"{points} points", "at least 2 points")
    check_ends(location, low, high)
    if low <= 0 or low == high:
        raise BadInput(location, f"a logarithmic range from {low} to {high}",
                       "a range whose beginning is above 0 and whose end is above its beginning")
    return geometric(location, path, low, high, (high / low) ** (1 / (points - 1)))


def check_ends(location, low, high):
    if low > high:
        raise BadInput(location, f"a range from {low} to {high}", "a range whose end is not below its beginning")


def check_count(location, count):
    if count > MAX_VALUES:
        raise BadInput(location, f"a range of {count:,} values", f"at most {MAX_VALUES:,} values")
