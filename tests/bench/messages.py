"""Instructions a message of sends, receives and collective calls, and their limits.

    /usr/bin/python3 tests/bench/messages.py [--ranks 1024] [--before RMASIM] [NAME...]

Each program runs under callgrind with two numbers of iterations. Their difference excludes start-up. The limits are the
figures of other programs: the halo's sends and receives, and lock_all with random targets. `--before` is another build,
from which these two figures are taken. The last program matches 10,000 posted receives in reverse order; its limit is
twice the figure of 10 receives. Exit code 1: a program exceeds its limit. Exit code 77: no valgrind.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import measure
import report
import workloads

SKIPPED = 77
PLATFORM = {"topology": "cluster", "network": {"model": "loggp", "latency_ns": 1000, "bandwidth_gbps": 100}}


def send(target, count, call="send", **more):
    return {call: {"target": target, "count": count, **more}}


def receive(source, count, call="recv", **more):
    return {call: {"source": source, "count": count, **more}}


def repeat(times, *calls):
    return {"repeat": {"times": times, "as": "i", "calls": list(calls)}}


def on_even_ranks(calls, others):
    return {"if": {"when": "rank % 2 == 0", "calls": calls, "else": others}}


def ping_pong():
    return [on_even_ranks([send("rank + 1", 8), receive("rank + 1", 8)], [receive("rank - 1", 8), send("rank - 1", 8)])]


def message_rate(window=64):
    """Pairs of ranks, as in osu_mbw_mr: a window of messages, and an answer."""
    complete = {"waitall": {"requests": "r"}}
    return [on_even_ranks([repeat(window, send("rank + 1", 8, "isend", request="r[i]")), complete,
                           receive("rank + 1", 4)],
                          [repeat(window, receive("rank - 1", 8, "irecv", request="r[i]")), complete,
                           send("rank - 1", 4)])]


def in_reverse(depth):
    """Rank 1 of each pair posts receives, and its peer sends in the opposite order. A program has too few variables for
    10,000 requests, so each request is freed at once. A last message arrives behind all others."""
    posted = [receive("rank - 1", 8, "irecv", tag="i", request="r[0]"), {"request_free": {"request": "r[0]"}}]
    return [on_even_ranks([receive("rank + 1", 1), repeat(depth, send("rank + 1", 8, tag=f"{depth - 1} - i")),
                           send("rank + 1", 1, tag=depth)],
                          [repeat(depth, *posted), send("rank - 1", 1), receive("rank - 1", 1, tag=depth)])]


def scenario(name, calls, requests=1):
    return {"name": name, "about": name, "ranks": 2, "data": False, "platform": PLATFORM,
            "windows": {"w": {"bytes": 8}},
            "programs": [{"ranks": "all", "calls": [{"let": {"iterations": 1}}, {"array": {"r": requests}},
                                                    {"repeat": {"times": "iterations", "calls": calls}}]}]}


def blocks(call, count):
    return [{call: {"count": count, "datatype": "int64"}}]


HALO, RANDOM, FEW = "halo-sends", "lock-all-random", "10 receives in reverse order"
# By name: the scenario, ranks (0: as requested), the two numbers of iterations, the program of the limit, its factor.
PROGRAMS = {
    HALO: (workloads.HALO_SENDS.scenario, 0, (2, 4), None, 0),
    RANDOM: (workloads.LOCK_ALL_RANDOM.scenario, 0, (1, 2), None, 0),
    "ping-pong": (scenario("ping-pong", ping_pong()), 0, (5, 15), HALO, 1),
    "message rate": (scenario("message-rate", message_rate(), 64), 0, (1, 2), HALO, 1),
    "allreduce": (scenario("allreduce", blocks("allreduce", 1)), 0, (1, 3), HALO, 1),
    "alltoall, 8 bytes": (scenario("alltoall", blocks("alltoall", 1)), 0, (1, 2), RANDOM, 1.5),
    "alltoall, 1 KiB": (scenario("alltoall", blocks("alltoall", 128)), 0, (1, 2), RANDOM, 1.5),
    FEW: (scenario("reverse", in_reverse(10)), 2, (50, 150), None, 0),
    "10,000 receives in reverse order": (scenario("reverse", in_reverse(10_000)), 2, (1, 2), FEW, 2)}


def counted(binary, path, ranks, iterations):
    """Returns (instructions, packets) of a run."""
    with tempfile.TemporaryDirectory() as folder:
        finished = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", binary, "run", path, "--format",
             "json", "--set", f"ranks={ranks}", "--set", f"programs[0].calls[0].let.iterations={iterations}"],
            capture_output=True, text=True, check=True)
    instructions = re.search(r"Collected : (\d+)", finished.stderr)
    return int(instructions.group(1)), json.loads(finished.stdout)["messages"]["total"]


def per_message(binary, name, ranks):
    program, own_ranks, iterations, _, _ = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = program
        if isinstance(program, dict):
            path = pathlib.Path(folder) / "scenario.json"
            path.write_text(json.dumps(program))
        few, many = (counted(binary, path, own_ranks or ranks, times) for times in iterations)
    return (many[0] - few[0]) / (many[1] - few[1])


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(PROGRAMS)}; default: all")
    parser.add_argument("--ranks", type=int, default=1024)
    parser.add_argument("--before", help="the build that sets the limits of messages and collective calls")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - PROGRAMS.keys():
        sys.exit(f"messages.py: found {sorted(unknown)[0]!r}; allowed: {', '.join(PROGRAMS)}")
    if shutil.which("valgrind") is None:
        print("valgrind not found: nothing is counted.", file=sys.stderr)
        return SKIPPED
    chosen = options.names or list(PROGRAMS)
    wanted = set(chosen) | {PROGRAMS[name][3] for name in chosen} - {None}
    now = {name: per_message(measure.BINARY, name, options.ranks) for name in PROGRAMS if name in wanted}
    limits = dict(now)
    if options.before:
        limits |= {name: per_message(options.before, name, options.ranks) for name in (HALO, RANDOM) if name in wanted}
    rows, exceeded = [], False
    for name, figure in now.items():
        of, factor = PROGRAMS[name][3:]
        limit = limits[of] * factor if of else None
        exceeded = exceeded or (limit is not None and figure > limit)
        rows.append([name, round(figure, 1), "" if limit is None else round(limit, 1)])
    print(report.table(["program", "instructions a message", "limit"], rows))
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
