"""What the memory-semantics checker costs: CPU time of the same run without and with `--semantics separate`.

    /usr/bin/python3 tests/bench/semantics.py

A halo exchange between fences on more and more ranks, and RandomAccess in batches on 256. The least of three runs.
"""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
RMASIM = os.environ.get("RMASIM_BINARY", str(ROOT / "build/release/rmasim"))
PATTERN = "programs[0].calls[0].generate"
HALO = ("scenarios/quickstart.json",
        [(side * side, [f"ranks={side * side}", f"{PATTERN}.rows={side}", f"{PATTERN}.columns={side}"])
         for side in (8, 16, 32, 64)])
RANDOM = ("scenarios/workloads/random-access-batches.json", [(256, [])])


def cpu_seconds(scenario: str, settings: list[str], model: str) -> tuple[float, int]:
    command = [RMASIM, "run", str(ROOT / scenario), "--semantics", model]
    for setting in settings:
        command += ["--set", setting]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def main() -> None:
    print(f"{'scenario':<50} {'ranks':>6} {'off, s':>8} {'separate':>9} {'ratio':>6} {'KiB':>9} {'KiB':>9}")
    for scenario, sizes in (HALO, RANDOM):
        for ranks, settings in sizes:
            off = min(cpu_seconds(scenario, settings, "off") for _ in range(3))
            on = min(cpu_seconds(scenario, settings, "separate") for _ in range(3))
            print(f"{scenario:<50} {ranks:>6} {off[0]:>8.2f} {on[0]:>9.2f} {on[0] / off[0]:>6.2f}"
                  f" {off[1]:>9} {on[1]:>9}")


if __name__ == "__main__":
    main()
