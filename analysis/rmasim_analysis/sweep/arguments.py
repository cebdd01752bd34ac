"""Reads ranges and samples from the command line."""

import json
import re

from ..errors import BadInput
from ..files import parse_json
from ..options import value_of
from .plan import METHODS
from .ranges import MAX_VALUES, geometric, linear, listed
from .spec import between

RANGE_FORMS = "PATH=1,2,4 or 1..10 or 0..100+20 or 1..1024*2; of samples also 1..1024~linear or 1..1024~log"
SAMPLE_FORMS = f"METHOD:RUNS or METHOD:RUNS:SEED, of {', '.join(METHODS)}, such as random:200"

NUMBER = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?:([+*])({NUMBER})|~(linear|log))?")


def parse_vary(text):
    """The dimension in a text of the form PATH=RANGE."""
    path, equals, values = text.partition("=")
    if not path or not values:
        raise BadInput("--vary", text, RANGE_FORMS)
    location = f"--vary {text}"
    found = RANGE.fullmatch(values)
    if not found:
        return listed(path, list_of(location, values))
    low, high = parse_json(found[1], location), parse_json(found[2], location)
    if found[5]:
        return between(location, path, low, high, found[5] == "log")
    step = parse_json(found[4], location) if found[4] else 1
    return (geometric if found[3] == "*" else linear)(location, path, low, high, step)


def list_of(location, text):
    """The values in a text. Commas separate them. A value may be a JSON list or object."""
    try:
        return json.loads(f"[{text}]") or [""]
    except json.JSONDecodeError:
        values = text.split(",")
    except ValueError:
        raise BadInput(location, "a number with thousands of digits", "numbers of 64 bits") from None
    if "" in values or ".." in text:
        raise BadInput(location, text, RANGE_FORMS)
    return [value_of(value) for value in values]


def parse_sample(text):
    method, *numbers = text.split(":")
    if method not in METHODS or not 1 <= len(numbers) <= 2 or not all(number.isdecimal() for number in numbers):
        raise BadInput("--sample", text, SAMPLE_FORMS)
    runs, seed = int(numbers[0]), int(numbers[1]) if numbers[1:] else 1
    if not 1 <= runs <= MAX_VALUES:
        raise BadInput("--sample", text, f"1 to {MAX_VALUES:,} runs")
    return {"method": method, "runs": runs, "seed": seed}
