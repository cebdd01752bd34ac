"""The installed files, for all tests of this folder."""

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ["RMASIM_BINARY"]).parent


def done(*command, **options):
    """Its standard output. Fails the test, with all that it said, if the command fails."""
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    done("cmake", "--install", BUILD, "--prefix", folder)
    return folder
