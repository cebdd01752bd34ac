"""Random programs with enough elements: New RMA and MPICH's CH3 leave the same memory. Prints the largest differences
of the numbers of packets.

    random_programs.py --programs 1000
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import tempfile

from compare import RMASIM

FAMILIES = {
    "New RMA": [],
    "ch3, mode 0": ["protocol.family=ch3"],
    "ch3, mode 1": ["protocol.family=ch3", "protocol.delay_issuing=true"],
}
ROOM = {"op_pool": {"local": 256, "global": 256}, "target_pool": {"local": 64, "global": 64}}
SLOT = 64  # bytes of each rank in every window; the last slot is for sums


def operation(draw, rank, ranks):
    target = draw.randrange(ranks)
    kind = draw.choice(["put", "put", "put", "accumulate", "get", "fetch_and_op"])
    count = draw.choice([1, 1, 1, 2, 4])
    disp = rank * SLOT + 8 * draw.randrange(SLOT // 8 - count + 1)
    sums = ranks * SLOT
    if kind == "put":
        return {"put": {"target": target, "disp": disp, "count": count, "datatype": "int64",
                        "value": draw.randrange(9)}}
    if kind == "accumulate":
        return {"accumulate": {"target": target, "disp": sums, "datatype": "int64", "op": "sum", "value": 1}}
    if kind == "get":
        return {"get": {"target": target, "disp": disp, "datatype": "int64", "as": "got"}}
    return {"fetch_and_op": {"target": target, "disp": sums + 8, "datatype": "int64", "op": "sum", "value": 1,
                             "as": "got"}}


def separated(draw, rank, ranks, most):
    """Returns operations of one epoch. Those on the segment of one target and rank do not overlap."""
    calls, taken = [], set()
    for _ in range(draw.randrange(most + 1)):
        call = operation(draw, rank, ranks)
        (name, arguments), = call.items()
        first, count = arguments["disp"], arguments.get("count", 1)
        words = {(arguments["target"], first + 8 * k) for k in range(count)}
        if name not in ("put", "get") or not words & taken:
            calls.append(call)
            taken |= words
    return calls


def of_target(calls, target):
    return [call for call in calls if next(iter(call.values()))["target"] == target]


def fence(draw, ranks):
    programs = []
    for rank in range(ranks):
        programs.append([{"fence": {"assert": ["noprecede"]}}, *separated(draw, rank, ranks, 5),
                         {"fence": {"assert": ["nosucceed"]}}])
    return programs


def lock(draw, ranks):
    programs = [[] for _ in range(ranks)]
    for rank in range(ranks):
        for _ in range(draw.randrange(3)):
            target, kind = draw.randrange(ranks), draw.choice(["shared", "exclusive"])
            programs[rank] += [{"lock": {"target": target, "type": kind}},
                               *of_target(separated(draw, rank, ranks, 8), target), {"unlock": {"target": target}}]
    return programs


def lock_all(draw, ranks):
    programs = [[] for _ in range(ranks)]
    for rank in range(ranks):
        flush = [{"flush_all": {}}] if draw.random() < 0.3 else []
        programs[rank] = [{"lock_all": {}}, *separated(draw, rank, ranks, 6), *flush, {"unlock_all": {}}]
    return programs


def pscw(draw, ranks):
    """Returns programs in which the even ranks access the odd ranks."""
    origins, targets = list(range(0, ranks, 2)), list(range(1, ranks, 2))
    programs = [[] for _ in range(ranks)]
    for rank in targets:
        programs[rank] = [{"post": {"group": origins}}, {"wait": {}}]
    for rank in origins:
        calls = [call for target in targets for call in of_target(separated(draw, rank, ranks, 5), target)]
        programs[rank] = [{"start": {"group": targets}}, *calls, {"complete": {}}]
    return programs


PHASES = {"fence": fence, "lock": lock, "lock_all": lock_all, "pscw": pscw}


def program(seed):
    draw = random.Random(seed)
    ranks, kind = draw.choice([2, 3, 4, 5, 6]), draw.choice(sorted(PHASES))
    programs = [{"ranks": str(rank), "calls": calls} for rank, calls in enumerate(PHASES[kind](draw, ranks)) if calls]
    programs = programs or [{"ranks": "all", "calls": [{"barrier": {}}]}]
    scenario = {"name": f"random-{seed}", "ranks": ranks, "protocol": ROOM,
                "windows": {"w": {"bytes": (ranks + 1) * SLOT}}, "programs": programs}
    return kind, scenario


def play(scenario, settings, folder):
    path, memory = folder / "program.json", folder / "memory"
    path.write_text(json.dumps(scenario))
    command = [RMASIM, "run", str(path), "--format", "json", "--memory", str(memory)]
    for setting in settings:
        command += ["--set", setting]
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return result["messages"]["total"], memory.read_bytes()


def compared(seed):
    """Returns the kind of epoch, the packets by family, and True if the memory is the same."""
    kind, scenario = program(seed)
    with tempfile.TemporaryDirectory() as folder:
        runs = {family: play(scenario, settings, pathlib.Path(folder)) for family, settings in FAMILIES.items()}
    totals = {family: total for family, (total, _) in runs.items()}
    return seed, kind, totals, len({memory for _, memory in runs.values()}) == 1


def differing(programs, first=1):
    """Returns the seeds whose memory differs and, by kind of epoch, the packets of each family."""
    differ, packets = [], collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for seed, kind, totals, same in pool.map(compared, range(first, first + programs)):
            packets[kind].update(totals)
            packets[kind]["programs"] += 1
            if not same:
                differ.append(seed)
    return differ, packets


def table_of(packets):
    rows = ["| epoch | programs | " + " | ".join(FAMILIES) + " |", "|---|---|" + "---|" * len(FAMILIES)]
    for kind in sorted(packets):
        cells = [f"{packets[kind][family]:,}" for family in FAMILIES]
        rows.append(f"| {kind} | {packets[kind]['programs']} | " + " | ".join(cells) + " |")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000)
    differ, packets = differing(parser.parse_args().programs)
    print("\n".join(table_of(packets)))
    print(f"memory differs in {len(differ)} programs: {differ[:10]}")


if __name__ == "__main__":
    main()
