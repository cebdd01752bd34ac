"""The packets and elements of each collective call and algorithm in runs, by the formulas of protocol/COLLECTIVES.md,
among all processes and among every third one. tests/collectives evaluates the same formulas on the schedules."""

import json
import math
from pathlib import Path

import pytest
from rmasim_runner import rmasim, write_scenario

PAGE = Path(__file__).parents[3] / "protocol/COLLECTIVES.md"
WORD = 8
SETS = [
    {"bcast": "binomial", "reduce": "binomial", "allreduce": "recursive_doubling", "gather": "binomial",
     "scatter": "binomial", "allgather": "ring", "alltoall": "pairwise", "reduce_scatter": "halving",
     "scan": "recursive_doubling", "exscan": "recursive_doubling"},
    {"bcast": "linear", "reduce": "linear", "allreduce": "reduce_bcast", "gather": "linear", "scatter": "linear",
     "allgather": "bruck", "alltoall": "linear", "reduce_scatter": "pairwise", "scan": "linear", "exscan": "linear"},
    {"bcast": "scatter_ring", "reduce": "halving", "allreduce": "halving", "alltoall": "bruck",
     "reduce_scatter": "butterfly"},
    {"reduce_scatter": "recursive_doubling"},
    {"bcast": "scatter_doubling", "reduce": "binomial", "reduce_scatter": "reduce_scatter",
     "allgather": "recursive_doubling"}]
WITHOUT_SETTING = {"barrier": "dissemination", "neighbor_alltoall": "linear", "neighbor_allgather": "linear"}
ONLY_POWERS = {("bcast", "scatter_doubling"), ("allgather", "recursive_doubling"), ("reduce_scatter", "butterfly")}
NAMES = {"reduce_scatter": "reduce_scatter_block"}  # of calls, where the page has another name


def rows_of_the_page():
    """Returns {(call, algorithm): (packets, elements)}."""
    _, table = PAGE.read_text(encoding="utf-8").split("| call | algorithm |", 1)
    rows = {}
    for line in table.split("\n\n", 1)[0].splitlines()[2:]:
        call, algorithm, packets, elements, _ = (cell.strip() for cell in line.strip("|").split("|"))
        rows[call, algorithm] = packets, elements
    return rows


def value(formula, call, p, n):
    q = 1 << (p.bit_length() - 1)
    r = p - q
    pairwise, around = call == "alltoall", call.startswith("neighbor")
    names = {"p": p, "q": q, "l": q.bit_length() - 1, "r": r, "c": (p - 1).bit_length(), "n": n, "h": r * n,
             "b": sum(bin(number).count("1") for number in range(p)), "e": 2 * p if p > 1 else 0,
             "g": len({(a, (a ^ b).bit_length()) for a in range(p) for b in range(p) if a != b}),
             "t": p * p * n if pairwise else 2 * p * n if around else p * n,
             "d": p * n if pairwise else 2 * n * (p == 1) if around else n}
    return eval(formula, {}, names)


def test_each_row_of_the_page_is_run():
    run = {(call, algorithm) for some in SETS for call, algorithm in some.items()} | set(WITHOUT_SETTING.items())
    assert run == set(rows_of_the_page())


@pytest.mark.parametrize("algorithms", range(len(SETS)))
@pytest.mark.parametrize("where", ["world", "every third rank"])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_packets_and_elements_by_the_formulas(size, where, algorithms, tmp_path):
    ranks = size if where == "world" else 3 * size
    n = math.lcm(size, 1 << (size.bit_length() - 1))
    rows, chosen = rows_of_the_page(), {**SETS[algorithms], **WITHOUT_SETTING}
    packets, elements, calls = {}, 0, []
    for call, algorithm in chosen.items():
        if (call, algorithm) in ONLY_POWERS and size & (size - 1):
            continue
        of_packets, of_elements = rows[call, algorithm]
        name = NAMES.get(call, call)
        if found := value(of_packets, call, size, n):
            packets[name.upper()] = found
        elements += value(of_elements, call, size, n)
        root = {"root": size // 2} if call in ("bcast", "reduce", "gather", "scatter") else {}
        calls.append({name: {"comm": "some", **root, **({} if call == "barrier" else
                                                        {"count": n, "datatype": "int64"})}})
    colour = 0 if where == "world" else "rank % 3 == 1 ? 0 : undefined"
    path = write_scenario(
        tmp_path, ranks=ranks, windows={"w": {"bytes": WORD}}, protocol={"collectives": SETS[algorithms]},
        platform={"network": {"header_bytes": 0}},
        communicators={"some": {"colour": colour, "cart": {"dims": [size], "periods": [True]}}},
        programs=[{"ranks": "all" if where == "world" else "rank % 3 == 1", "calls": calls}])
    finished = rmasim("run", path, "--format", "json")
    assert finished.returncode == 0, finished.stderr
    messages = json.loads(finished.stdout)["messages"]
    assert messages["by_kind"] == packets
    assert messages["bytes"] == WORD * elements
