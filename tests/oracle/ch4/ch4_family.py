"""Holds family ch4 against the records: the same programs, packets by kind and pair, and how they end.

    ch4_family.py                     all cases, and every difference
    ch4_family.py --case NAME         only this one; may be repeated
"""

import argparse
import collections
import json
import os
import subprocess
import sys

from ch4_cases import HERE, MODES, read_cases
from ch4_records import counts_of, read_records
from ch4_scenario import is_expressible, scenario_of

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


def counts_by_pair(result):
    counts = collections.Counter()
    for pair, kinds in result["messages"].get("by_pair", {}).items():
        origin, target = map(int, pair.split(">"))
        for kind, count in kinds.items():
            counts[origin, target, KINDS.get(kind, kind)] += count
    return counts


def ended(record):
    """What the run's outcome has to be."""
    return "erroneous" if record.get("errors") else "deadlock" if record.get("stuck") else "finished"


def differences(case, mode, record, result):
    """Lines. A program with errors ends with the first of them, so only that it is refused is compared."""
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
    """Who waits in which call, and what loads saw."""
    ours = {str(one["rank"]): one["call"] for one in result.get("stuck", [])}
    theirs = {rank: call.split()[0] for rank, call in record.get("stuck", {}).items()}
    if ours != theirs:
        yield f"{case.name}, {mode}: stuck: rmasim {ours}, MPICH {theirs}"
    if any(one["what"] != "outcome" for one in result.get("expectations_failed", [])):
        yield f"{case.name}, {mode}: saw other values: {result['expectations_failed']}"


def of_packets(counts):
    """Without flushes: they are calls of the network, and send no packet of the library's."""
    return collections.Counter({packet: count for packet, count in counts.items() if not packet[2].startswith("flush")})


def comparable(cases):
    return [case for case in cases if is_expressible(case)]


def compare(cases):
    records = read_records()
    for case in comparable(cases):
        for mode in MODES:
            yield from differences(case, mode, records[case.name][mode], run(scenario_of(case, mode)))


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
