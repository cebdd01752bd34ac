"""Generates protocol/ch3/COMPARED.md: the packets of the New RMA design and of MPICH for the public cases, with
reasons.

All numbers of the page are from new runs. compare.py shows that those of MPICH agree with the real MPICH.
"""

import json
import pathlib
import subprocess
import tempfile

from compare import HERE, RMASIM
from random_programs import differing, table_of

ROOT = HERE.parents[1]
WORLDS = ROOT / "tests/explore/worlds/ch3"

# Why the packets differ, case by case; the regimes in which MPICH hangs; the page's first lines.
WORDS = json.loads((HERE / "words.json").read_text())
KEPT = ("op_pool", "target_pool", "lock_buffer")  # settings that both families have


def result_of(scenario, settings, variant=None):
    command = [RMASIM, "run", str(scenario), "--format", "json", *(["--variant", variant] if variant else [])]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)


def packets(result):
    kinds = result["messages"]["by_kind"]
    return f"{result['messages']['total']}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def case_rows():
    for case, why in sorted(WORDS["cases"].items()):
        plain = HERE / "cases" / f"{case}.json"
        scenario = json.loads(plain.read_text())
        about, variants = scenario["about"], [one["name"] for one in scenario["variants"]]
        design = result_of(plain, [])
        one = result_of(plain, ["protocol.family=ch3", "protocol.delay_issuing=true"])
        zero = []
        for schedule in ("early", "late"):
            if schedule in variants:
                zero.append(f"{schedule} {packets(result_of(plain, ['protocol.family=ch3'], schedule))}")
        yield [f"## {case}: {about}", "",
               "| | packets | time in ns |", "|---|---|---|",
               f"| New RMA | {packets(design)} | {design['time_ns']:,} |",
               f"| MPICH, mode 1 | {packets(one)} | {one['time_ns']:,} |",
               f"| MPICH, mode 0 | {'; '.join(zero)} | {result_of(plain, ['protocol.family=ch3'])['time_ns']:,} |",
               "", why, ""]


def explored(path):
    done = subprocess.run([RMASIM, "explore", str(path), "--limit", "2000", "--format", "json"], capture_output=True,
                          text=True, cwd=tempfile.gettempdir())
    return json.loads(done.stdout)


def under_the_design(world):
    scenario = json.loads(world.read_text())
    scenario["protocol"] = {key: value for key, value in scenario["protocol"].items() if key in KEPT}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / world.name
        path.write_text(json.dumps(scenario))
        return explored(path)


def orders(found):
    every = "all" if found["exhausted"] else "first"
    return f"{found['failing']:,} of {every} {found['executions']:,}"


def hang_rows():
    yield "| regime | orders in which MPICH fails | how | the design |"
    yield "|---|---|---|---|"
    for name, regime in WORDS["hangs"].items():
        world = WORLDS / f"{name}.json"
        found, design = explored(world), under_the_design(world)
        how = found["failures"][0]["what"][0] if found["failing"] else ""
        yield f"| {regime} | {orders(found)} | {how} | {orders(design)} |"


def page():
    lines = [
        "# What the design sends, and what MPICH sends",
        "",
        *WORDS["intro"],
        "",
    ]
    for rows in case_rows():
        lines += rows
    lines += ["## A thousand random programs", "",
              "Packets in all, by kind of epoch; every program leaves the same memory (`random_programs.py`).", "",
              *table_of(differing(1000)[1]), ""]
    lines += ["## Where MPICH hangs and the design does not", "",
              "Worlds of two to four ranks (`tests/explore/worlds/ch3`), their orders gone through, 2,000 at most.",
              "[SPEC.md](SPEC.md) has the causes.", "", *hang_rows(), ""]
    return "\n".join(lines)
