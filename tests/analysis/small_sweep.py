"""A sweep's folder as `rmasim sweep` writes it, made from a few runs: what the report's tests read."""

import itertools
import json

from rmasim_analysis.program import find_program, simulate

UNITS = {"time_ns": "ns", "messages": "packets", "memory_total_bytes": "bytes", "memory_bound_bytes": "bytes"}


def figures(result):
    memory = result["memory_bytes_per_rank"]
    found = {"outcome": result["outcome"], "cause": result.get("cause", ""), "time_ns": result["time_ns"],
             "messages": result["messages"]["total"], "memory_total_bytes": memory["total"],
             "memory_bound_bytes": memory["engine"] + memory["tables"] + memory["pools_bound"]}
    for pool, use in result["elements"].items():
        found[f"pool.{pool}.times_exhausted"] = use["times_exhausted"]
    return found | {f"spent.{cause}": ns for cause, ns in result["time_spent"].items()}


def unit_of(name):
    if name.startswith("pool."):
        return "times"
    return "ns" if name.startswith("spent.") else UNITS.get(name, "")


def write(folder, rows, settings, name="small"):
    """`rows`: dicts; `settings`: which of their keys are settings, the others are figures."""
    folder.mkdir(parents=True, exist_ok=True)
    names = dict.fromkeys(key for row in rows for key in row)
    columns = [{"name": key, "role": "setting" if key in settings else "figure",
                "unit": "" if key in settings else unit_of(key), "about": f"About {key}."} for key in names]
    head = {"name": name, "about": "A few runs.", "scenario": "scenario.json", "columns": columns}
    (folder / "columns.json").write_text(json.dumps(head))
    (folder / "table.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def run(folder, scenario, ranges, name="small"):
    """`ranges`: values by the path of a setting; the whole grid is run."""
    rows = []
    for values in itertools.product(*ranges.values()):
        settings = dict(zip(ranges, values))
        rows.append(settings | figures(simulate(find_program(), scenario, settings).result))
    return write(folder, rows, set(ranges), name)
