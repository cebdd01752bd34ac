"""Reads a Sweep from a sweep file, or from a scenario and the ranges on the command line."""

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
    """A sweep. `variant` is the variant of the scenario, and is empty without a variant. `fixed` are settings with the
    same value in every run. `patches` are files that are applied before these settings."""

    name: str
    scenario: Path
    about: str = ""
    variant: str = ""
    fixed: dict = field(default_factory=dict)
    patches: list = field(default_factory=list)
    dimensions: list = field(default_factory=list)
    sample: dict | None = None

    def plan(self, location):
        """The plan of the runs. `location` is for errors."""
        if not self.dimensions:
            raise BadInput(location, "nothing to vary", 'a sweep file with "vary", or --vary PATH=RANGE')
        if self.sample:
            return METHODS[self.sample["method"]](tuple(self.dimensions), self.sample["runs"], self.sample["seed"])
        for dimension in self.dimensions:
            if isinstance(dimension, Between):
                raise BadInput(dimension.location, "an interval without a sample",
                               "an interval with a sample (--sample METHOD:RUNS); without it, a list or a range "
                               "with steps")
        grid = Grid(tuple(self.dimensions))
        if len(grid) > MAX_VALUES:
            raise BadInput(location, f"a grid of {len(grid):,} runs", f'at most {MAX_VALUES:,} runs, or a "sample"')
        return grid

    @property
    def varied(self):
        return paths_of(self.dimensions)


def read_sweep(path):
    """The Sweep in a sweep file. If the file is a scenario, a Sweep that varies nothing yet."""
    json = read_json(path)
    if can_run(json) and "scenario" not in json:
        return Sweep(str(json.get("name", Path(path).stem)), Path(path))
    return Reader(path).sweep(json)


class Reader:
    """A reader of a sweep file. Its errors name the file and the path in the file."""

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
        """The dimension of one entry of `vary`. The entry is a list of values, or an object whose only key is the kind
        of range."""
        if isinstance(words, list):
            words = {"list": words}
        location = f"vary.{path}"
        self.check_keys(location, words, tuple(self.KINDS))
        if len(words) != 1:
            self.fail(location, words, f"one of {', '.join(self.KINDS)}")
        (kind, value), = words.items()
        return self.KINDS[kind](self, f"{location}.{kind}", path, value)

    def read_list(self, location, path, value):
        self.check_list(location, value)
        return listed(path, value)

    def read_cases(self, location, path, value):
        """The cases of settings that vary together. The key in `vary` is then only a name for these settings, and no
        path."""
        self.check_list(location, value)
        if not all(isinstance(case, dict) and case for case in value):
            self.fail(location, value, 'a list of objects, such as {"ranks": 16, "platform.ranks_per_node": 4}')
        return Values(tuple(value))

    def read_range(self, location, path, value):
        low, high = self.ends(location, value, ("from", "to", "step"))
        step = self.number(f"{location}.step", value.get("step", 1))
        return linear(f"{self.file}: {location}", path, low, high, step)

    def read_log_range(self, location, path, value):
        low, high = self.ends(location, value, ("from", "to", "factor", "points"))
        if "factor" in value and "points" in value:
            self.fail(location, '"factor" and "points"', 'either "factor" or "points"')
        if "points" in value:
            points = self.whole(f"{location}.points", value["points"])
            return spread(f"{self.file}: {location}", path, low, high, points)
        factor = self.number(f"{location}.factor", value.get("factor", 2))
        return geometric(f"{self.file}: {location}", path, low, high, factor)

    def read_between(self, location, path, value):
        low, high = self.ends(location, value, ("from", "to", "scale"))
        scale = value.get("scale", "linear")
        if scale not in ("linear", "log"):
            self.fail(f"{location}.scale", scale, '"linear" or "log"')
        return between(f"{self.file}: {location}", path, low, high, scale == "log")

    KINDS = {"list": read_list, "range": read_range, "log_range": read_log_range, "between": read_between,
             "cases": read_cases}

    def sample(self, value):
        self.check_keys("sample", value, ("method", "runs", "seed"))
        if value.get("method") not in METHODS:
            self.fail("sample.method", value.get("method"), f"one of {', '.join(METHODS)}")
        return {"method": value["method"], "runs": self.whole("sample.runs", value.get("runs")),
                "seed": self.whole("sample.seed", value.get("seed", 1), minimum=0)}

    def ends(self, location, value, keys):
        self.check_keys(location, value, keys)
        return self.number(f"{location}.from", value.get("from")), self.number(f"{location}.to", value.get("to"))

    def number(self, location, value):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fail(location, value, "a number")
        return value

    def whole(self, location, value, minimum=1):
        if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= MAX_VALUES:
            self.fail(location, value, f"a whole number from {minimum} to {MAX_VALUES:,}")
        return value

    def object(self, location, value):
        if not isinstance(value, dict):
            self.fail(location, value, "an object")
        return value

    def check_list(self, location, value):
        if not isinstance(value, list) or not value:
            self.fail(location, value, "a list that is not empty")

    def check_keys(self, location, value, known):
        for key in self.object(location, value):
            if key not in known:
                self.fail(f"{location}.{key}" if location else key, "an unknown key", f"one of {', '.join(known)}")

    def fail(self, location, found, allowed):
        raise BadInput(f"{self.file}: {location}", found if isinstance(found, str) else repr(found), allowed)


def between(location, path, low, high, logarithmic):
    if not low < high or (logarithmic and low <= 0):
        raise BadInput(location, f"an interval from {low} to {high}",
                       "an interval whose end is above its beginning; on a logarithmic scale both are above 0")
    return Between(path, low, high, logarithmic, location)
