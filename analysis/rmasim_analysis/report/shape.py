"""The required parts of results and explorations. If a file of another program or a truncated file lacks a part, it is
refused with a message instead of a traceback. Additional parts are ignored."""

import re

from ..errors import BadInput

PAIR = re.compile(r"(\d{1,18})>(\d{1,18})")

NUMBER = (int, float)
SIGNED = (float, int)  # a number that may be negative
VALUE = (str, float, int)  # a value of an end state: a number, or the location of a thread
RANGE = {"least": int, "most": int}


class Each:
    """An object or list whose members all have this shape."""

    def __init__(self, shape, holder=dict):
        self.shape, self.holder = shape, holder


class Optional:
    """A part that may be missing."""

    def __init__(self, shape):
        self.shape = shape


class OrNull:
    """A part that may be null."""

    def __init__(self, shape):
        self.shape = shape


ACCESS = {"what": str, "rank": int, "thread": Optional(int), "place": str, "time_ns": NUMBER}
FINDING = {"rule": str, "missing": str, "remedy": str, "rank": int, "win": Optional(str), "buffer": Optional(str),
           "part": Optional(str), "declared_at": Optional(str), "page": Optional(str),
           "bytes": Each(int, list), "accesses": Each(ACCESS, list)}
WITNESS = {"rank": int, "thread": Optional(int), "place": Optional(str), "memory": Optional(str),
           "bytes": Optional(list), "values": list}
CALL = {"rank": int, "thread": Optional(int), "call": str, "place": str, "reason": str, "fix": Optional(str),
        "page": Optional(str)}
TABLE_COUNTS = ("slots", "longest_list", "searches", "elements_compared", "slots_walked", "targets_restored",
                "targets_made_again", "unlocks_without_lock")
RESULT = {
    "variant": Optional(str), "verdict": Optional(str), "groups": Optional({"count": int}),
    "scenario": str, "outcome": str, "ranks": int, "seed": int, "time_ns": NUMBER,
    "messages": {"total": int, "bytes": int, "by_kind": Each(int), "between_nodes": Optional(Each(int)),
                 "by_pair": Optional(Each(Each(int))), "bytes_by_pair": Optional(Each(int))},
    "by_rank": Optional({**dict.fromkeys(("messages_sent", "bytes_sent", "messages_for_it", "bytes_for_it"),
                                         Each(int, list)), "time_spent": Each(Each(NUMBER, list))}),
    "semantics": Optional({"model": str, "total": int, "loads_and_stores": Optional(str), "suppressed": Optional(int),
                           "notes": Optional(Each(str, list)),
                           "findings": Each(FINDING, list),
                           "witnesses": Optional(Each(WITNESS, list))}),
    "elements": Each({"size": int, "high_water": int, "times_exhausted": int, "time_waited_ns": NUMBER}),
    "tables": Optional(Each({**dict.fromkeys(TABLE_COUNTS, int), "fall_backs": {"count": int, "total_ns": NUMBER}})),
    "fall_backs": Optional(Each({"rank": int, "window": str, "call": str, "needed_by": str, "at_ns": NUMBER,
                                 "took_ns": Optional(NUMBER)}, list)),
    "memory_bytes_per_rank": dict.fromkeys(("total", "engine", "tables", "pools_bound"), int),
    "time_spent": Each(NUMBER),
    "settings": Optional(dict), "cause": Optional(str), "fix": Optional(str), "stuck": Optional(Each(CALL, list)),
    "network_preset": Optional({"name": str, "network": str, "source": str, "changed": Each(str, list)}),
    "violation": Optional({"invariant": str, "what": str}),
    "expectations_failed": Optional(Each({"what": str, "expected": str, "got": str}, list)),
    "stale_reads": Optional({"total": int, "first": Each(str, list)}),
    "faults": Optional({
        "ranks_died": Optional({"total": int, "first": Each({"rank": int, "when": str}, list)}),
        "packets_lost": Optional({"total": int, "first": Each({"packet": str, "nth_of_pair": int}, list)}),
        "packets_to_the_dead": Optional(int),
        "pools_shrunk": Optional({"total": int, "first": Each({"rank": int, "pool": str, "to": int, "when": str},
                                                              list)}),
    }),
    "queue": Optional(dict.fromkeys(("max_requests", "looks", "rounds", "requests_looked_at"), int)),
    "lock_waits": Optional({"count": int, "longest_ns": NUMBER}), "agent": Optional({"looks": int}),
    "mutexes": Optional({"taken": int, "contended": int}),
    "caches": Optional({"lines_written_back": int, "lines_invalidated": int}),
    "shared_memory": Optional({"direct_operations": int, "mem_syncs": Optional(Each(int))}),
}
EXPLORATION = {
    "variant": Optional(str), "verdict": Optional(str),
    "scenario": str, "ranks": int, "protocol": Optional(dict), "exhausted": bool, "executions": int, "steps": int,
    "longest": int, "failing": int, "ended_by": Optional(str), "more_values_differ": Optional(bool),
    "pairs_in_order": Optional(bool), "calm": Optional(bool),
    "checked": Optional({"calls": int, "operations": int, "lock_grants": int,
                         "semantics": Optional({"model": str, "accesses": int})}),
    "end_states": Each({"digest": str, "executions": int, "finished": bool, "values": Optional(Each(VALUE)),
                        "failures": Optional(Each(int, list)), "schedule": Optional(Each(str, list))}, list),
    "messages": {"total": RANGE, "by_kind": Each(RANGE), "fewest": Each(str, list), "most": Each(str, list)},
    "high_water": Each(int),
    "failures": Optional(Each({"number": int, "kind": str, "executions": int, "what": Each(str, list),
                               "schedule": Each(str, list), "transcript": Each(str, list),
                               "calm_only": Optional(bool)}, list)),
    "more_failures": Optional(int),
}
FIGURES = {"outcome": str, "time_ns": NUMBER, "messages": NUMBER,
           "memory_bytes_per_rank": {"promised": int, "used": int}}
CANDIDATE = {**FIGURES, "changes": dict, "saves_percent": Optional(OrNull(SIGNED))}
TUNING = {
    "variant": Optional(str), "verdict": Optional(str), "saves_percent": Optional(OrNull(SIGNED)),
    "scenario": str, "limit_bytes": int, "beyond_bytes": int, "settings_searched": Each(str, list),
    "runs": {"search": int, "confirming": int, "verifying": int, "stopped_because": str},
    "own": {**FIGURES, "settings": dict, "time_spent_ns": Each(NUMBER)},
    "recommended": {**FIGURES, "settings": dict, "time_spent_ns": Each(NUMBER)},
    "patch": dict, "front": Each(CANDIDATE, list),
    "next_kib": Each({"memory_bytes_per_rank": int, "saves": SIGNED, "best": CANDIDATE}, list),
}
NAMES = {str: "a text", int: "a whole number from 0", bool: "true or false", list: "a list",
         NUMBER: "a number from 0", SIGNED: "a number", VALUE: "a number or a text"}


def check(document, shape, file, path=""):
    """Raises BadInput for the first part that does not have its shape."""
    location = f"{file}: {path}" if path else file
    if isinstance(shape, Optional):
        shape = shape.shape
    if isinstance(shape, OrNull):
        if document is None:
            return
        shape = shape.shape
    holder = shape.holder if isinstance(shape, Each) else dict if isinstance(shape, dict) else shape
    if not isinstance(document, holder) or not may_be(document, holder):
        raise BadInput(location, found_words(document), NAMES.get(holder, "an object"))
    if isinstance(shape, dict):
        for key, inner in shape.items():
            if key in document or not isinstance(inner, Optional):
                check(document.get(key), inner, file, f"{path}.{key}".lstrip("."))
    elif isinstance(shape, Each):
        members = document.items() if holder is dict else enumerate(document)
        for key, member in members:
            check(member, shape.shape, file, f"{path}.{key}".lstrip("."))


def check_result(document, file):
    """Checks the shape of a result, the lists of its ranks, and the names of pairs of ranks."""
    check(document, RESULT, file)
    ranks = document["ranks"] * document.get("groups", {}).get("count", 1)
    for table in ("by_pair", "bytes_by_pair"):
        for pair in document["messages"].get(table, {}):
            found = PAIR.fullmatch(pair)
            if not found or max(map(int, found.groups())) >= ranks:
                raise BadInput(f"{file}: messages.{table}", ascii(pair)[:60], f"pairs of ranks below {ranks}: 0>1")
    by_rank = document.get("by_rank", {})
    lists = {name: values for name, values in by_rank.items() if isinstance(values, list)}
    lists |= {f"time_spent.{name}": values for name, values in by_rank.get("time_spent", {}).items()}
    for name, values in lists.items():
        if len(values) != ranks or not ranks:
            raise BadInput(f"{file}: by_rank.{name}", f"{len(values)} numbers", f"a number for each of {ranks} ranks")


def may_be(value, holder):
    """False for truth values and for negative numbers, where a number belongs."""
    is_number = holder in (int, NUMBER, SIGNED, VALUE)
    return not is_number or (not isinstance(value, bool) and (holder in (SIGNED, VALUE) or value >= 0))


def found_words(value):
    if value is None:
        return "nothing"
    return {dict: "an object", list: "a list"}.get(type(value), repr(value))
