#!/usr/bin/python3
"""Prints how long a host of tests/process takes to start ranks and to switch between them, by ranks and variables.

    tests/bench/process_switches.py build/release/tests/process_host [RANKS...]

CPU time. The host's start and loading of the program; after it, all ranks' start, constructors, and main up to their
first yield. A switch is one from a rank to the next one in a circle, the least of three runs.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / "tests/process/programs"
FIGURES = re.compile(r"loaded (\S+) ms  started (\S+) ms  all \S+ ms  switch (\S+) us  resident (\d+) MB")
MIB = 1 << 20
# Name, source, options, most ranks.
KINDS = [("C, no variables", "switches.c", [], 65536),
         ("C, 4 KiB", "switches.c", ["-DVARIABLES=4096"], 65536),
         ("C, 64 KiB", "switches.c", ["-DVARIABLES=65536"], 10000),
         ("C, 1 MiB", "switches.c", [f"-DVARIABLES={MIB}"], 10000),
         ("C, 8 MiB", "switches.c", [f"-DVARIABLES={8 * MIB}"], 10000),
         ("C++, iostream", "switches.cc", [], 65536)]


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def build(folder, source, options):
    start = output_of("gcc", "-print-file-name=Scrt1.o").strip()
    compiler = "g++" if source.endswith(".cc") else "gcc"
    program = folder / "program"
    subprocess.run([compiler, "-O1", "-I", ROOT, "-fPIC", "-shared", "-Wl,-Bsymbolic", "-Wl,-e,_start", *options,
                    PROGRAMS / source, start, ROOT / "sim/mpi/process/interpreter.s", "-o", program], check=True)
    return program


def run(host, program, ranks, switches):
    text = output_of(host, "--figures", "--ranks", str(ranks), program, str(switches))
    return [float(value) for value in FIGURES.search(text).groups()]


def main(host, *sizes):
    print(f"{'':16} {'ranks':>6} {'load ms':>8} {'start ms':>9} {'MB':>6} {'switch us':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for name, source, options, most in KINDS:
            program = build(Path(folder), source, options)
            for ranks in (int(size) for size in sizes or ("1", "64", "1000", "10000", "65536")):
                if ranks > most:
                    continue
                loaded, started, _, resident = run(host, program, ranks, 0)
                rounds = max(2, min(2000, 200000 // ranks))
                switch = min(run(host, program, ranks, rounds)[2] for _ in range(3)) if ranks > 1 else 0
                print(f"{name:16} {ranks:6} {loaded:8.1f} {started - loaded:9.1f} {resident:6.0f} {switch:10.3f}",
                      flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
