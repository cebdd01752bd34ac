"""Compares family ch4 with the records of the same programs: packets by kind and pair, their order, and the outcomes.

    ch4_family.py                     all cases, and every difference
    ch4_family.py --case NAME         only this one; may be repeated
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from ch4_cases import HERE, MODES, counted, read_cases
from ch4_records import counts_of, read_records
from ch4_scenario import is_expressible, scenario_of
from ch4_trace import in_runs

RMASIM = os.environ.get("RMASIM_BINARY", str(HERE.parents[2] / "build/release/rmasim"))
# Names of the family, where the records have the library's.
KINDS = {
    "PUT": "PUT_REQ",
    "GET": "GET_REQ",
    "GET_RESP": "GET_ACK",
    "ACC": "ACC_REQ",
    "GET_ACC": "GET_ACC_REQ",
    "GET_ACC_RESP": "GET_ACC_ACK",
    "FOP": "GET_ACC_REQ",
    "FOP_RESP": "GET_ACC_ACK",
    "CAS": "CSWAP_REQ",
    "CAS_RESP": "CSWAP_ACK",
    "BARRIER": "message0",
    "SEND": "message",
    "WRITE": "write",
    "READ": "read",
}


def run(scenario, *options):
    command = [RMASIM, "run", "/dev/stdin", "--format", "json", "--breakdown", "pair", *options]
    done = subprocess.run(command, input=json.dumps(scenario), capture_output=True, text=True)
    if not done.stdout:
        raise RuntimeError(f"{scenario['name']}: exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def run_traced(scenario):
    """Runs the scenario. Returns its result, and (rank, kind, target) of the packets in the order in which they leave.
    """
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        result = run(scenario, "--trace", str(trace), "--trace-kinds", "packets")
        events = json.loads(trace.read_text())["traceEvents"]
    sent = [event for event in events if event["name"].startswith("send ") and event["ph"] == "X"]
    return result, [packet_of(event) for event in sorted(sent, key=lambda event: event["ts"])]


def packet_of(event):
    kind = event["name"].removeprefix("send ")
    return event["args"]["from"], KINDS.get(kind, kind), event["args"]["to"]


def streams_of(packets):
    """Returns the packets whose order a record has: for a rank, the packets of its own calls; for a pair, the answers;
    and all packets of a rank."""
    streams = collections.defaultdict(list)
    for rank, kind, target in packets:
        if kind.endswith("_ACK"):
            streams[f"{rank}>{target}"].append(kind)
        else:
            streams[str(rank)].append(f"{kind}>{target}")
        if not kind.startswith("message"):
            streams[f"order {rank}"].append(f"{kind}>{target}")
    return {name: in_runs(stream) for name, stream in streams.items()}


def streams_of_record(record):
    """Returns the packets of a record in the form of streams_of, without bytes and flushes."""
    def words(line):
        return [word for word in re.sub(r":\d+", "", line).split() if not counted(word)[0].startswith("flush")]

    lines = record.get("sends", {}) | record.get("answers", {})
    lines |= {f"order {rank}": line for rank, line in record.get("order", {}).items()}
    found = {name: [one for word in words(line) for one in [counted(word)[0]] * counted(word)[1]]
             for name, line in lines.items()}
    return {name: in_runs(stream) for name, stream in found.items() if stream}


def other_orders(case, mode, record, packets):
    """Yields a line for each difference in the order of packets."""
    ours, theirs = streams_of(packets), streams_of_record(record)
    for name in sorted(set(ours) | set(theirs)):
        is_asked = not name.startswith("order") or name in theirs
        if is_asked and ours.get(name) != theirs.get(name):
            yield f"{case.name}, {mode}: {name}: rmasim {ours.get(name)}, MPICH {theirs.get(name)}"


def counts_by_pair(result):
    counts = collections.Counter()
    for pair, kinds in result["messages"].get("by_pair", {}).items():
        origin, target = map(int, pair.split(">"))
        for kind, count in kinds.items():
            counts[origin, target, KINDS.get(kind, kind)] += count
    return counts


def ended(record):
    """The expected outcome of the run."""
    return "erroneous" if record.get("errors") else "deadlock" if record.get("stuck") else "finished"


def differences(case, mode, record, result):
    """Yields a line for each difference. An erroneous program ends at its first error, so for such a program only the
    error is compared."""
    if result["outcome"] != ended(record):
        yield f"{case.name}, {mode}: rmasim {result['outcome']}, MPICH {ended(record)}: {result.get('cause', '')}"
    if record.get("errors"):
        return
    yield from other_ends(case, mode, record, result)
    theirs, ours = of_packets(counts_of(record)), counts_by_pair(result)
    for packet in sorted(theirs | ours, key=str):
        if theirs[packet] != ours[packet]:
            origin, target, kind = packet
            yield f"{case.name}, {mode}: {kind} {origin}>{target}: rmasim {ours[packet]}, MPICH {theirs[packet]}"


def other_ends(case, mode, record, result):
    """Yields a line for each difference in the ranks that wait, their calls, and the values that loads returned."""
    ours = {str(one["rank"]): one["call"] for one in result.get("stuck", [])}
    theirs = {rank: call.split()[0] for rank, call in record.get("stuck", {}).items()}
    if ours != theirs:
        yield f"{case.name}, {mode}: stuck: rmasim {ours}, MPICH {theirs}"
    if any(one["what"] != "outcome" for one in result.get("expectations_failed", [])):
        yield f"{case.name}, {mode}: saw other values: {result['expectations_failed']}"


def of_packets(counts):
    """Returns the counts without flushes, because a flush is a call of the network and sends no packet of the library.
    """
    return collections.Counter({packet: count for packet, count in counts.items() if not packet[2].startswith("flush")})


def comparable(cases):
    return [case for case in cases if is_expressible(case)]


def all_differences(case, mode, record, result, packets):
    """Yields a line for each difference in counts, ends and orders."""
    yield from differences(case, mode, record, result)
    if not record.get("errors"):
        yield from other_orders(case, mode, record, packets)


def compare(cases):
    records = read_records()
    for case in comparable(cases):
        for mode in MODES:
            yield from all_differences(case, mode, records[case.name][mode], *run_traced(scenario_of(case, mode)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", action="append", help="only this one; may be repeated")
    options = parser.parse_args()
    cases = [case for case in read_cases().values() if not options.case or case.name in options.case]
    found = list(compare(cases))
    print("\n".join([*found, f"{len(comparable(cases))} cases compared, {len(found)} differences"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
