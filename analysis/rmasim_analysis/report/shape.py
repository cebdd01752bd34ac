"""The parts that results and explorations must have. Files of other programs, or truncated ones, are refused with a
message instead of a traceback. Additional parts are ignored."""

from ..errors import BadInput

NUMBER = (int, float)
RANGE = {"least": int, "most": int}


class Each:
    """An object or list whose members all have this shape."""

    def __init__(self, shape, holder=dict):
        self.shape, self.holder = shape, holder


RESULT = {
    "scenario": str, "outcome": str, "ranks": int, "seed": int, "time_ns": NUMBER,
    "messages": {"total": int, "bytes": int, "by_kind": Each(int)},
    "elements": Each({"size": int, "high_water": int, "times_exhausted": int, "time_waited_ns": NUMBER}),
    "memory_bytes_per_rank": dict.fromkeys(("total", "engine", "tables", "pools_bound"), int),
    "time_spent": Each(NUMBER),
}
EXPLORATION = {
    "scenario": str, "ranks": int, "exhausted": bool, "executions": int, "steps": int, "longest": int, "failing": int,
    "end_states": Each({"digest": str, "executions": int, "finished": bool}, list),
    "messages": {"total": RANGE, "by_kind": Each(RANGE), "fewest": list, "most": list},
    "high_water": Each(int),
}
NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", NUMBER: "a number"}


def check(document, shape, file, path=""):
    """Raises BadInput at the first place that does not have its shape."""
    place = f"{file}: {path}" if path else file
    holder = shape.holder if isinstance(shape, Each) else dict if isinstance(shape, dict) else shape
    if not isinstance(document, holder):
        raise BadInput(place, found_words(document), NAMES.get(holder, "an object"))
    if isinstance(shape, dict):
        for key, inner in shape.items():
            check(document.get(key), inner, file, f"{path}.{key}".lstrip("."))
    elif isinstance(shape, Each):
        members = document.items() if holder is dict else enumerate(document)
        for key, member in members:
            check(member, shape.shape, file, f"{path}.{key}".lstrip("."))


def found_words(value):
    if value is None:
        return "nothing"
    return {dict: "an object", list: "a list"}.get(type(value), repr(value))
