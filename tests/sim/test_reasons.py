"""The reasons for packets: a run counts them by the rows of the families' tables (protocol/<family>/reasons.h)."""

import collections

import pytest
from rmasim_runner import SCENARIOS, every_scenario, plain_result, result_of

SHARED = SCENARIOS / "newrma/shared_memory"


def messages(file, *changes):
    return result_of(file, *[part for change in changes for part in ("--set", change)])["messages"]


def parts_of(by_kind):
    """Returns the number of occurrences of each kind and of each flag."""
    kinds, flags = collections.Counter(), collections.Counter()
    for name, count in by_kind.items():
        kind, *carried = name.split("+")
        kinds[kind] += count
        for flag in carried:
            flags[flag] += count
    return kinds, flags


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4", "oldqueue", "synccount", "shm"])
def test_each_packet_and_each_flag_has_one_reason(family):
    names = [name for name in every_scenario() if name.startswith(f"{family}/")]
    assert names
    for name in names:
        counted = plain_result(name)["messages"]
        for table, parts in zip(("kinds", "flags"), parts_of(counted["by_kind"])):
            assert {part: sum(reasons.values()) for part, reasons in counted["by_reason"][table].items()} == parts, name


def test_barriers_of_fences_of_the_program_and_of_windows_are_told_apart():
    counted = messages(SCENARIOS / "newrma/fence/put-right.json")
    assert counted["by_reason"]["kinds"]["BARRIER"] == {"NR-FENCE-9": counted["by_kind"]["BARRIER"]}


def test_a_shared_window_is_a_reason_only_where_there_is_one():
    assert set(messages(SHARED / "lock.json")["by_reason"]["kinds"]["LOCK"]) == {"NR-SHM-4"}
    apart = messages(SCENARIOS / "newrma/lock/lock-put-put-unlock.json")
    assert set(apart["by_reason"]["kinds"]["LOCK"]) == {"NR-LOCKOP-3"}
