"""A setting that tune may change. It has a path, a range, and its value in the scenario.

Ranges and defaults are from scenarios/schema.json. Tests compare them with those of the simulator.
"""

import re
from dataclasses import dataclass

from ..errors import BadInput
from ..settings import setting_of

PATHS = tuple(f"protocol.{name}" for name in (
    "slots", "op_pool.local", "op_pool.global", "target_pool.local", "target_pool.global",
    "piggyback_threshold", "single_op_threshold_bytes", "lock_all_requests"))
# The settings of single windows, for --over. A window without such a setting uses that of `protocol`. A pool in the
# search keeps one element of the window's own, so that every point of the search can run.
OF_A_WINDOW = re.compile(r"windows\.[A-Za-z]\w*\.(protocol\.(?:slots|op_pool\.local|target_pool\.local))")
# Settings that have an effect only if the scenario has one of these calls or patterns.
ONLY_WITH = {
    "protocol.single_op_threshold_bytes": {"lock", "lock_all", "all_to_all", "hot_spot", "random_access"},
    "protocol.lock_all_requests": {"lock_all"},
}


@dataclass(frozen=True)
class Setting:
    path: str
    minimum: int
    maximum: int
    in_file: int
    own: int  # the value in the scenario: that of the file, or of the command line if it changes the setting


def words_of(value):
    """All keys and texts in a JSON value. The names of calls and patterns are among them."""
    if isinstance(value, dict):
        return set(value).union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return {value} if isinstance(value, str) else set()


def paths_that_matter(document):
    if "exec" in document:  # the calls of an MPI program are not known
        return list(PATHS)
    words = words_of(document.get("programs", []))
    return [path for path in PATHS if path not in ONLY_WITH or ONLY_WITH[path] & words]


def value_at(document, path, default):
    for name in path.split("."):
        if not isinstance(document, dict) or name not in document:
            return default
        document = document[name]
    whole = isinstance(document, int) or isinstance(document, float) and document.is_integer()
    return int(document) if whole else default  # if it is not a number, the simulator reports the error


def setting_at(path, in_file, as_set):
    """The Setting with a path. `in_file` is the scenario in the file, `as_set` the scenario after the changes of the
    command line."""
    of_window = OF_A_WINDOW.fullmatch(path)
    if of_window:
        return setting_of_window(path, of_window[1], in_file, as_set)
    if path not in PATHS:
        raise BadInput("--over", path, ", ".join(PATHS) + ", windows.NAME.protocol.slots and its local pools")
    known = setting_of(path)
    in_file, own = (value_at(document, path, known.default) for document in (in_file, as_set))
    return Setting(path, known.minimum, known.maximum, in_file, own)


def setting_of_window(path, of_all, in_file, as_set):
    """The Setting of one window. `of_all` is the setting of all windows, which applies if the window has none."""
    name = path.split(".")[1]
    windows = as_set.get("windows")
    if not isinstance(windows, dict) or name not in windows:
        raise BadInput("--over", path, "a window of the scenario")
    known, otherwise = setting_of(path), setting_of(of_all).default
    in_file, own = (value_at(document, path, value_at(document, of_all, otherwise)) for document in (in_file, as_set))
    return Setting(path, max(known.minimum, 1), known.maximum, in_file, own)


def own_seed(document):
    return value_at(document, "seed", setting_of("seed").default)
