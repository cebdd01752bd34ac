"""Family ch3 sends the packets that the real MPICH sent."""

import argparse

import pytest
from compare import compare
from random_programs import differing


def options(**chosen):
    return argparse.Namespace(**({"case": None, "mended": False, "tight": False} | chosen))


def expect_all(chosen, pairs):
    good, all_pairs, _, _, lines = compare(chosen)
    assert (good, all_pairs) == (pairs, pairs), "\n".join(lines)


def test_an_exclusive_lock_and_its_queue():
    expect_all(options(case=["a", "p"]), 4)


def test_the_hang_with_two_target_elements():
    expect_all(options(case=["q"], mended=True), 5)


@pytest.mark.long
def test_every_public_case():
    expect_all(options(), 49)


@pytest.mark.long
def test_the_mended_one_too_and_races_end_in_one_of_the_orders_seen():
    expect_all(options(mended=True, tight=True), 51)


@pytest.mark.long
def test_random_programs_leave_the_memory_of_the_design():
    assert differing(1000)[0] == []
