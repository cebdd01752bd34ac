"""The cost of `rmasim cc --watch`: CPU time and memory of kernels with and without it, side by side.

    /usr/bin/python3 tests/bench/watch.py [--compiler clang] [--smpi] [--repetitions 5] [--elements 20000]

With --smpi the programs are those of SimGrid's SMPI.

The kernels are a stencil in one and in two dimensions, and a sparse product (tests/bench/watch/kernels.c). One version
of each only computes. Another version has the arrays in a window and a fence after each sweep; it runs with the checker
and without. While a kernel runs, one put or a thousand puts are incomplete. The compared runs alternate, and the
minimum time of each counts. The figure for memory is the increase of the peak, divided by the bytes of the window.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

from measure import BINARY, ROOT, run

SOURCE = ROOT / "tests/bench/watch/kernels.c"
KERNELS = ("stencil", "2d", "product")
CHECKED = ["--semantics", "unified"]
CASES = {"only computes": (CHECKED, "arrays", 1), "and 1,000 open": (CHECKED, "arrays", 1000),
         "in a window": (CHECKED, "window", 1), "with 1,000 open": (CHECKED, "window", 1000),
         "nobody asks": ([], "arrays", 1)}
OF_MEMORY = {"stencil": 4_000_000, "product": 1_000_000}  # elements


def built(folder: pathlib.Path, *options: str) -> pathlib.Path:
    program = folder / "_".join(["kernels", *options])
    subprocess.run([BINARY, "cc", "-O2", *options, "-o", program, SOURCE], check=True)
    return program


def command(program: pathlib.Path, kernel: str, case: str, elements: int, sweeps: int) -> list[str]:
    options, where, open_puts = CASES[case]
    return [*map(str, (BINARY, "exec", "-n", 1, *options, program, kernel, elements, sweeps, where, open_puts))]


def nanoseconds(program: pathlib.Path, kernel: str, case: str, elements: int) -> float:
    """Returns the time per element, in nanoseconds."""
    of_kernel = command(program, kernel, case, elements, 4_000_000 // elements)
    finished = subprocess.run(of_kernel, check=True, capture_output=True, text=True)
    return float(re.search(rf"^{kernel} +([\d.]+) ns$", finished.stdout, re.MULTILINE)[1])


def bytes_of_a_byte(programs: list[pathlib.Path], kernel: str) -> float:
    """Returns the checker's memory per byte of a window that consists of two arrays of doubles."""
    elements = OF_MEMORY[kernel]
    plain, watched = (run(command(one, kernel, "in a window", elements, 3)).peak_bytes for one in programs)
    return (watched - plain) / (16 * elements)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    parser.add_argument("--smpi", action="store_true")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--elements", type=int, default=20_000)
    arguments = parser.parse_args()
    compiler = [*(["--clang"] if arguments.compiler == "clang" else []), *(["--smpi"] if arguments.smpi else [])]
    with tempfile.TemporaryDirectory() as folder:
        programs = [built(pathlib.Path(folder), *compiler), built(pathlib.Path(folder), *compiler, "--watch")]
        print(f"{'kernel':<10}{'':<16}{'plain ns':>10}{'watched ns':>12}{'ratio':>8}")
        for case in CASES:
            for kernel in KERNELS:
                rounds = [[nanoseconds(one, kernel, case, arguments.elements) for one in programs]
                          for _ in range(arguments.repetitions)]
                plain, watched = map(min, zip(*rounds))
                print(f"{kernel:<10}{case:<16}{plain:>10.2f}{watched:>12.2f}{watched / plain:>8.1f}", flush=True)
        for kernel in OF_MEMORY:
            print(f"{kernel:<10}{bytes_of_a_byte(programs, kernel):>10.2f} bytes for each byte of a window")


if __name__ == "__main__":
    main()
