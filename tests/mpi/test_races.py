"""`exec --semantics` of the programs of races/. For each erroneous program it reports the two lines of the error and no
other lines. For the fixed program it reports nothing. Scenarios with the same errors have the same findings. The slow
tests run every eighth program."""

import itertools
import json

import pytest
import races_table
from mpi_runner import ROOT, rmasim
from races import MODELS, batches, kinds_of, races, verdict
from races_page import PAGE, page

ALL = races()
SAMPLE = ALL[::8]


def cases(some):
    """Returns (batch, race, model) for the races of `some`."""
    return [pytest.param(batch, race, model, id=f"{race.name}-{model}")
            for batch in batches(some) for race in batch for model in MODELS if race.is_of(model)]


def require_found(batch, race, model):
    code, found, everything = verdict(batch, False, model)
    assert code == (4 if everything else 0)
    if race.is_wrong(model):
        assert {(one.pair, one.rule) for one in found[race.name]} == race.said, found[race.name]
    else:
        assert found[race.name] == []


def require_right(batch, race, model):
    _, found, _ = verdict(batch, True, model)
    if race.is_twin_right(model):
        assert found[race.name] == []


@pytest.mark.parametrize("batch,race,model", cases(SAMPLE))
def test_a_wrong_program_is_blamed_for_its_two_lines(batch, race, model):
    require_found(batch, race, model)


@pytest.mark.parametrize("batch,race,model", cases(SAMPLE))
def test_a_right_program_is_blamed_for_nothing(batch, race, model):
    require_right(batch, race, model)


@pytest.mark.long
@pytest.mark.parametrize("batch,race,model", cases(ALL))
def test_each_wrong_program_is_blamed_for_its_two_lines(batch, race, model):
    require_found(batch, race, model)


@pytest.mark.long
@pytest.mark.parametrize("batch,race,model", cases(ALL))
def test_each_right_program_is_blamed_for_nothing(batch, race, model):
    require_right(batch, race, model)


def test_each_program_has_a_function_of_its_own():
    functions = [race.function for race in ALL]
    assert len(functions) == len(set(functions))


def test_marks_and_heads_are_whole():
    for race in ALL:
        assert len(race.pair) == 2 and race.ranks > 0 and race.keys["synchronisation"] and race.keys["mended"]


SCENARIOS = ROOT / "scenarios/semantics"
NOT_IN_C = {
    "counters": "the calls of the counters are no part of MPI",
    "buffers/variable": "what a scenario calls a variable is no memory; C's variables are",
    "orders": "scenarios are explored in all orders of the locks, programs in C run in one order",
    "threads/flush-of-another": "the scenario has a store where the program has a flush of other operations",
    "advice/get-after-unlock": "two words of a page's translation",
    "advice/store-after-message": "two words of a page's translation",
    "fence/first-fence": "the library decides if the first fence waits, so the scenario has variants",
}

# Findings of programs name no call for a message's buffer: any call may have sent or received the message. A scenario
# may have the operation without a request.
AS_IN_SCENARIOS = {"the send buffer": "the source buffer of isend", "the receive buffer": "the result buffer of irecv",
                   **{f"r{call}": call for call in ("put", "get", "accumulate", "get_accumulate")}}


def as_in_scenarios(kinds):
    return tuple(sorted(AS_IN_SCENARIOS.get(kind, kind) for kind in kinds))


def of_scenario(name):
    """Returns the findings in a scenario, and the model that the scenario names."""
    path = SCENARIOS / f"{name}.json"
    finished = rmasim("run", path, "--format", "json")
    found = json.loads(finished.stdout)["semantics"]["findings"]
    return {(one["id"], as_in_scenarios(kinds_of(one))) for one in found}, json.loads(path.read_text())["semantics"]


def require_same_as_scenario(batch, race, which):
    expected, model = of_scenario(race.keys[which])
    assert bool(expected) == (which == "scenario")
    _, found, _ = verdict(batch, which == "right scenario", model)
    said = {(one.rule, as_in_scenarios(one.kinds)) for one in found[race.name]}
    assert said == expected


def with_scenarios(some):
    return [pytest.param(batch, race, which, id=f"{race.name}-{which}") for batch in batches(some) for race in batch
            for which in ("scenario", "right scenario") if which in race.keys]


@pytest.mark.parametrize("batch,race,which", with_scenarios(SAMPLE))
def test_a_scenario_of_the_same_mistake_is_blamed_alike(batch, race, which):
    require_same_as_scenario(batch, race, which)


@pytest.mark.long
@pytest.mark.parametrize("batch,race,which", with_scenarios(ALL))
def test_each_scenario_of_the_same_mistake_is_blamed_alike(batch, race, which):
    require_same_as_scenario(batch, race, which)


def test_each_scenario_is_there_in_c():
    """One program corresponds to all scenarios of the same error (`x`, `x.mended`, `x.unified`)."""
    names = {str(path.relative_to(SCENARIOS)).split(".")[0] for path in SCENARIOS.glob("*/*.json")}
    in_c = {race.keys[which] for race in ALL for which in ("scenario", "right scenario") if which in race.keys}
    assert names - in_c == {name for name in names if {name, name.split("/")[0]} & set(NOT_IN_C)}


def require_words_of_table(batch, race, model):
    accesses = races_table.both_accesses(race)
    for one in verdict(batch, False, model)[1][race.name]:
        assert one.pair != race.pair or any(
            all(kind in races_table.words(*access) for kind, access in zip(one.kinds, order))
            for order in itertools.permutations(accesses)), one.kinds


@pytest.mark.parametrize("batch,race,model", cases(SAMPLE))
def test_a_finding_names_the_accesses_of_the_table(batch, race, model):
    require_words_of_table(batch, race, model)


@pytest.mark.long
@pytest.mark.parametrize("batch,race,model", cases(ALL))
def test_each_finding_names_the_accesses_of_the_table(batch, race, model):
    require_words_of_table(batch, race, model)


def test_the_table_of_the_page_is_current():
    assert PAGE.read_text().endswith(races_table.page()), "renew it: tests/mpi/races_page.py --write-table"


@pytest.mark.long
def test_the_page_is_current():
    assert PAGE.read_text() == page(), "renew it: tests/mpi/races_page.py --write"
