import sys
from pathlib import Path

import pytest
from play_builds import FOLDER, build

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "analysis"))  # browser.py


@pytest.fixture(scope="session")
def program():
    return build()


@pytest.fixture(scope="session")
def page(program):
    return FOLDER / "rmasim-play.html"
