"""The records of the packets that MPICH sent, and their comparison with the packets that were derived by hand.

    ch4_records.py                    runs all cases again and compares with records.json (needs mpich)
    ch4_records.py --write            writes records.json
    ch4_records.py --case NAME        only this one; may be repeated
"""

import argparse
import collections
import copy
import json
import sys
import tempfile

from ch4_cases import EVERYBODY, FLAVOURS, HERE, MODES, counted, read_cases

RECORDS = HERE / "records.json"


def read_records():
    """Returns the records by case. Each has a record for each mode, and the packets that windows cost."""
    records = json.loads(RECORDS.read_text())
    for record in records.values():
        if "both" in record:
            both = record.pop("both")
            record |= {mode: copy.deepcopy(both) for mode in MODES}
    return records


def shortened(record):
    if record["put_get"] != record["none"]:
        return record
    return {"both": record["none"], **{key: value for key, value in record.items() if key not in MODES}}


def written(records):
    """Writes the records. The text is deterministic. It has a line for each mode of a case, or one line if both modes
    are the same."""
    lines = []
    for name, record in records.items():
        fields = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in shortened(record).items()]
        lines.append(f" {json.dumps(name)}: {{\n" + ",\n".join(fields) + "\n }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def kept(case, record):
    """The part of a run with one flavour that the record of a mode contains."""
    order = {rank: packets for rank, packets in record["order"].items() if int(rank) in case.order}
    record = record | {"order": order}
    return {key: value for key, value in record.items() if value and key not in ("creates", "frees")}


def by_mode(case, by_flavour):
    """The record of a case by mode. The costs of windows are included only if the case requests them."""
    record = {}
    for mode, flavours in MODES.items():
        one, other = (kept(case, by_flavour[flavour]) for flavour in flavours)
        if one != other:
            raise RuntimeError(f"{case.name}: {flavours[0]} and {flavours[1]} differ: {one} {other}")
        record[mode] = one
    if case.creates:
        record["creates"] = [by_flavour[flavour]["creates"] for flavour in FLAVOURS]
        frees = {by_flavour[flavour]["frees"] for flavour in FLAVOURS}
        if len(frees) > 1:
            raise RuntimeError(f"{case.name}: WIN_FREE differs by flavour: {frees}")
        record["frees"] = frees.pop()
    return record


def counts_of(record):
    """Returns the packets of one mode's record by (origin, target, kind), in the form of the packets that were derived
    by hand."""
    counts = collections.Counter()
    for rank, sends in record.get("sends", {}).items():
        for word in sends.split():
            what, count = counted(word)
            kind, _, target = what.partition(">")
            target = target.partition(":")[0]
            counts[int(rank), target if target == EVERYBODY else int(target), kind] += count
    for pair, packets in [*record.get("answers", {}).items(), *record.get("data", {}).items()]:
        origin, target = map(int, pair.split(">"))
        for word in packets.split():
            what, count = counted(word)
            counts[origin, target, what.partition(":")[0]] += count
    return counts


def sizes_of(record):
    """Returns the sizes in bytes with which each kind occurs."""
    sizes = collections.defaultdict(set)
    lines = [line for key in ("sends", "answers", "data") for line in record.get(key, {}).values()]
    for line in lines:
        for word in line.split():
            kind, _, size = counted(word)[0].partition(":")
            if size:
                sizes[kind.partition(">")[0]].add(int(size))
    return sizes


def differences(case, record):
    """Yields a line for each difference between the packets derived by hand and the record."""
    for mode in MODES:
        derived, have = case.by_hand[mode], counts_of(record[mode])
        for packet in sorted(derived | have, key=str):
            if derived[packet] != have[packet]:
                origin, target, kind = packet
                yield f"{case.name}, {mode}: {kind} {origin}>{target}: by hand {derived[packet]}, traced {have[packet]}"
        for key in ("saw", "errors", "stuck", "order"):
            expected = getattr(case, key)
            expected = expected[mode] if key in ("saw", "stuck") else expected
            found = {int(rank): value for rank, value in record[mode].get(key, {}).items()}
            if found != expected:
                yield f"{case.name}, {mode}: {key}: by hand {expected}, traced {found}"
    for key, expected in (("creates", case.creates), ("frees", case.frees)):
        if record.get(key) != expected:
            yield f"{case.name}: {key}: by hand {expected}, traced {record.get(key)}"


def trace(cases):
    from ch4_trace import play_all

    with tempfile.TemporaryDirectory() as folder:
        played = play_all(cases, folder)
    return {case.name: by_mode(case, played[case.name]) for case in cases}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", action="append", help="only this one; may be repeated")
    parser.add_argument("--write", action="store_true", help="write records.json")
    options = parser.parse_args()
    cases = [case for case in read_cases().values() if not options.case or case.name in options.case]
    fresh = trace(cases)
    for case in cases:
        for line in differences(case, fresh[case.name]):
            print(line)
    recorded = read_records() if RECORDS.exists() else {}
    if options.write:
        RECORDS.write_text(written({name: fresh.get(name, recorded.get(name)) for name in read_cases()}))
        return 0
    changed = [name for name in fresh if recorded.get(name) != fresh[name]]
    for name in changed:
        print(f"{name}: recorded {recorded.get(name)}\n    now {fresh[name]}")
    print(f"{len(fresh) - len(changed)} of {len(fresh)} cases as recorded")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
