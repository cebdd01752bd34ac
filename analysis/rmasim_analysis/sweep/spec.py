"""Reads a sweep file, or a scenario whose ranges are on the command line, as a Sweep."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BadInput
from ..files import read_json
from ..program_file import can_run
from .plan import METHODS, Grid, paths_of
from .ranges import MAX_VALUES, Between, Values, geometric, linear, listed, spread

KEYS = ("$schema", "name", "about", "scenario", "variant", "set", "vary", "sample")


@dataclass
class Sweep:
    """A sweep. `variant`: of the scenario; empty: the file as it is. `fixed`: settings that are the same in every run.
    `patches`: files that are applied before them."""

    name: str
    scenario: Path
    about: str = ""
    variant: str = ""
    fixed: dict = field(default_factory=dict)
    patches: list = field(default_factory=list)
    dimensions: list = field(default_factory=list)
    sample: dict | None = None

    def plan(self, place):
        """The runs to make. `place`: the location for errors."""
        if not self.dimensions:
            raise BadInput(place, "nothing to vary", 'a sweep file with "vary", or --vary PATH=RANGE')
        if self.sample:
            return METHODS[self.sample["method"]](tuple(self.dimensions), self.sample["runs"], self.sample["seed"])
        for dimension in self.dimensions:
            if isinstance(dimension, Between):
                raise BadInput(place, f'"between" for {dimension.path} in a grid', 'a "sample", or a list or range')
        grid = Grid(tuple(self.dimensions))
        if len(grid) > MAX_VALUES:
            raise BadInput(place, f"a grid of {len(grid):,} runs", f'at most {MAX_VALUES:,}, or a "sample"')
        return grid

    @property
    def varied(self):
        return paths_of(self.dimensions)


def read_sweep(path):
    """The Sweep in a sweep file, or one that varies nothing yet if the file is a scenario."""
    json = read_json(path)
    if can_run(json) and "scenario" not in json:
        return Sweep(str(json.get("name", Path(path).stem)), Path(path))
    return Reader(path).sweep(json)


class Reader:
    """Reads a sweep file; its errors name the file and the path in it."""

    def __init__(self, file):
        self.file = file

    def sweep(self, json):
        self.check_keys("", json, KEYS)
        for key in ("name", "scenario"):
            if not isinstance(json.get(key), str) or not json[key]:
                self.fail(key, json.get(key), "a text")
        scenario = Path(os.path.normpath(Path(self.file).parent / json["scenario"]))
        sweep = Sweep(json["name"], scenario, json.get("about", ""), json.get("variant", ""))
        if not isinstance(sweep.variant, str):
            self.fail("variant", sweep.variant, "the name of a variant of the scenario")
        sweep.fixed = dict(self.object("set", json.get("set", {})))
        for path, words in self.object("vary", json.get("vary", {})).items():
            sweep.dimensions.append(self.dimension(path, words))
        if "sample" in json:
            sweep.sample = self.sample(json["sample"])
        return sweep

    def dimension(self, path, words):
        """One entry of `vary`: a list of values, or an object whose only key is the kind of range."""
        if isinstance(words, list):
            words = {"list": words}
        place = f"vary.{path}"
        self.check_keys(place, words, tuple(self.KINDS))
        if len(words) != 1:
            self.fail(place, words, f"one of {', '.join(self.KINDS)}")
        (kind, value), = words.items()
        return self.KINDS[kind](self, f"{place}.{kind}", path, value)

    def read_list(self, place, path, value):
        self.check_list(place, value)
        return listed(path, value)

    def read_cases(self, place, path, value):
        """Settings that vary together. The key in `vary` is then no path, only a name for them."""
        self.check_list(place, value)
        if not all(isinstance(case, dict) and case for case in value):
            self.fail(place, value, 'a list of objects, such as {"ranks": 16, "platform.ranks_per_node": 4}')
        return Values(tuple(value))

    def read_range(self, place, path, value):
        low, high = self.ends(place, value, ("from", "to", "step"))
        step = self.number(f"{place}.step", value.get("step", 1))
        return linear(f"{self.file}: {place}", path, low, high, step)

    def read_log_range(self, place, path, value):
        low, high = self.ends(place, value, ("from", "to", "factor", "points"))
        if "factor" in value and "points" in value:
            self.fail(place, '"factor" and "points"', "one of them")
        if "points" in value:
            return spread(f"{self.file}: {place}", path, low, high, self.whole(f"{place}.points", value["points"]))
        factor = self.number(f"{place}.factor", value.get("factor", 2))
        return geometric(f"{self.file}: {place}", path, low, high, factor)

    def read_between(self, place, path, value):
        low, high = self.ends(place, value, ("from", "to", "scale"))
        scale = value.get("scale", "linear")
        if scale not in ("linear", "log"):
            self.fail(f"{place}.scale", scale, '"linear" or "log"')
        return between(f"{self.file}: {place}", path, low, high, scale == "log")

    KINDS = {"list": read_list, "range": read_range, "log_range": read_log_range, "between": read_between,
             "cases": read_cases}

    def sample(self, value):
        self.check_keys("sample", value, ("method", "runs", "seed"))
        if value.get("method") not in METHODS:
            self.fail("sample.method", value.get("method"), f"one of {', '.join(METHODS)}")
        return {"method": value["method"], "runs": self.whole("sample.runs", value.get("runs")),
                "seed": self.whole("sample.seed", value.get("seed", 1), minimum=0)}

    def ends(self, place, value, keys):
        self.check_keys(place, value, keys)
        return self.number(f"{place}.from", value.get("from")), self.number(f"{place}.to", value.get("to"))

    def number(self, place, value):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fail(place, value, "a number")
        return value

    def whole(self, place, value, minimum=1):
        if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= MAX_VALUES:
            self.fail(place, value, f"a whole number from {minimum} to {MAX_VALUES:,}")
        return value

    def object(self, place, value):
        if not isinstance(value, dict):
            self.fail(place, value, "an object")
        return value

    def check_list(self, place, value):
        if not isinstance(value, list) or not value:
            self.fail(place, value, "a list with something in it")

    def check_keys(self, place, value, known):
        for key in self.object(place, value):
            if key not in known:
                self.fail(f"{place}.{key}" if place else key, "an unknown key", f"one of {', '.join(known)}")

    def fail(self, place, found, allowed):
        raise BadInput(f"{self.file}: {place}", found if isinstance(found, str) else repr(found), allowed)


def between(place, path, low, high, logarithmic):
    if not low < high or (logarithmic and low <= 0):
        raise BadInput(place, f"an interval from {low} to {high}",
                       "one whose end is above its beginning, which is above 0 where the scale is logarithmic")
    return Between(path, low, high, logarithmic)
