"""Generates COUNTS.md from the records: the table of the packets that each case sends."""

import collections

from ch4_cases import read_cases
from ch4_records import counts_of, read_records

HEAD = """# What MPICH 4.0.2 sends, case by case

Written by `ch4_counts.py` from `records.json`; do not edit. The columns are the two kinds of windows: `none`, of
CREATE_DYNAMIC and ALLOCATE_SHARED, where all is active messages, and `put_get`, of CREATE and ALLOCATE, where UCX
writes and reads. The first number is that of packets, active and tagged messages. Flushes are calls of UCX: of an
endpoint, or of the worker, which is all endpoints. Programs that hang have sent this much before.
[README.md](README.md) tells the rest.
"""
NATIVE = {"write": ("write", "writes"), "read": ("read", "reads"), "flush": ("flush", "flushes"),
          "flush_all": ("flush of all", "flushes of all")}


def cell(record):
    kinds = collections.Counter()
    for (_, _, kind), count in counts_of(record).items():
        kinds[kind] += count
    packets = sum(count for kind, count in kinds.items() if kind not in NATIVE)
    parts = [str(packets), *(f"{kinds[kind]} {one if kinds[kind] == 1 else more}"
                             for kind, (one, more) in NATIVE.items() if kinds[kind])]
    return ", ".join(parts) + (", hangs" if "stuck" in record else "")


def page():
    records = read_records()
    lines = [HEAD]
    for file in ("cases.txt", "waits.txt"):
        cases = [case for case in read_cases(file).values() if not case.creates]
        lines += [f"## {file}", "", "| case | ranks | none | put_get |", "| --- | ---: | --- | --- |"]
        for case in cases:
            record = records[case.name]
            lines.append(f"| {case.name} | {case.ranks} | {cell(record['none'])} | {cell(record['put_get'])} |")
        lines.append("")
    lines += ["## Windows", "", "Tagged messages of the making of a window, by flavour, and of WIN_FREE.", "",
              "| ranks | create | allocate | shared | dynamic | free |", "| ---: | ---: | ---: | ---: | ---: | ---: |"]
    for case in read_cases("cases.txt").values():
        if case.creates:
            numbers = [case.ranks, *records[case.name]["creates"], records[case.name]["frees"]]
            lines.append("| " + " | ".join(map(str, numbers)) + " |")
    return "\n".join(lines) + "\n"
