"""The verdicts of runs and explorations have the figures of their results, in random scenarios with random settings."""

import json
import os
import random
import re
import subprocess

import pytest
import verdicts
from random_scenarios import ROOT, random_settings, scenarios

BINARY = os.environ["RMASIM_BINARY"]


def played(verb, path, settings, *more):
    """Returns the JSON result. None if the program refuses the settings."""
    options = [part for one in settings for part in ("--set", one)]
    done = subprocess.run([BINARY, verb, path, "--format", "json", *options, *more], capture_output=True, text=True,
                          check=False)
    return json.loads(done.stdout) if done.stdout else None


def random_results(seed, number, verb, *more):
    """Yields results of random scenarios. Scenarios that refuse the settings are left out."""
    draw = random.Random(seed)
    while number > 0:
        path, settings = draw.choice(scenarios()), random_settings(draw)
        if (result := played(verb, path, settings, *more)) is not None:
            number -= 1
            yield f"{path.relative_to(ROOT)} {settings}", result


@pytest.mark.parametrize("seed, number", [(1, 8), pytest.param(2, 200, marks=pytest.mark.slow)])
def test_the_verdict_of_a_run_has_its_figures(seed, number):
    seen = set()
    for name, result in random_results(seed, number, "run"):
        assert verdicts.errors_of_run(result) == [], name
        seen.add(re.sub(r"[\d,]+|(op|target)\.\S+", "N", result["verdict"].partition("; ")[2]))
    assert len(seen) > (1 if number < 100 else 5), seen


@pytest.mark.parametrize("seed, number", [(1, 5), pytest.param(2, 200, marks=pytest.mark.slow)])
def test_the_verdict_of_an_exploration_has_its_figures(seed, number):
    failing = 0
    for name, found in random_results(seed, number, "explore", "--limit", "40"):
        assert verdicts.errors_of_exploration(found) == [], name
        failing += found["failing"] > 0
    assert failing >= number // 40


def test_the_verdict_is_the_beginning_of_the_text():
    path = ROOT / "scenarios/newrma/lock/lock-put-get-unlock.json"
    for verb, between in (("run", ": finished. "), ("explore", ": ")):
        verdict = played(verb, path, [])["verdict"]
        text = subprocess.run([BINARY, verb, path], capture_output=True, text=True, check=False).stdout
        first, about, head, *_ = text.splitlines()
        assert first == f"lock-put-get-unlock{between}{verdict}" and about
        assert "2 ranks, family newrma" in head and "latency" in head and "bandwidth" in head


def test_a_line_explains_each_figure():
    path = ROOT / "scenarios/newrma/lock/lock-put-get-unlock.json"
    for verb in ("run", "explore"):
        plain, explained = (subprocess.run([BINARY, verb, path, *options], capture_output=True, text=True,
                                           check=False).stdout.splitlines() for options in ((), ("--explain",)))
        added = [line for line in explained if line.startswith("      ")]
        assert [re.sub(r"[\d.]+ s to simulate", "", line) for line in explained if line not in added] == [
            re.sub(r"[\d.]+ s to simulate", "", line) for line in plain]
        assert "      The number of all packets." in added and len(added) > 8


def test_an_exhausted_local_pool_without_waits_names_the_global_pool():
    path = ROOT / "scenarios/newrma/lock/lock-put-put-unlock.json"
    settings = ["protocol.op_pool.local=1", "protocol.optimizations.single_op=false"]
    result = played("run", path, settings)
    use = result["elements"]["op.local.w"]
    assert use["times_exhausted"] > 0 and use["time_waited_ns"] == 0
    assert "and the global pool stands in" in result["verdict"]
    text = subprocess.run([BINARY, "run", path, *(part for one in settings for part in ("--set", one))],
                          capture_output=True, text=True, check=False).stdout
    (row,) = [line for line in text.splitlines() if line.startswith("  op.local.w")]
    assert row.endswith("   the global pool stood in")
