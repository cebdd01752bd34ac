"""The time to read a list of calls is proportional to the length of the list."""

import json
import os
import subprocess

CALLS = [{"compute": {"ns": 1}}, {"put": {"target": 1, "value": "rank + 1"}}]


def min_cpu_s(path, times=3):
    """The minimum CPU time of several runs. It depends less on other programs on the machine than wall time."""
    measured = []
    for _ in range(times):
        process = subprocess.Popen([os.environ["RMASIM_BINARY"], "validate", path], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        measured.append(used.ru_utime + used.ru_stime)
    return min(measured)


def test_eight_times_the_calls_take_about_eight_times_as_long(tmp_path):
    """If each call took a step over all earlier calls, the time would be 64 times as long."""
    used = []
    for length in (10_000, 80_000):
        path = tmp_path / f"{length}.json"
        calls = CALLS * (length // len(CALLS))
        path.write_text(json.dumps({"name": "long", "ranks": 2, "windows": {"w": {"bytes": 8}},
                                    "programs": [{"ranks": "0", "calls": calls}]}))
        used.append(min_cpu_s(path))
    assert used[1] < 20 * used[0], used
