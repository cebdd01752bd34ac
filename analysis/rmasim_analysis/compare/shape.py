"""Holds a recorded result against the shape of what `rmasim run --format json` prints, as far as it is read here."""

from ..errors import BadInput

NUMBERS = "numbers"  # by name
PARTS = {"scenario": str, "seed": int, "ranks": int, "settings": dict, "outcome": str, "digest": str,
         "messages.total": int, "messages.bytes": int, "messages.by_kind": NUMBERS}
# What runs of a schedule, which have no clock, and some families do not have.
PERHAPS = {"version": str, "cause": str, "time_ns": int, "time_spent": NUMBERS, "memory_bytes_per_rank": NUMBERS,
           "lock_waits": NUMBERS, "queue": NUMBERS, "mutexes": NUMBERS, "elements": dict, "stuck": list}
MISSING = object()


def checked(result, file):
    """The result. Raises BadInput, naming the place, for what is not as it should be."""
    for path, kind in (PARTS | PERHAPS).items():
        value = at(result, path)
        if value is MISSING and path in PERHAPS:
            continue
        if not fits(value, kind):
            raise BadInput(f"{file}: {path}", "nothing" if value is MISSING else ascii(value)[:60], words_of(kind))
    for pool, use in result.get("elements", {}).items():
        if not fits(use, NUMBERS):
            raise BadInput(f"{file}: elements.{pool}", ascii(use)[:60], words_of(NUMBERS))
    return result


def at(document, path):
    for step in path.split("."):
        document = document.get(step, MISSING) if isinstance(document, dict) else MISSING
    return document


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def fits(value, kind):
    if kind is NUMBERS:
        return isinstance(value, dict) and all(map(is_number, value.values()))
    return is_number(value) if kind is int else isinstance(value, kind)


def words_of(kind):
    return {NUMBERS: "whole numbers by name", int: "a whole number", str: "a text", dict: "an object",
            list: "a list"}[kind]
