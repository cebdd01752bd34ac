"""rmasim compare accepts any result file, or reports its error."""

import json
import subprocess

import pytest
from rmasim_analysis.compare import canonical
from rmasim_analysis.compare.command import comparison
from rmasim_analysis.compare.families import families_of
from rmasim_analysis.compare.play import Played
from rmasim_analysis.compare.shape import checked
from rmasim_analysis.compare.sides import Side
from rmasim_analysis.compare.text import text_of
from rmasim_analysis.errors import BadInput
from verbs import PROGRAM, SCENARIOS

ODD = (None, True, -1, 2**63, 1.5, "", "x", [], [1], {}, {"x": 1}, {"x": None})


def result_of(scenario, *arguments):
    done = subprocess.run([PROGRAM, "run", SCENARIOS / scenario, "--format", "json", *arguments], capture_output=True,
                          check=False)
    return json.loads(done.stdout)


RESULTS = [result_of("newrma/lock/lock-put-get-unlock.json", "--breakdown", "pair"),
           result_of("oldqueue/lock/put.json"),
           result_of("shm/accumulate/one-mutex.json"), result_of("ch3/lock-all-hangs.json")]


def paths_of(value, path=()):
    """Yields the path of every key of a document, as a tuple of keys."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield (*path, key)
        yield from paths_of(inner, (*path, key))


def with_odd(result, path, odd):
    """Returns a copy of the document in which one value is replaced by `odd`. If `odd` is Ellipsis, the value is
    removed."""
    copy = json.loads(json.dumps(result))
    at = copy
    for step in path[:-1]:
        at = at[step]
    if odd is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = odd
    return copy


@pytest.mark.long
@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result["scenario"])
def test_an_odd_value_is_refused_or_shown(result):
    families = families_of(PROGRAM)
    refused, shown = 0, 0
    for path in paths_of(result):
        for odd in (*ODD, ...):
            other = with_odd(result, path, odd)
            try:
                runs = [Played(Side("a", "a.json", one, True), checked(one, "a.json")) for one in (result, other)]
            except BadInput as error:
                refused += 1
                assert str(error).startswith("a.json: ") and "; allowed: " in str(error)
                continue
            shown += 1
            assert text_of(comparison(runs, families), 100)
    assert refused > 50 and shown > 50


def test_the_page_of_canonical_programs_shows_how_a_side_ends():
    side = {"outcome": "deadlock", "time_ns": 5}
    assert canonical.ending(side) == "deadlock" and canonical.ending({**side, "outcome": "finished"}) == "5 ns"
