"""What `rmasim cc --watch` costs: CPU time of kernels, watched against not, side by side.

    /usr/bin/python3 tests/bench/watch.py [--repetitions 5] [--elements 20000]

A stencil, one of two dimensions, and a sparse product (tests/bench/watch/kernels.c), which only compute; the same with
their arrays in a window and a fence after each sweep, with the checker; and without the checker. The runs that are
compared take turns; the least time of each counts.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

from measure import BINARY, ROOT

SOURCE = ROOT / "tests/bench/watch/kernels.c"
KERNELS = ("stencil", "2d", "product")
CASES = {"only computes": (["--semantics", "unified"], []), "in a window": (["--semantics", "unified"], ["window"]),
         "nobody asks": ([], [])}


def built(folder: pathlib.Path, *options: str) -> pathlib.Path:
    program = folder / "_".join(["kernels", *options])
    subprocess.run([BINARY, "cc", "-O2", *options, "-o", program, SOURCE], check=True)
    return program


def nanoseconds(program: pathlib.Path, kernel: str, case: str, elements: int) -> float:
    """Of an element."""
    options, arguments = CASES[case]
    sweeps = str(4_000_000 // elements)
    command = [BINARY, "exec", "-n", "1", *options, program, kernel, str(elements), sweeps, *arguments]
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(re.search(r"([\d.]+) ns$", finished.stdout, re.MULTILINE)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--elements", type=int, default=20_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = [built(pathlib.Path(folder)), built(pathlib.Path(folder), "--watch")]
        print(f"{'kernel':<10}{'':<16}{'plain ns':>10}{'watched ns':>12}{'ratio':>8}")
        for case in CASES:
            for kernel in KERNELS:
                rounds = [[nanoseconds(one, kernel, case, arguments.elements) for one in programs]
                          for _ in range(arguments.repetitions)]
                plain, watched = map(min, zip(*rounds))
                print(f"{kernel:<10}{case:<16}{plain:>10.2f}{watched:>12.2f}{watched / plain:>8.1f}")


if __name__ == "__main__":
    main()
