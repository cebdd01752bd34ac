"""Checks that a recorded result has the shape of `rmasim run --format json`, in the members that this package reads."""

from ..errors import BadInput

NUMBERS = "numbers"  # an object with numbers by name
PARTS = {"scenario": str, "seed": int, "ranks": int, "settings": dict, "outcome": str, "digest": str,
         "messages.total": int, "messages.bytes": int, "messages.by_kind": NUMBERS}
# Members that may be missing: runs of a schedule, which have no clock, and some families do not have them.
PERHAPS = {"version": str, "cause": str, "time_ns": int, "time_spent": NUMBERS, "memory_bytes_per_rank": NUMBERS,
           "lock_waits": NUMBERS, "queue": NUMBERS, "mutexes": NUMBERS, "elements": dict, "tables": dict,
           "fall_backs": list, "stuck": list, "network_preset": dict, "network_preset.name": str,
           "network_preset.source": str}
# The numbers of the network. Each may be missing.
NETWORK = [f"settings.platform.network.{name}" for name in ("latency_ns", "bandwidth_gbps")]
MISSING = object()


def checked(result, file):
    """Returns the result. Raises BadInput for a member that does not have the expected shape. The error names the path.
    """
    for path, kind in (PARTS | PERHAPS).items():
        value = at(result, path)
        if at(result, path.partition(".")[0]) is MISSING and path in PERHAPS:
            continue
        if not fits(value, kind):
            raise BadInput(f"{file}: {path}", "nothing" if value is MISSING else ascii(value)[:60], words_of(kind))
    for path in NETWORK:
        value = at(result, path)
        if value is not MISSING and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise BadInput(f"{file}: {path}", ascii(value)[:60], "a number")
    if "by_reason" in result["messages"]:  # results of older versions do not have these counts
        for table in ("kinds", "flags"):
            parts = at(result, f"messages.by_reason.{table}")
            if not isinstance(parts, dict) or not all(fits(counts, NUMBERS) for counts in parts.values()):
                found = "nothing" if parts is MISSING else ascii(parts)[:60]
                raise BadInput(f"{file}: messages.by_reason.{table}", found, "whole numbers by name and clause")
    by_pair = result["messages"].get("by_pair", {})
    if not isinstance(by_pair, dict) or not all(fits(kinds, NUMBERS) for kinds in by_pair.values()):
        raise BadInput(f"{file}: messages.by_pair", ascii(by_pair)[:60], "whole numbers by pair and kind")
    for pool, use in result.get("elements", {}).items():
        if not fits(use, NUMBERS):
            raise BadInput(f"{file}: elements.{pool}", ascii(use)[:60], words_of(NUMBERS))
    for window, use in result.get("tables", {}).items():
        if not isinstance(use, dict) or not fits(numbers_of_table(use), NUMBERS):
            raise BadInput(f"{file}: tables.{window}", ascii(use)[:60], f"{words_of(NUMBERS)}, and fall_backs")
    return result


def numbers_of_table(use):
    """The numbers of a window's table. They do not include the list of windows that needed an element."""
    return {key: value for key, value in use.items() if key != "fall_backs"} | {
        key: at(use, f"fall_backs.{key}") for key in ("count", "total_ns")}


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
