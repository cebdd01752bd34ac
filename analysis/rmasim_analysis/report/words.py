"""The words for outcomes and quantities."""

import json
import re

from .. import layout

OUTCOMES = {
    "finished": ("good", "finished", "Every program ran to its end."),
    "deadlock": ("bad", "cannot finish", "Calls wait for events that can never happen."),
    "lost_rank": ("bad", "lost a rank", "A rank failed before all programs had finished."),
    "lost_packet": ("bad", "lost a packet", "All programs ended, but the network lost packets on the way."),
    "erroneous": ("bad", "erroneous program", "The simulated program breaks a rule of MPI."),
    "assertion": ("bad", "failed assertion", "The recorded implementation would abort with a failed assertion."),
    "crash": ("bad", "crash", "The recorded implementation would crash."),
    "interrupted": ("bad", "interrupted", "A signal ended the run. The figures are those up to the signal."),
    "violation": ("bad", "broken invariant", "The checker found an invariant of the protocol violated."),
}

# The units of time, with their lengths in nanoseconds.
TIME_UNITS = (("s", 10**9), ("ms", 10**6), ("µs", 10**3))
MICROSECONDS = re.compile(r"(?<=\d) us\b")


def time(ns):
    """The text of a time: "9,484 ns", "26.0 µs", "63.7 ms"."""
    return layout.duration(ns, TIME_UNITS)


def times(all_ns):
    """The texts of a column of times. All have the same unit."""
    return layout.durations(all_ns, TIME_UNITS)


def with_micro(text):
    """The text of a terminal for a page, which has the sign of microseconds: "26.0 µs" instead of "26.0 us"."""
    return MICROSECONDS.sub(" µs", text)


def number(value):
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def said(value):
    """A value in the notation of scenarios. Example: true instead of True, 100 instead of 100.0. A list has brackets, a
    text has no quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value)


def amount(value, unit):
    """The text of a figure with its unit."""
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    if unit == "ns":
        return time(value)
    return f"{number(value)} {unit}".strip()


def amounts(values, unit):
    """The texts of a column of figures. Times have the same unit."""
    if unit != "ns":
        return [amount(value, unit) for value in values]
    texts = iter(times([value for value in values if isinstance(value, (int, float))]))
    return [next(texts) if isinstance(value, (int, float)) else amount(value, unit) for value in values]


def short(value, unit, digits=3):
    """The short text of a figure for maps and axes. It has k, M, G or a larger unit."""
    if unit == "ns":
        return time_short(value, digits)
    for letter, scale in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= 10 * scale:
            return f"{value / scale:.{digits}g}{letter}"
    return f"{value:.4g}"


def time_short(ns, digits):
    for unit, length_ns in TIME_UNITS:
        if ns >= length_ns:
            return f"{ns / length_ns:.{digits}g} {unit}"
    return f"{ns:.{digits}g} ns"


def flat(settings, path=""):
    """Nested settings as {path: value}. They are in the order of the nested settings."""
    if not isinstance(settings, dict):
        return {path: settings}
    return {inner: value for key, part in settings.items()
            for inner, value in flat(part, f"{path}.{key}" if path else key).items()}


def plain(value):
    """The value of a setting in the notation of scenarios. A text has no quotes."""
    if isinstance(value, float):
        return f"{value:g}"
    return value if isinstance(value, str) else json.dumps(value)


def setting(name, value):
    return f"{name} = {plain(value)}"
