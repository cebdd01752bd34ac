"""Converts texts of other tools, and runs the resulting scenarios with costs that are easy to calculate by hand."""

import json
import subprocess

from rmasim_analysis.__main__ import main
from verbs import PROGRAM

# With these, and 8 Gb/s, a byte takes a nanosecond.
FREE = [f"costs.{cost}_ns=0" for cost in ("call", "post_op", "issue", "handle", "search_step")] + [
    "costs.copy_gbps=1000000", "platform.network.overhead_ns=0", "platform.network.gap_ns=0",
    "platform.network.bandwidth_gbps=8"]


def converted(form, text, folder, capsys, *options):
    """Returns the exit code, and the scenario or the error messages."""
    source, scenario = folder / f"it.{form}", folder / "it.json"
    source.write_text(text)
    code = main(["convert", form, str(source), "-o", str(scenario), *options])
    said = capsys.readouterr()
    return code, said.err if code else json.loads(scenario.read_text())


def played(scenario, folder):
    """Runs the scenario. Returns the number of messages, without barriers, and the time."""
    path = folder / "played.json"
    path.write_text(json.dumps(scenario))
    done = subprocess.run([PROGRAM, "run", path, "--format", "json",
                           *(part for setting in FREE for part in ("--set", setting))],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    return result["messages"]["by_kind"].get("SEND", 0), result["time_ns"]
