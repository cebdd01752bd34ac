"""A fixture for pytest. `rmasim` is this package, so that a test of a scenario can be a single line.

    # conftest.py
    pytest_plugins = ["rmasim.pytest_plugin"]

    # test_protocol.py
    def test_halo(rmasim):
        rmasim.check("scenarios/halo.json")

    def test_one_packet_less_with_piggybacking(rmasim):
        off = rmasim.run("scenarios/lock.json", set={"protocol.optimizations.piggyback": False})
        assert rmasim.run("scenarios/lock.json").packets < off.packets
"""

from __future__ import annotations

from types import ModuleType

import pytest


@pytest.fixture(name="rmasim", scope="session")
def fixture() -> ModuleType:
    """The package `rmasim`."""
    import rmasim

    return rmasim
