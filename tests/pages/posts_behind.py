"""The table of protocol/ch4/POSTS.md: a POST behind each collective call and behind receives from any source, in every
order (`explore`).

Ranks 1 and 2 post to rank 0 and make the call; rank 0 makes the call and then starts an epoch with rank 1. START hangs
if both POSTs have arrived before (defect 1 of DEVIATIONS.md)."""

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

from pieces import Table

PAGE = "protocol/ch4/POSTS.md"
MOST = 10_000  # executions; the table says where there are more
COUNTS, BOTH = {"counts": [1, 1, 1]}, {"counts": [1, 1, 1], "receive_counts": [1, 1, 1]}
TYPES = {**BOTH, "datatypes": "byte", "receive_datatypes": "byte"}
# The neighbours of rank 0 are the other ranks.
STAR = {"star": {"colour": 0, "graph": {"sources": ["rank > 0 ? 0 : 1", "rank > 0 ? -1 : 2"],
                                        "destinations": ["rank > 0 ? 0 : 1", "rank > 0 ? -1 : 2"]}}}
BY_DEGREE = {"counts": ["1", "1"], "receive_counts": ["1", "1"]}
ON_STAR = {"comm": "star"}
CALLS = {
    "barrier": [{}], "bcast": [{"root": 0}, {"root": 1}], "reduce": [{"root": 0}, {"root": 1}], "allreduce": [{}],
    "gather": [{"root": 0}, {"root": 1}], "gatherv": [{"root": 0, **COUNTS}], "scatter": [{"root": 0}, {"root": 1}],
    "scatterv": [{"root": 1, **COUNTS}], "allgather": [{}], "allgatherv": [COUNTS], "alltoall": [{}],
    "alltoallv": [BOTH], "alltoallw": [TYPES], "scan": [{}], "exscan": [{}], "reduce_scatter_block": [{}],
    "reduce_scatter": [COUNTS], "neighbor_allgather": [ON_STAR], "neighbor_allgatherv": [{**ON_STAR, **COUNTS}],
    "neighbor_alltoall": [ON_STAR], "neighbor_alltoallv": [{**ON_STAR, **BY_DEGREE}],
    "neighbor_alltoallw": [{**ON_STAR, **BY_DEGREE, "datatypes": "byte", "receive_datatypes": "byte"}]}
RECEIVES = {
    "recv from any": [{"recv": {"source": "any"}}],
    "irecv from any": [{"irecv": {"source": "any", "request": "r"}}, {"wait": {"request": "r"}}],
    "probe from any": [{"probe": {"source": "any"}}, {"recv": {"source": "any"}}],
    "mprobe from any": [{"mprobe": {"source": "any", "message": "m"}}, {"mrecv": {"message": "m"}}]}


def forms_of(call, arguments):
    """Yields the blocking, the nonblocking and the persistent form of a call: its name, the calls before POST, and
    those behind it."""
    with_request, wait = {**arguments, "request": "r"}, {"wait": {"request": "r"}}
    yield call, [], [{call: arguments}]
    yield f"i{call}", [], [{f"i{call}": with_request}, wait]
    yield f"{call}_init", [{f"{call}_init": with_request}], [{"start": {"request": "r"}}, wait]


def programs(before, of_posters, of_rank_0):
    return [{"ranks": "1-2", "calls": [*before, {"post": {"group": [0]}}, *of_posters, {"wait": {}}]},
            {"ranks": "0", "calls": [*before, *of_rank_0, {"start": {"group": [1]}}, {"complete": {}},
                                     {"start": {"group": [2]}}, {"complete": {}}]}]


def cases():
    """Yields the row's name and the programs."""
    for call, every in CALLS.items():
        for arguments in every:
            for name, before, calls in forms_of(call, arguments):
                root = f", root {arguments['root']}" if "root" in arguments else ""
                yield f"`{name}`{root}", programs(before, calls, calls)
    for name, calls in RECEIVES.items():
        receive, source = name.split(" ", 1)
        yield f"two times `{receive}` {source}", programs([], [{"send": {"target": 0}}], 2 * calls)


def explored(program, scenario):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "posts.json"
        path.write_text(json.dumps(scenario), encoding="utf-8")
        done = subprocess.run([program, "explore", str(path), "--limit", str(MOST)], capture_output=True, text=True,
                              check=False)
    return done.stdout + done.stderr


def row(name, text):
    found = re.search(r"([\d,]+) of ([\d,]+) executions fail", text)
    if not found:
        raise ValueError(f"{name}: no order fails:\n{text}")
    failing, executions = found.groups()
    steps = re.search(r"failing order found, (\d+) steps", text)
    whole = "NOT EXHAUSTED" not in text
    if failing == executions:
        why = "rank 0 receives a packet behind each POST"
    else:
        why = "no packet to rank 0 is behind one of the POSTs, which may arrive later"
    return f"| {name} | {failing} of {executions}{'' if whole else ', not all'} | {steps[1]} | {why} |"


def scenario_of(name, made):
    return {"name": "posts", "ranks": 3, "protocol": {"family": "ch4"}, "windows": {"w": {"bytes": 8}},
            "programs": made, **({"communicators": STAR} if "neighbor" in name else {})}


def page():
    program = os.environ["RMASIM_BINARY"]
    rows = [row(name, explored(program, scenario_of(name, made))) for name, made in cases()]
    head = "| the call behind the POSTs | executions that hang | steps of the shortest | why |\n|---|---|---|---|\n"
    yield Table(PAGE, "posts behind other calls", head + "\n".join(rows))
