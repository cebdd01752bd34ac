"""The verdicts of compare and tune have the figures of their results, in random scenarios with random settings. The
expected sentences are computed here from the figures of the sides."""

import json
import random
import re

import pytest
import rmasim
from random_scenarios import ROOT, random_settings, scenarios
from rmasim_analysis.compare.explained import with_explanations
from rmasim_analysis.compare.text import rows_of
from rmasim_analysis.layout import duration

SCHEMA = json.loads((ROOT / "analysis/rmasim_analysis/result.schema.json").read_text())
FAMILIES = ("newrma", "ch3", "ch4", "oldqueue", "synccount")


def setting(text):
    path, _, value = text.partition("=")
    return path, value if path == "protocol.family" else float(value) if "." in value else int(value)


def joined(names):
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def order_claims(sides):
    """The claims about packets and time, without the reason."""
    packets = {name: side["messages"]["total"] for name, side in sides.items()}
    times = {name: side["time_ns"] for name, side in sides.items()}
    fewest = [name for name in sides if packets[name] == min(packets.values())]
    slowest, fastest = ([name for name in sides if times[name] == choose(times.values())] for choose in (max, min))
    alike, number = len(fewest) == len(sides), min(packets.values())
    text = f"All sides send {number:,} packet{'' if number == 1 else 's'}" if alike else \
        f"{joined(fewest)} send{'s' if len(fewest) == 1 else ''} fewest packets ({number:,})"
    if len(slowest) == len(sides):
        return f"{text}; all take {duration(max(times.values()))}"
    subject = " and" if slowest == fewest and not alike else f"; {joined(slowest)}"
    return (f"{text}{subject} {'is' if len(slowest) == 1 else 'are'} slowest ({duration(max(times.values()))}; "
            f"{joined(fastest)}: {duration(min(times.values()))})")


def check_reason(text, slow, fast):
    """Checks the reason why a side is slowest against the sides' figures."""
    spent = {cause: ns - fast["time_spent"].get(cause, 0) for cause, ns in slow["time_spent"].items()}
    if found := re.fullmatch(r", because LOCK_ALL falls back ([\d,]+) times?", text):
        tables = slow["tables"].values()
        assert int(found[1].replace(",", "")) == sum(use["fall_backs"]["count"] for use in tables) > 0
        more = sum(slow["time_spent"].values()) - sum(fast["time_spent"].values())
        assert 2 * sum(use["fall_backs"]["total_ns"] for use in tables) >= more
    elif text:
        found = re.fullmatch(r", with (.*?) more (.*), all ranks together", text)
        assert found[1] == duration(max(spent.values()))
        words = SCHEMA["properties"]["time_spent"]["properties"]
        assert any(words[cause]["description"].lower().startswith(found[2].lower())
                   for cause, ns in spent.items() if ns == max(spent.values()))
    else:
        assert max(spent.values(), default=0) <= 0


def check_kind(text, sides):
    """Checks the sentence on the kind of packet whose number differs most."""
    base, *others = sides.values()
    largest = max((abs(base["messages"]["kinds"].get(kind, 0) - other["messages"]["kinds"].get(kind, 0))
                   for other in others for kind in {*base["messages"]["kinds"], *other["messages"]["kinds"]}),
                  default=0)
    if not text:
        assert largest == 0
        return
    found = re.fullmatch(r"(\S+): ([\d,]+) of (.+?) against ([\d,]+) of (.+?)"
                         r"(?:; the other (one|[\d,]+) (?:is|are) on the own window, which (.+) sends)?\.", text)
    kind, before, now = found[1], int(found[2].replace(",", "")), int(found[4].replace(",", ""))
    assert (found[3], abs(now - before)) == (base["name"], largest)
    assert before == base["messages"]["kinds"].get(kind, 0)
    assert now == sides[found[5]]["messages"]["kinds"].get(kind, 0)
    if found[6]:
        own = [sides[name]["messages"]["to_itself"].get(kind, 0) for name in (found[3], found[5])]
        assert own[1] - own[0] == now - before
        assert (1 if found[6] == "one" else int(found[6].replace(",", ""))) == abs(now - before)
        assert found[7] == (found[5] if now > before else found[3])


def check_comparison(found):
    every = found["sides"]
    sides = {side["name"]: side for side in every if side["status"] == "compared" and side["outcome"] == "finished"}
    rest = found["verdict"]
    if len(sides) < len(every):
        names = f": {joined(list(sides))}" if sides else ""
        part = f"{len(sides)} of {len(every)} sides finish{'es' if len(sides) == 1 else ''}{names}."
        assert rest.startswith(part)
        rest = rest[len(part):].lstrip()
    if len(sides) < 2:
        assert rest == ""
        return
    claim = order_claims(sides)
    assert rest.startswith(claim), claim
    rest = rest[len(claim):]
    slow, fast = (choose(sides.values(), key=lambda side: side["time_ns"]) for choose in (max, min))
    kinds = re.search(r"(?<=\.) [^ ]+: [\d,]+ of .* against .*", rest)
    first = rest[:kinds.start()] if kinds else rest
    if "all take" not in claim:
        check_reason(first.removesuffix("."), slow, fast)
    if len(sides) == len(every):
        check_kind(kinds[0].strip() if kinds else "", sides)


def comparisons(seed, number):
    draw = random.Random(seed)
    while number > 0:
        path = draw.choice(scenarios())
        settings = dict(map(setting, random_settings(draw, with_family=False)))
        try:
            yield rmasim.compare(path, families=draw.sample(FAMILIES, draw.choice((2, 2, 3))),
                                 set={key: value for key, value in settings.items() if key.count("_pool") == 0
                                      and key != "protocol.slots"})
        except (rmasim.BadInput, rmasim.Failed):
            continue
        number -= 1


@pytest.mark.parametrize("seed, number", [(1, 200)])
def test_the_verdict_of_a_comparison_has_its_figures(seed, number):
    for comparison in comparisons(seed, number):
        check_comparison(comparison.found)
        assert str(comparison).replace("\n    ", " ").startswith(comparison.found["verdict"].split(" ")[0])


def test_operations_on_the_own_window_are_named(tmp_path):
    scenario = {"name": "own", "ranks": 2, "windows": {"w": {"bytes": 64}}, "programs": [{"calls": [
        {"lock_all": {}}, {"repeat": {"times": 6, "calls": [
            {"compare_and_swap": {"target": 0, "datatype": "int64", "compare": 0, "value": 1, "as": "x"}},
            {"flush": {"target": 0}}]}}, {"unlock_all": {}}]}]}
    found = rmasim.compare(scenario, families=["newrma", "ch4"]).found
    check_comparison(found)
    assert "CAS: 6 of newrma against 12 of ch4; the other 6 are on the own window, which ch4 sends." in found["verdict"]


def test_each_row_of_a_comparison_has_an_explanation():
    for comparison in comparisons(3, 10):
        compared = [side for side in comparison.sides if side["status"] == "compared"]
        rows = rows_of(compared)
        lines = with_explanations(rows, [row[0] for row in rows])
        titles = sum(not any(row[1:]) and not row[0].startswith(" ") for row in rows)
        assert len(lines) >= 2 * len(rows) - titles - 1


def check_tuning(found):
    """Checks the numbers in the verdict against the scenario's own and the recommended settings."""
    own, best = found["own"], found["recommended"]
    verdict, key = found["verdict"], "time_ns" if found["objective"] == "time" else "messages"
    assert f"{found['limit_bytes']:,} bytes a rank" in verdict
    if own["outcome"] != "finished":
        assert verdict.startswith(f"With its own settings the scenario does not finish ({own['outcome']}). ")
        return
    percent = f"{100 * abs(own[key] - best[key]) / own[key]:.1f}%" if own[key] else ""
    needs = own["memory_bytes_per_rank"]["promised"]
    assert (f"the scenario's own settings take {needs:,}" in verdict) == (needs > found["limit_bytes"])
    if best[key] == own[key]:
        assert "no setting found takes less" in verdict
    else:
        assert percent in verdict and ("by" not in verdict or "less" in verdict or best[key] > own[key])


@pytest.mark.parametrize("seed, number", [(1, 10), pytest.param(2, 200, marks=pytest.mark.long)])
def test_the_verdict_of_a_tuning_has_its_figures(seed, number):
    draw = random.Random(seed)
    while number > 0:
        path = draw.choice(scenarios())
        settings = dict(map(setting, random_settings(draw, with_family=False)))
        try:
            tuning = rmasim.tune(path, set=settings, runs=40, verify=draw.choice((0, 2)),
                                 objective=draw.choice(("time", "messages")))
        except (rmasim.BadInput, rmasim.Failed):
            continue
        number -= 1
        check_tuning(tuning.raw)
        assert str(tuning).startswith(tuning.raw["verdict"]), path.relative_to(ROOT)
