"""Mutated scenarios: for any change of a file's structure, the schema and the program give the same verdict.

The schema checks no names of windows, no variables and no relations between numbers. If the schema accepts a scenario
and the program refuses it, the program must have reported an error of one of these kinds.
"""

import copy
import itertools
import json
import random
import re

import pytest

from scenario_tools import GOOD, SCHEMA, load, schema_accepts, validate

SEED = 20140716
MUTANTS = 1500
MANY_RANKS = 1 << 21
SMALLEST = GOOD[0].with_name("nobody.json")

# Members that are refused or accepted for their type, sign, size or emptiness.
REPLACEMENTS = [None, True, False, -1, 1.5, 10**15, -(10**19), "", "x", "x y", [], {}, [[]], {"x": 1}]

# Errors that only the program can detect: the location in the message, and the allowed value that it names.
BEYOND_THE_SCHEMA = [
    (r"", r'^"win" is required$'),  # where there are several windows
    (r"\.win$", r"^one of"),
    (r"", r"\(a string only with \"params\"\)$"),
    (r"", r"\(column \d+: expected "),  # an expression, or a variable that is not there
    (r"", r"bytes of window"),
    (r"", r"family shm"),  # one node, shared windows, its own calls
    (r"\.let\.", r"an element of an array|^an integer from 0 to \d+$"),  # how long the array is, and that it is one
    (r"\.array\.", r"variables in a program$"),
    (r"\.count$", r"^at most \d+ elements$"),
    (r"\.(target|source|group\[\d+\])$", r"^an integer from (0|-1|-2) to \d+$|^0$"),
    (r"\.stride$", r"^at least the block_length"),
    (r"\.group$", r"^ranks from 0 to|^\"all\", a list such as"),
    (r"\.threads$", r"^a single entry for a rank with \"threads\"$"),
    (r"^expect\.time_ns\.max$", r"^an integer from |^\d+$"),
    (r"^platform\.", r"nodes that the ranks need|^as many levels|^an existing file, but there is no file"),
    (r"\.(planes|rows|columns)$", r"the number of ranks$"),
    (r"\.(ranks|from|to)$", r"^ranks from 0 to|^\"all\", a list such as"),
    (r"\.by_pair\.", r"ranks from 0 to"),
    (r"^expect\.high_water\.", r"^one of op\.global"),
    (r"^faults\.links\[\d+\]$", r"platform\.network\.model"),
    (r"^faults\..*\.(at_ns|every_ns|period_ns)$", r"^an integer from |^\d+$|^no value$"),
    (r"^faults\.shrinks\[\d+\]\.pool$", r"^one of"),
    (r"^faults\.shrinks\[\d+\]\.to$", r"^an integer from 0 to |^0$"),
    (r"^variants\[\d+\]\.settings\.", r""),  # the schema of a path would be that of its value
    (r"^variant [\w.-]+: ", r""),
    (r"^variants\[\d+\]\.name$", r"^a different name for each variant$"),
]


def paths(document, prefix=()):
    """Yields the path of everything inside the document."""
    members = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in members:
        yield (*prefix, key)
        if isinstance(value, (dict, list)):
            yield from paths(value, (*prefix, key))


def holder(document, path):
    for key in path[:-1]:
        document = document[key]
    return document


def drop(rng, parent, key):
    del parent[key]


def rename(rng, parent, key):
    if isinstance(parent, dict):
        parent[str(key) + rng.choice(["x", "_", " "])] = parent.pop(key)


def replace(rng, parent, key):
    parent[key] = copy.deepcopy(rng.choice(REPLACEMENTS))


def write_as_float(rng, parent, key):
    if isinstance(parent[key], int):
        parent[key] = float(parent[key])


def graft(rng, parent, key):
    """Inserts a known key into an object that may not have this key."""
    if isinstance(parent[key], dict):
        name = rng.choice(["win", "target", "bytes", "calls", "value", "from", "as", "put"])
        parent[key][name] = rng.choice(["w", 1, {}])


def mutant(rng, document):
    document = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2])):
        path = rng.choice(list(paths(document)))
        mutate = rng.choice([drop, rename, replace, replace, replace, write_as_float, graft])
        mutate(rng, holder(document, path), path[-1])
    return document


def disagreements(mutants, tmp_path):
    """Returns the names of the documents on which schema and program disagree, and the program's messages."""
    paths_of = {}
    for name, document in mutants.items():
        paths_of[name] = tmp_path / f"{name}.json"
        paths_of[name].write_text(json.dumps(document))
    result = validate(list(paths_of.values()))
    assert len(result.accepted) + len(result.complaints) == len(mutants)
    # Both verdicts must be frequent, or the agreement means little.
    assert min(len(result.accepted), len(result.complaints)) > len(mutants) // 10
    complaints = {name: result.complaints.get(path) for name, path in paths_of.items()}
    return [
        (name, complaint)
        for name, complaint in complaints.items()
        if schema_accepts(mutants[name]) != (complaint is None) and not beyond_the_schema(complaint)
    ]


def beyond_the_schema(complaint):
    if complaint is None:
        return False  # The schema refused what the program takes: never right.
    location, allowed = re.fullmatch(r"(.*?): found .*; allowed: (.*)", complaint, re.DOTALL).groups()
    return any(re.search(where, location) and re.search(what, allowed) for where, what in BEYOND_THE_SCHEMA)


def test_schema_and_program_agree_on_mutants(tmp_path):
    rng = random.Random(SEED)
    originals = [load(path) for path in GOOD]
    mutants = {str(number): mutant(rng, rng.choice(originals)) for number in range(MUTANTS)}
    assert disagreements(mutants, tmp_path) == []


def limits(schema):
    """Yields every minimum and maximum in the schema."""
    for key, value in schema.items():
        if key in ("minimum", "maximum"):
            yield value
        elif isinstance(value, dict):
            yield from limits(value)
        elif isinstance(value, list):
            yield from (limit for item in value if isinstance(item, dict) for limit in limits(item))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def changes_at_limits():
    """Yields changes of a scenario: each number is replaced by every limit in the schema, and by the values next to the
    limit."""
    values = sorted({limit + step for limit in set(limits(load(SCHEMA))) for step in (-1, 0, 1)})
    for original in GOOD:
        document = load(original)
        for path in paths(document):
            if is_number(holder(document, path)[path[-1]]):
                yield from ((original, path, value) for value in values)


def takes_seconds(path, value):
    """Returns True for a change to millions of ranks. The program lists the ranks, so each such scenario takes seconds.
    """
    return path == ("ranks",) and MANY_RANKS < value <= max_ranks()


def max_ranks():
    return load(SCHEMA)["properties"]["ranks"]["maximum"]


def changed(changes):
    """Yields the changed documents, each with its name."""
    for original, path, value in changes:
        document = load(original)
        holder(document, path)[path[-1]] = value
        yield f"{original.stem}-{'.'.join(map(str, path))}={value}", document


@pytest.mark.long
def test_schema_and_program_have_the_same_limits(tmp_path):
    assert disagreements(dict(changed(changes_at_limits())), tmp_path) == []


def test_schema_and_program_have_the_same_limits_in_a_sample(tmp_path):
    """The sample has every ninth change. Since nine does not divide the number of limits, each number gets other
    limits. One scenario has the maximum number of ranks, and another scenario has one more."""
    sampled = itertools.islice(changes_at_limits(), 0, None, 9)
    some = dict(changed(change for change in sampled if not takes_seconds(*change[1:])))
    assert len(some) > 1000
    some |= {f"ranks={ranks}": {**load(SMALLEST), "ranks": ranks} for ranks in (max_ranks(), max_ranks() + 1)}
    assert disagreements(some, tmp_path) == []
