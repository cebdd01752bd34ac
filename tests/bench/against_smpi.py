"""Compares rmasim with SimGrid's SMPI on the same workloads: CPU time and memory, with ratios.

    /usr/bin/python3 tests/bench/against_smpi.py [--ranks 64 256 1024 4096 16384] [--iterations 10]
                                                 [--only NAME...] [--cpu-limit 300] [--json FILE]

For each workload and size, both programs run one after the other on the same machine. Nothing is subtracted from their
figures. If SMPI did not finish a workload at one size, the workload is not run at larger sizes, except with --try-all.
README.md describes the model of each program.
"""

import argparse
import pathlib
import sys
import tempfile

import measure
import report
import smpi
import workloads

HEADS = ["workload", "ranks", "packets of rmasim", "rmasim CPU s", "SMPI CPU s", "CPU", "rmasim MB", "SMPI MB",
         "memory"]
SLOPE_HEADS = ["workload", "ranks", "rmasim bytes / rank", "SMPI bytes / rank", "ratio", "rmasim, slope", "SMPI, slope",
               "ratio of slopes"]


def figures(took):
    return {"ended": took.ended, "cpu_s": took.cpu_s, "peak_bytes": took.peak_bytes}


def measured(workload, ranks, options, programs, smpi_has_failed):
    """Returns a row with the figures of rmasim and SMPI. The figures of SMPI are None if it was not run."""
    took, result = workloads.play(workload, ranks, options.iterations)
    row = {"workload": workload.about, "ranks": ranks, "iterations": options.iterations,
           "packets": result["messages"]["total"], "rmasim": figures(took), "smpi": None}
    if smpi_has_failed:
        return row
    row["smpi"] = figures(smpi.play(programs, workload, ranks, options.iterations, options.cpu_limit, options.smpi))
    if row["smpi"]["ended"] == "finished":
        row["cpu_ratio"] = row["smpi"]["cpu_s"] / row["rmasim"]["cpu_s"]
        row["memory_ratio"] = row["smpi"]["peak_bytes"] / row["rmasim"]["peak_bytes"]
    return row


def both_finished(row):
    return "cpu_ratio" in row


def table_row(row):
    ours, theirs = row["rmasim"], row["smpi"]
    left = [row["workload"], f"{row['ranks']:,}", f"{row['packets']:,}", report.seconds(ours["cpu_s"])]
    memory = report.megabytes(ours["peak_bytes"])
    if both_finished(row):
        return [*left, report.seconds(theirs["cpu_s"]), report.times(row["cpu_ratio"]), memory,
                report.megabytes(theirs["peak_bytes"]), report.times(row["memory_ratio"])]
    if theirs is None:
        return [*left, "not tried", "", memory, "", ""]
    at_least = f"over {report.times(theirs['cpu_s'] / ours['cpu_s'])}" if theirs["ended"].startswith("not") else ""
    return [*left, theirs["ended"], at_least, memory, report.megabytes(theirs["peak_bytes"]), ""]


def bytes_per_rank(rows):
    """Returns the table of the memory per rank, with a row for each workload. It has the memory at the largest size
    that both programs finished, and the slope between the two largest sizes."""
    found = []
    for about in dict.fromkeys(row["workload"] for row in rows):
        done = [row for row in rows if row["workload"] == about and both_finished(row)]
        if len(done) < 2:
            continue
        small, large = sorted(done, key=lambda row: row["ranks"])[-2:]
        one = {"workload": about, "ranks": [small["ranks"], large["ranks"]]}
        for side in ("rmasim", "smpi"):
            more = large[side]["peak_bytes"] - small[side]["peak_bytes"]
            one[side] = {"total": large[side]["peak_bytes"] / large["ranks"],
                         "slope": more / (large["ranks"] - small["ranks"])}
        found.append(one)
    return found


def slope_row(one):
    ours, theirs = one["rmasim"], one["smpi"]
    ratio = report.times(theirs["slope"] / ours["slope"]) if ours["slope"] > 0 else ""
    return [one["workload"], f"{one['ranks'][0]:,} to {one['ranks'][1]:,}", f"{ours['total']:,.0f}",
            f"{theirs['total']:,.0f}", report.times(theirs["total"] / ours["total"]), f"{ours['slope']:,.0f}",
            f"{theirs['slope']:,.0f}", ratio]


def measure_all(options, programs):
    rows, failed = [], set()
    for workload in workloads.AGAINST_SMPI:
        if options.only and workload.name not in options.only:
            continue
        for ranks in sorted(options.ranks):
            skip = programs is None or (workload in failed and not options.try_all)
            row = measured(workload, ranks, options, programs, skip)
            if not both_finished(row):
                failed.add(workload)
            rows.append(row)
            print(" | ".join(table_row(row)), file=sys.stderr, flush=True)
    return rows


def markdown(rows):
    text = report.table(HEADS, map(table_row, rows))
    slopes = bytes_per_rank(rows)
    if slopes:
        text += "\n\nMemory per rank, of the larger size and between the two:\n\n"
        text += report.table(SLOPE_HEADS, map(slope_row, slopes))
    return text


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, nargs="+", default=[64, 256, 1024, 4096, 16384])
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[one.name for one in workloads.AGAINST_SMPI],
                        help="only these workloads, by the names of their scenarios")
    parser.add_argument("--cpu-limit", type=int, default=300, help="CPU seconds for each run of SMPI")
    parser.add_argument("--try-all", action="store_true", help="also run what SMPI did not finish at a smaller size")
    parser.add_argument("--smpi", action="append", default=[], metavar="--cfg=...", help="add a setting for SMPI")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    with tempfile.TemporaryDirectory() as folder:
        programs = smpi.compiled(folder)
        if programs is None:
            print("smpicc not found (package libsimgrid-dev): measuring rmasim only.", file=sys.stderr)
        rows = measure_all(options, programs)
    print(markdown(rows))
    if options.json:
        report.write_json(options.json, {"rows": rows, "bytes_per_rank": bytes_per_rank(rows),
                                         "smpi_settings": [*smpi.SETTINGS, *options.smpi],
                                         "binary": measure.BINARY.name})


if __name__ == "__main__":
    main(sys.argv[1:])
