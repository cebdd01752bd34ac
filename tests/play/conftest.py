import pytest
from play_builds import build


@pytest.fixture(scope="session")
def program():
    return build()
