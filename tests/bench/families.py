"""All protocol families at the same size, in one table with New RMA: packets per CPU second, bytes a rank.

    /usr/bin/python3 tests/bench/families.py [--ranks RANKS] [--only FAMILY] [--json FILE]

Each workload runs one round under each family that has its calls. The runs are made one at a time, because a run with a
million ranks needs gigabytes.
"""

import argparse
import json
import pathlib
import sys
import tempfile
from dataclasses import dataclass

import measure
import report
import workloads

sys.path.insert(0, str(measure.ROOT / "analysis"))
from rmasim_analysis.counter_figures.workloads import halo_counters, halo_pscw  # noqa: E402

HEADS = ["workload", "family", "packets", "CPU s", "M packets / CPU s", "bytes / rank", "protocol bytes / rank"]
SETTINGS = {"ch3": {"slots": 8}}  # its default is 262,144 slots, 2 MB a rank: MPICH has one table for all windows
# Cases that are not run with more ranks than this, with the reason: they would take days and more memory than
# available.
MAX_RANKS = {("put right + fence", "oldqueue"): (4096, "a fence tells each rank of each other one")}


@dataclass(frozen=True)
class Case:
    """One round of a workload under a family."""

    about: str
    family: str
    scenario: dict

    @property
    def named(self):
        settings = [f"{value} {name}" for name, value in SETTINGS.get(self.family, {}).items()]
        settings += ["one node"] if self.family == "shm" else []
        return ", ".join([self.family, *settings])


def one_round(workload, ranks):
    scenario = json.loads(workload.scenario.read_text())
    del scenario["expect"], scenario["$schema"]
    scenario["programs"][0]["calls"][0]["let"]["iterations"] = workload.times(1)
    return scenario | {"ranks": ranks}


def under(family, scenario):
    """Returns the scenario with this family. For family shm, all ranks are on one node."""
    scenario = scenario | {"protocol": {"family": family, **SETTINGS.get(family, {})}}
    if family != "shm":
        return scenario
    windows = {name: window | {"shared": True} for name, window in scenario["windows"].items()}
    return scenario | {"windows": windows, "platform": scenario["platform"] | {"ranks_per_node": scenario["ranks"]}}


def cases(ranks):
    """Returns all cases, workload by workload, with New RMA first."""
    alike = ["newrma", "ch3", "ch4", "oldqueue"]
    of_scale = [(workloads.PUT_FENCE.about, one_round(workloads.PUT_FENCE, ranks), [*alike, "shm"]),
                (workloads.LOCK_PUT.about, one_round(workloads.LOCK_PUT, ranks), alike)]
    halos = [("4-neighbour halo, PSCW", halo_pscw(ranks, 1), alike),
             ("4-neighbour halo, counters (variant 3)", halo_counters(ranks, 1, "counters"), ["synccount"])]
    return [Case(about, family, under(family, scenario))
            for about, scenario, families in of_scale + halos for family in families]


def measured(case, ranks):
    """Returns a row of the table. If the case is not run, the row contains the reason."""
    row = {"workload": case.about, "family": case.named, "ranks": ranks}
    most, why = MAX_RANKS.get((case.about, case.family), (ranks, ""))
    if ranks > most:
        return row | {"not_tried": why}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scenario.json"
        path.write_text(json.dumps(case.scenario))
        took = measure.run_repeatedly([measure.BINARY, "run", path, "--format", "json"])
    if not took.finished:
        raise RuntimeError(f"{case.about}, {case.named}: {took.ended}\n{took.error}")
    result = json.loads(took.output)
    packets = result["messages"]["total"]
    return row | {"packets": packets, "cpu_s": took.cpu_s, "packets_per_cpu_s": packets / took.cpu_s,
                  "peak_bytes_per_rank": took.peak_bytes / ranks,
                  "protocol_bytes_per_rank": result["memory_bytes_per_rank"]["total"]}


def table_row(row):
    if "not_tried" in row:
        return [row["workload"], row["family"], f"not tried: {row['not_tried']}", "", "", "", ""]
    return [row["workload"], row["family"], f"{row['packets']:,}", report.seconds(row["cpu_s"]),
            f"{row['packets_per_cpu_s'] / 1e6:.2f}", f"{row['peak_bytes_per_rank']:,.0f}",
            f"{row['protocol_bytes_per_rank']:,}"]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=1_048_576)
    parser.add_argument("--only", metavar="FAMILY", help="only this family")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    rows = []
    for case in cases(options.ranks):
        if options.only in (None, case.family):
            rows.append(measured(case, options.ranks))
            print(" | ".join(table_row(rows[-1])), file=sys.stderr, flush=True)
    print(report.table(HEADS, map(table_row, rows)))
    if options.json:
        report.write_json(options.json, {"rows": rows, "binary": measure.BINARY.name})


if __name__ == "__main__":
    main(sys.argv[1:])
