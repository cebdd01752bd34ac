"""Compares `rmasim exec` with SimGrid's SMPI on the same programs: CPU time and memory of the five of tests/bench/smpi.

    /usr/bin/python3 tests/bench/exec_against_smpi.py [--ranks 64 1024] [--iterations 10] [--less 0] [--only NAME...]
                                                      [--host] [--cpu-limit 60] [--json FILE]

`exec` and SMPI with -no-privatize let ranks share a program without variables, such as these five. SMPI's users usually
have a copy of the program for each rank. So each program runs three times: by exec, by SMPI with a shared program, and
by SMPI with copies. A run that takes less than a second is repeated, and the minimum counts. SMPI's time includes the
script smpirun: 0.01 s. With --with-copies the programs get a variable, so both exec and SMPI need copies. With --host,
exec runs programs of our own host. With --less, the CPU time of so many iterations is subtracted: that of the
start.
"""

import argparse
import dataclasses
import pathlib
import subprocess
import sys
import tempfile

import measure
import report
import smpi
import workloads

PROGRAMS = ["put_fence", "lock_put", "lock_all_random", "pscw_neighbours", "halo_fence"]
HEADS = ["program", "ranks", "exec CPU s", "SMPI CPU s", "ratio", "with copies CPU s", "ratio", "exec MB", "SMPI MB"]
REPETITIONS = 5


def compiled(folder, copies, in_host):
    """Compiles the programs once for exec and SMPI, and once more for exec if it runs them in our own host. With
    `copies`, the programs get a variable, of which each rank needs a copy."""
    more = ["-include", folder / "variable.h"] if copies else []
    (folder / "variable.h").write_text("int a_variable;\n")
    for name in PROGRAMS:
        for program, host in [(name, ["--smpi"])] + ([(f"{name}_host", [])] if in_host else []):
            subprocess.run([measure.BINARY, "cc", *host, "-std=gnu11", "-O2", f"-I{measure.ROOT}", *more, "-o",
                            folder / program, smpi.PROGRAMS / f"{name}.c"], check=True)


def fastest(command, limit_s):
    """Runs the command several times, and returns the run with the least CPU time."""
    runs = [measure.run(command, limit_s)]
    while runs[0].finished and runs[0].cpu_s < measure.SHORT_S and len(runs) < REPETITIONS:
        runs.append(measure.run(command, limit_s))
    return min(runs, key=lambda one: one.cpu_s)


def commands(folder, name, ranks, iterations, options):
    """Returns the commands that run a program by exec, by SMPI, and by SMPI with copies."""
    workload = workloads.Workload(name, "")
    shared = smpi.smpi_command(folder, workload, ranks, iterations)
    copied = ["--cfg=smpi/privatization:dlopen" if one == "-no-privatize" else one for one in shared]
    program = folder / (f"{name}_host" if options.host else name)
    ours = [measure.BINARY, "exec", "-n", ranks, program, iterations]
    return [ours, copied if options.with_copies else shared, copied]


def row_of(folder, name, ranks, options):
    def runs(iterations):
        return [fastest(command, options.cpu_limit) for command in commands(folder, name, ranks, iterations, options)]
    took = runs(options.iterations)
    if not took[0].finished:
        raise RuntimeError(f"exec has not run {name}: {took[0].ended}\n{took[0].error}")
    if options.less > 0:
        took = [dataclasses.replace(one, cpu_s=one.cpu_s - start.cpu_s)
                for one, start in zip(took, runs(options.less))]
    return {"program": name, "ranks": ranks, "iterations": options.iterations,
            **{side: {"ended": one.ended, "cpu_s": one.cpu_s, "peak_bytes": one.peak_bytes}
               for side, one in zip(("exec", "smpi", "smpi_with_copies"), took)}}


def of_smpi(row, side):
    """Returns the CPU seconds of SMPI, and their ratio to those of exec."""
    took, ours = row[side], row["exec"]["cpu_s"]
    if took["ended"] == "finished":
        return [report.seconds(took["cpu_s"]), f"{took['cpu_s'] / ours:.2f}"]
    return [took["ended"], f"over {took['cpu_s'] / ours:.0f}" if took["ended"].startswith("not") else ""]


def table_row(row):
    return [row["program"], f"{row['ranks']:,}", report.seconds(row["exec"]["cpu_s"]), *of_smpi(row, "smpi"),
            *of_smpi(row, "smpi_with_copies"), report.megabytes(row["exec"]["peak_bytes"]),
            report.megabytes(row["smpi"]["peak_bytes"])]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, nargs="+", default=[64, 1024])
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--less", type=int, default=0, help="subtract the time of so many iterations")
    parser.add_argument("--host", action="store_true", help="exec runs programs of our own host")
    parser.add_argument("--only", nargs="+", choices=PROGRAMS, default=PROGRAMS)
    parser.add_argument("--cpu-limit", type=int, default=60, help="CPU seconds for each run")
    parser.add_argument("--with-copies", action="store_true", help="programs with a variable")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    if not smpi.is_installed():
        raise SystemExit("smpicc not found (package libsimgrid-dev)")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compiled(folder, options.with_copies, options.host)
        for program in options.only:
            for ranks in options.ranks:
                rows.append(row_of(folder, program, ranks, options))
                print(" | ".join(table_row(rows[-1])), file=sys.stderr, flush=True)
    print(report.table(HEADS, map(table_row, rows)))
    if options.json:
        report.write_json(options.json, {"rows": rows, "smpi_settings": smpi.SETTINGS})


if __name__ == "__main__":
    main(sys.argv[1:])
