"""Runs the simulator: a scenario, with some of its values set."""

import json
import subprocess
import sys


def simulate(rmasim, scenario, settings):
    """The result of a run. `settings`: values by their path in the scenario."""
    command = [rmasim, "run", scenario, "--format", "json"]
    for path, value in settings.items():
        command += ["--set", f"{path}={value}"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}:\n{finished.stderr}")
    return json.loads(finished.stdout)
