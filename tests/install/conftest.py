"""The installed files, for all tests of this folder."""

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ["RMASIM_BINARY"]).parent


def done(*command, **options):
    """Runs a command and returns its standard output. If the command fails, the test fails with the whole output."""
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    done("cmake", "--install", BUILD, "--prefix", folder)
    return folder
