""
    "Random legal programs under random settings finish, and leave in memory what the sequential model says.

    RMASIM_RANDOM_PROGRAMS sets how many;
a failure names the seed, and the scenario is kept beside the message.
"""

import json
import os
import pathlib
import subprocess

import pytest
from random_programs import RandomProgram

BINARY = os.environ["RMASIM_BINARY"]
PROGRAMS = int(os.environ.get("RMASIM_RANDOM_PROGRAMS", "150"))


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_a_random_program(seed, tmp_path):
    program = RandomProgram(seed)
    scenario: pathlib.Path = tmp_path / "scenario.json"
    scenario.write_text(json.dumps(program.scenario(), indent=1))
    memory = tmp_path / "memory.bin"
    command = [BINARY, "run", scenario, "--memory", memory]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, f"{scenario}: {finished.stderr}"
    assert memory.read_bytes() == program.final_bytes(), scenario
