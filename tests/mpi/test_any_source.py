"""Receives of any source (races/order_by_any_source.c), in both orders of the messages. Whichever of the two senders is
late, the wrong program is reported with its two lines, and the fixed program is not reported (MM-PREDICT-1,
MM-PREDICT-3, MM-PREDICT-5)."""

import dataclasses
import functools

import pytest
from races import BUILD, Build, findings, linked, of_race, races

ANY = tuple(race for race in races() if race.path.name == "order_by_any_source.c")


@functools.lru_cache(maxsize=None)
def verdict(sender, mended):
    """Runs the program with this sender as the late one. Returns the exit code and the findings."""
    batch = tuple(dataclasses.replace(race, text=race.text.replace("synchronisation: messages",
                                                                   f"compiler: -DSLOW={sender}")) for race in ANY)
    folder = BUILD.folder / f"late_{sender}"
    folder.mkdir(exist_ok=True)
    return findings(linked(batch, mended, Build(folder)), 4, "unified")


def test_there_are_ten():
    assert len(ANY) == 10


@pytest.mark.parametrize("sender", [1, 2])
def test_each_race_is_found_whoever_comes_first(sender):
    """MM-PREDICT-1, MM-PREDICT-3, MM-PREDICT-5: the run with --watch has all reads."""
    code, found = verdict(sender, False)
    assert code == 4
    for race in ANY:
        assert {(one.pair, one.rule) for one in of_race(race, found)} == race.said, race.name


@pytest.mark.parametrize("sender", [1, 2])
def test_a_lock_before_the_message_hides_no_race(sender):
    """MM-PREDICT-1: this run orders the two accesses by a lock that the received message does not need."""
    _, found = verdict(sender, False)
    for race in ANY:
        assert {one.predicted for one in of_race(race, found)} == {"behind" in race.name}, race.name


@pytest.mark.parametrize("sender", [1, 2])
def test_no_twin_is_blamed(sender):
    code, found = verdict(sender, True)
    assert code == 0 and found == []
