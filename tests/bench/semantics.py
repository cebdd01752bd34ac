"""The cost of the memory-semantics checker: CPU time and memory of the same run without and with a memory model.

    /usr/bin/python3 tests/bench/semantics.py [--repetitions 5] [--sizes 64 256 1024]

The workloads are a halo exchange between fences, RandomAccess with an exclusive lock for each update, and RandomAccess
in batches of 32 updates under LOCK_ALL. Each has increasing numbers of ranks. The compared runs alternate, so that a
busy machine slows all of them. The minimum time of each run counts. Memory is the peak of the process.
"""

import argparse
import math

from measure import BINARY, ROOT, Run, run

PATTERN = "programs[0].calls[0].generate"
MODELS = ("off", "separate", "unified")


def halo(ranks: int) -> list[str]:
    rows = 2 ** (round(math.log2(ranks)) // 2)
    return [f"{PATTERN}.rows={rows}", f"{PATTERN}.columns={ranks // rows}"]


def no_more(_: int) -> list[str]:
    return []


def measure(scenario: str, settings: list[str], model: str) -> Run:
    command = [BINARY, "run", ROOT / scenario, "--semantics", model]
    for setting in settings:
        command += ["--set", setting]
    used = run(command)
    if not used.finished:
        raise SystemExit(f"{' '.join(map(str, command))}: {used.ended}")
    return used


def in_turn(scenario: str, settings: list[str], repetitions: int) -> dict[str, Run]:
    runs = [{model: measure(scenario, settings, model) for model in MODELS} for _ in range(repetitions)]
    return {model: min((one[model] for one in runs), key=lambda used: used.cpu_s) for model in MODELS}


WORKLOADS = {
    "halo": ("scenarios/quickstart.json", halo),
    "RandomAccess": ("scenarios/workloads/random-access.json", no_more),
    "RandomAccess in batches": ("scenarios/workloads/random-access-batches.json", no_more),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 256, 1024], help="ranks: powers of two")
    options = parser.parse_args()
    print("| workload | ranks | off, s | separate | unified | off, MB | separate | unified |")
    print("|---|---|---|---|---|---|---|---|")
    for name, (scenario, more) in WORKLOADS.items():
        for ranks in options.sizes:
            used = in_turn(scenario, [f"ranks={ranks}", *more(ranks)], options.repetitions)
            ratios = [f"{used[model].cpu_s / used['off'].cpu_s:.2f}" for model in MODELS[1:]]
            peaks = [f"{used[model].peak_bytes / 1e6:.1f}" for model in MODELS]
            print("|", " | ".join([name, f"{ranks:,}", f"{used['off'].cpu_s:.2f}", *ratios, *peaks]), "|", flush=True)


if __name__ == "__main__":
    main()
