"""Libraries that are loaded when the program starts. Loading SimGrid takes longer than a small run, so it is loaded
only if needed."""

import os
import shutil
import subprocess

import pytest
from rmasim_runner import BINARY, SCENARIOS, rmasim

SMALL = SCENARIOS / "newrma/lock/lock-put-unlock.json"
TORUS = ["--set", "platform.topology=torus"]
FLOW = ["--set", "platform.network.model=flow"]


def libraries_of(*arguments):
    """Returns the output of the dynamic loader about the libraries that it loaded."""
    finished = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, check=True,
                              env=os.environ | {"LD_DEBUG": "files"})
    assert "libfmt" in finished.stderr
    return finished.stderr


@pytest.mark.parametrize("arguments", [["validate", SMALL], ["run", SMALL], ["run", SMALL, "--check-invariants"],
                                       ["explore", SMALL], ["fuzz", "--runs", "1"]])
def test_who_needs_no_simgrid_has_none(arguments):
    assert "simgrid" not in libraries_of(*arguments)


@pytest.mark.parametrize("arguments", [TORUS, FLOW])
def test_who_needs_simgrid_has_it(arguments):
    assert "librmasim_simgrid.so" in libraries_of("run", SMALL, *arguments)


def test_without_the_module_the_error_says_so(tmp_path):
    alone = shutil.copy(BINARY, tmp_path)
    assert subprocess.run([alone, "run", SMALL], capture_output=True, check=False).returncode == 0
    finished = subprocess.run([alone, "run", SMALL, *TORUS], capture_output=True, text=True, check=False)
    assert finished.returncode == 5
    assert finished.stderr.startswith("rmasim: internal error: SimGrid cannot be loaded: librmasim_simgrid.so: ")


def test_bad_input_crosses_the_border_of_the_module():
    no_xml = SMALL.name
    finished = rmasim("run", SMALL, "--set", "platform.topology=file", "--set", f"platform.file={no_xml}")
    assert finished.returncode == 2
    assert f"platform.file: found \"{SMALL.parent / no_xml}\": " in finished.stderr
    assert "allowed: a SimGrid platform XML" in finished.stderr
