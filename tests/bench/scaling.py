"""The scaling of rmasim from a thousand ranks to a million, compared with recorded figures of LogGOPSim.

    /usr/bin/python3 tests/bench/scaling.py [--limit RANKS] [--json FILE] [--plot FILE.svg]

There are three workloads with one iteration each. Each row of the table has four times as many ranks as the previous
row. Nothing is subtracted, so a small run is mostly start-up. Therefore exponents are fitted twice: over all sizes, and
over the sizes that take long enough.
"""

import argparse
import json
import pathlib
import sys

import measure
import report
import workloads

LONG_ENOUGH_S = 0.1  # shorter runs mainly measure start-up
FIT_UP_TO = (262_144, 1_048_576)  # ranks

HEADS = ["ranks", "packets", "CPU s", "packets / CPU s", "peak MB", "peak bytes / rank", "protocol bytes / rank",
         "at most", "virtual us"]
FIT_HEADS = ["workload", "sizes", "exponent, all", f"exponent, runs over {LONG_ENOUGH_S} s", "sizes of those"]
LOGGOPSIM_HEADS = ["case", "ranks", "messages", "LogGOPSim CPU s", "rmasim CPU s", "ratio", "LogGOPSim bytes / rank",
                   "rmasim bytes / rank", "ratio"]


def sizes(first, limit):
    found = []
    while first <= limit:
        found.append(first)
        first *= 4
    return found


def measured(workload, ranks, iterations):
    took, result = workloads.play(workload, ranks, iterations)
    packets = result["messages"]["total"]
    memory = result["memory_bytes_per_rank"]
    return {"workload": workload.about, "ranks": ranks, "packets": packets, "cpu_s": took.cpu_s,
            "packets_per_cpu_s": packets / took.cpu_s, "peak_bytes": took.peak_bytes,
            "peak_bytes_per_rank": took.peak_bytes / ranks,
            "protocol_bytes_per_rank": memory["total"],
            "protocol_bytes_bound": memory["engine"] + memory["tables"] + memory["pools_bound"],
            "time_ns": result["time_ns"]}


def fits(rows):
    """Returns the growth of CPU time with the number of packets: for each member of FIT_UP_TO that was measured, the
    exponent over all sizes up to this member."""
    found = []
    for about in dict.fromkeys(row["workload"] for row in rows):
        mine = [row for row in rows if row["workload"] == about]
        tops = [top for top in FIT_UP_TO if any(row["ranks"] == top for row in mine)]
        for top in tops or [max(row["ranks"] for row in mine)]:
            part = [row for row in mine if row["ranks"] <= top]
            long = [row for row in part if row["cpu_s"] >= LONG_ENOUGH_S]
            found.append({"workload": about, "from": part[0]["ranks"], "to": top, "exponent": growth(part),
                          "exponent_of_long_runs": growth(long), "long_runs_from": long[0]["ranks"] if long else None,
                          "long_runs": len(long)})
    return found


def growth(rows):
    return report.exponent([row["packets"] for row in rows], [row["cpu_s"] for row in rows])


def compared_with_loggopsim(limit):
    """Runs rmasim for each recorded case of at most `limit` ranks."""
    by_name = {workload.name: workload for workload in (workloads.BARRIER, workloads.HALO_SENDS)}
    found = []
    for case in json.loads(pathlib.Path(__file__).with_name("loggopsim.json").read_text())["cases"]:
        if case["ranks"] > limit:
            continue
        row = measured(by_name[case["scenario"]], case["ranks"], case["iterations"])
        if row["packets"] != case["messages"]:
            raise RuntimeError(f"{case['scenario']}: {row['packets']} packets, LogGOPSim had {case['messages']}")
        found.append({"case": case, "rmasim": row})
        print(" | ".join(loggopsim_row(found[-1])), file=sys.stderr, flush=True)
    return found


def table_row(row):
    return [f"{row['ranks']:,}", f"{row['packets']:,}", report.seconds(row["cpu_s"]),
            f"{row['packets_per_cpu_s'] / 1e6:.2f} M", report.megabytes(row["peak_bytes"]),
            f"{row['peak_bytes_per_rank']:,.0f}", f"{row['protocol_bytes_per_rank']:,}",
            f"{row['protocol_bytes_bound']:,}", f"{row['time_ns'] / 1e3:,.1f}"]


def fit_row(fit):
    def shown(value):
        return "" if value is None else f"{value:.3f}"

    long_from = f"{fit['long_runs_from']:,} to {fit['to']:,}" if fit["long_runs"] > 1 else ""
    return [fit["workload"], f"{fit['from']:,} to {fit['to']:,}", shown(fit["exponent"]),
            shown(fit["exponent_of_long_runs"]), long_from]


def loggopsim_row(pair):
    case, ours = pair["case"], pair["rmasim"]
    theirs_per_rank = case["peak_bytes"] / case["ranks"]
    return [ours["workload"] + (f" x {case['iterations']}" if case["iterations"] > 1 else ""), f"{case['ranks']:,}",
            f"{case['messages']:,}", report.seconds(case["cpu_s"]), report.seconds(ours["cpu_s"]),
            report.times(case["cpu_s"] / ours["cpu_s"]), f"{theirs_per_rank:,.0f}",
            f"{ours['peak_bytes_per_rank']:,.0f}", report.times(theirs_per_rank / ours["peak_bytes_per_rank"])]


def markdown(rows, loggopsim):
    parts = []
    for about in dict.fromkeys(row["workload"] for row in rows):
        mine = [table_row(row) for row in rows if row["workload"] == about]
        parts.append(f"**{about}**, one iteration:\n\n" + report.table(HEADS, mine))
    parts.append("Growth of CPU time with packets, a line through the logarithms:\n\n"
                 + report.table(FIT_HEADS, map(fit_row, fits(rows))))
    if loggopsim:
        parts.append("LogGOPSim as recorded on another day (tests/bench/loggopsim.json), rmasim now:\n\n"
                     + report.table(LOGGOPSIM_HEADS, map(loggopsim_row, loggopsim)))
    return "\n\n".join(parts)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=1024, metavar="RANKS", help="ranks of the first row")
    parser.add_argument("--limit", type=int, default=1_048_576, metavar="RANKS", help="maximum ranks of the last row")
    parser.add_argument("--without-loggopsim", action="store_true", help="omit the comparison")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    parser.add_argument("--plot", type=pathlib.Path, help="write a plot to this file: .svg, .png or .pdf")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    rows = []
    for workload in workloads.SCALING:
        for ranks in sizes(options.first, options.limit):
            rows.append(measured(workload, ranks, 1))
            print(" | ".join([workload.about, *table_row(rows[-1])]), file=sys.stderr, flush=True)
    loggopsim = [] if options.without_loggopsim else compared_with_loggopsim(options.limit)
    print(markdown(rows, loggopsim))
    if options.json:
        report.write_json(options.json, {"rows": rows, "fits": fits(rows), "loggopsim": loggopsim,
                                         "binary": measure.BINARY.name})
    if options.plot:
        import scaling_plot

        scaling_plot.draw(rows, loggopsim, options.plot)


if __name__ == "__main__":
    main(sys.argv[1:])
