"""Makes the package and the module that runs the simulator importable in this folder, and provides a browser."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
os.environ["RMASIM_PROGRAM"] = os.environ["RMASIM_BINARY"]  # for what runs in this process
sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/sim")]


@pytest.fixture(name="browser", scope="module")
def fixture_browser(tmp_path_factory):
    from browser import start  # only tests of pages need Selenium

    driver = start(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()
