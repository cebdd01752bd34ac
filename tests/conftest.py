"""Marks, which ctest turns into labels: `slow` is for what takes more than a few seconds, such as a browser; `long` is
for what takes longer still and shows what a shorter test shows nearly as well. And a folder for each test that wants
one."""

import itertools
import re

import pytest

NUMBERS = itertools.count()


def pytest_configure(config):
    config.addinivalue_line("markers", "long: not among the fast tests")
    config.addinivalue_line("markers", "slow: not among the fast tests")


@pytest.fixture
def tmp_path(request, tmp_path_factory):
    """Numbered here. pytest's own looks through the folders of all earlier tests for the next number, which takes
    seconds where there are thousands."""
    name = re.sub("[^A-Za-z0-9]", "_", request.node.name)[:30]
    return tmp_path_factory.mktemp(f"{name}-{next(NUMBERS)}", numbered=False)
