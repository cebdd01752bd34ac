"""The label of each pytest test, and a folder for each test that requests a folder.

If a test has no mark, it is a default test if DEFAULT lists its folder or its file, and otherwise a slow test. The
marks `slow` and `long` change the label of a single test. CONTRIBUTING.md describes the labels; ctest selects tests by
them.
"""

import itertools
import re
import sys
from pathlib import Path

import pytest

NUMBERS = itertools.count()
TESTS = Path(__file__).resolve().parent
sys.path.append(str(TESTS / "bench"))  # measure.py

# Folders and files below tests/.
DEFAULT = {"explore", "fuzz", "lint", "pages", "process", "scenario",
           *(f"sim/test_{name}.py" for name in ("faults", "golden", "scenarios", "settings")),
           *(f"sim/reports/test_{name}.py" for name in ("cause", "stuck", "verdict"))}


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: not among the default tests")
    config.addinivalue_line("markers", "long: before a release only")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        file = item.path.relative_to(TESTS)
        if file.parts[0] not in DEFAULT and str(file) not in DEFAULT:
            item.add_marker("slow")


@pytest.fixture
def tmp_path(request, tmp_path_factory):
    """Returns a folder with a number. pytest's own fixture searches the folders of all earlier tests for the next
    number, which takes seconds after thousands of tests."""
    name = re.sub("[^A-Za-z0-9]", "_", request.node.name)[:30]
    return tmp_path_factory.mktemp(f"{name}-{next(NUMBERS)}", numbered=False)
