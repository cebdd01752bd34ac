"""The subcommands in Python without other packages: manual pages are made from their help while a package is built."""

import os
import subprocess
from pathlib import Path

import pytest
from rmasim_analysis import __main__ as subcommands

ANALYSIS = Path(__file__).resolve().parents[2] / "analysis"


def bare_python(*arguments):
    """Runs Python without Debian's modules: `-S` omits their folders."""
    return subprocess.run(["/usr/bin/python3", "-S", "-m", "rmasim_analysis", *arguments], capture_output=True,
                          text=True, check=False, env={**os.environ, "PYTHONPATH": str(ANALYSIS)})


@pytest.mark.parametrize("subcommand", subcommands.SUBCOMMANDS)
def test_the_help_of_a_subcommand_needs_no_module(subcommand):
    helped = bare_python(subcommand, "--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith(f"usage: rmasim {subcommand} ")


def test_a_module_that_is_missing_is_named(tmp_path):
    refused = bare_python("report", ANALYSIS.parent / "scenarios/quickstart.json", "-o", tmp_path / "page.html")
    assert refused.returncode == 5
    assert refused.stderr == ("rmasim: the Python module numpy is not installed; "
                              "it is in Debian's package python3-numpy\n")
