"""Generates protocol/COMPARED.md. The page compares a dozen canonical programs and the workloads, under every family
that supports their calls.

All numbers of the page are from new runs.
"""

import argparse
from pathlib import Path

from ..files import read_json
from ..layout import count, duration
from ..parallel import processors
from .command import comparison
from .families import families_of
from .play import play
from .sides import sides_of

ROOT = Path(__file__).resolve().parents[3]
FAMILIES = ["newrma", "ch3", "ch4", "oldqueue", "synccount"]
VARIANTS = ("ch3, delayed: protocol.family=ch3; protocol.delay_issuing=true",
            "ch4, messages: protocol.family=ch4; protocol.native=none",
            "oldqueue, local: protocol.family=oldqueue; protocol.unlock=local")
# The programs of the page. Each has a sentence on what to observe.
PROGRAMS = (
    ("newrma/lock/lock-put-unlock",
     "Except for ch4, every family can send LOCK, the put and UNLOCK in one packet; ch3 does so only with "
     "`delay_issuing`. ch4 sends a packet for each of the three calls."),
    ("newrma/lock/lock-put-unlock:both-off",
     "The same program without `single_op` and `piggyback`, in families with these settings: each call sends a packet "
     "of its own."),
    ("newrma/lock/lock-get-unlock",
     "Except in ch4, the answer to the get carries the data and the acknowledgement."),
    ("newrma/lock/lock-put-put-unlock",
     "New RMA requests the lock first, because LOCK is piggybacked only on an operation that is the only one of its "
     "epoch. In oldqueue, LOCK is piggybacked on the first operation."),
    ("newrma/lock/lock-put-get-unlock", "The get is last and carries UNLOCK."),
    ("newrma/lock/lock-get-put-unlock",
     "New RMA sends the get last, so that the answer to the get is the acknowledgement. oldqueue keeps the order and "
     "needs a separate acknowledgement."),
    ("newrma/lock/nocheck-put-unlock",
     "Without a lock, only the put and its acknowledgement remain. ch3 requests the acknowledgement by FLUSH."),
    ("newrma/lock/lock-unlock",
     "An empty epoch. Only ch4, and ch3 without `delay_issuing`, send packets, because they request the lock in LOCK."),
    ("newrma/lock/lock-100-puts-unlock.last-queued",
     "With 100 operations, the cost of lock and unlock is negligible."),
    ("newrma/flush/lock-put-flush-put-unlock", "A flush is an acknowledgement in the middle of the epoch."),
    ("newrma/lock_all/one-of-seven",
     "LOCK_ALL sends no packet; the first operation to a target requests the lock of that target. In ch4, LOCK_ALL "
     "requests the lock of every rank."),
    ("newrma/fence/put-right",
     "New RMA acknowledges the operations, and a barrier follows. ch3 counts origins. oldqueue counts operations. shm "
     "copies the data, and a barrier follows."),
    ("newrma/pscw/put",
     "New RMA sends COMPLETE after the acknowledgement. In ch3 and oldqueue, the target counts."),
    ("newrma/pscw/idle-targets",
     "An access epoch with a group of targets, some of which are not accessed."),
    ("newrma/operations/compare-and-swap",
     "An operation that fetches data. Except in ch4, its answer is also the acknowledgement."),
    ("synccount/counts/one-put",
     "A put that decrements a synchronisation counter: it needs no epoch and no request for a lock. Only synccount "
     "has these calls."),
)
INTRODUCTION = """# The same programs under every family

Written by `rmasim_analysis.compare.canonical`; do not edit. Every program below ran under every family that has all
calls of the program. Settings have their defaults, operations have 8 bytes, and each rank is on a node of its own.
This command compares your program in the same way: `./rmasim compare FILE --families newrma,ch3,oldqueue`.

- **newrma**, **ch3**, **oldqueue**, **synccount**: the families with their defaults ([README.md](README.md)).
- **ch3, delayed**: family ch3 with `delay_issuing`, MPICH's mode 1, which holds back the latest operation.
- **ch4**: the network executes puts and gets of contiguous data, as WRITE and READ. Their answers are not counted.
- **ch4, messages**: family ch4 with `native` none, as in windows of WIN_ALLOCATE_SHARED and WIN_CREATE_DYNAMIC.
- **oldqueue, local**: family oldqueue; UNLOCK does not wait for the target.
- **shm, one node**: family shm with all ranks on one node and shared windows. Operations send no packets.

The last column lists the differences from newrma: kinds and flags of packets that appear (+) and disappear (-). The
clauses are in the SPEC.md of the family that sends the packet, or that does not need it. `rmasim compare` prints the
clauses in words.
"""
GRID = "programs[0].calls[0].generate"
HALO_256 = ("ranks=256", f"{GRID}.rows=16", f"{GRID}.columns=16")
WORKLOADS = (
    ("workloads/halo-1024", HALO_256,
     "Fences on many ranks with few operations. In oldqueue, every rank sends a count to every rank, so most packets "
     "are small."),
    ("workloads/random-access", (),
     "One short update for each lock. A family that sends LOCK, update and UNLOCK in one packet is fastest."),
    ("workloads/random-access-batches", (),
     "32 updates for each LOCK_ALL. With few target elements, New RMA falls back to the window protocol and locks "
     "every rank."),
    ("workloads/shared-counter", (),
     "A contended lock. A rank holds the lock for one or several round trips; with fewer round trips the program is "
     "faster."),
    ("workloads/transpose", (), "Strided puts to every rank."),
    ("workloads/large-blocks", (),
     "Few elements of much data."),
)


def found_for(program, families, name, settings=()):
    """The comparison of a scenario under all families. Family shm requires one node and shared windows, so its side
    gets these settings.
    """
    stem, _, variant = name.partition(":")
    file = ROOT / "scenarios" / f"{stem}.json"
    scenario = read_json(file)
    shared = "; ".join(f"windows.{window}.shared=true" for window in scenario["windows"])
    ranks = dict(one.split("=") for one in settings).get("ranks", scenario["ranks"])
    one_node = f"shm, one node: protocol.family=shm; platform.ranks_per_node={ranks}; {shared}"
    arguments = argparse.Namespace(inputs=[str(file)], variants=[variant] if variant else [], families=FAMILIES,
                                   sides=[*VARIANTS, one_node], patches=[], settings=list(settings), seed=None,
                                   jobs=processors())
    return comparison(play(program, sides_of(arguments, families), arguments), families)


def title_of(found):
    """The title of a program: the scenario's folder, name and variant, such as "lock/lock-put-unlock:both-off"."""
    first = found["sides"][0]
    name = "/".join(Path(first["file"]).with_suffix("").parts[-2:]).replace("workloads/", "")
    return f"{name}:{first['variant']}" if "variant" in first else name


def link_of(found):
    return f"[Scenario](../{Path(found['sides'][0]['file']).relative_to(ROOT)})."


def packets(side):
    kinds = side["messages"]["by_kind"]
    listed = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
    return f"{side['messages']['total']:,}" + (f": {listed}" if listed else "")


def ending(side):
    return f"{side['time_ns']:,} ns" if side["outcome"] == "finished" else side["outcome"]


def clauses(difference):
    """The packets that appeared (+) and vanished (-), with their clauses. Example: "+ LOCK (CH3-PASSIVE-1), -
    LOCK_GRANTED (...)"."""
    changes = []
    for part in difference["parts"]:
        sign = "+" if part["now"] > part["before"] else "-"
        known = part["absences"] if sign == "-" and part["absences"] else part["reasons"]
        cited = dict.fromkeys(one["clause"] for one in known if one["clause"])
        changes.append(f"{sign} {'flag ' if part['as'] == 'flag' else ''}{part['part']}" +
                       (f" ({' or '.join(cited)})" if cited else ""))
    return ", ".join(changes) or "the same packets"


def compared(found):
    return [side for side in found["sides"] if side["status"] == "compared"]


def not_run(found):
    """A line on the families that do not have some call of the program, without their variants. "" if all families have
    every call."""
    sides = [side for side in found["sides"] if side["status"] == "not_run" and "oldqueue, local" != side["name"]]
    return "; ".join(f"{side['name'].split(',')[0]}: {refusal(side)}" for side in sides)


def refusal(side):
    if not side["lacks"]:
        return side["refusal"].replace("|", "\\|")
    return f"no `{side['lacks'][0]['call']}` (`{side['lacks'][0]['place']}`)"


def section(found, why):
    """The section of a program: its packets under each family, and the clauses of the differences from the first
    family."""
    sides, against = compared(found), {one["side"]: clauses(one) for one in found["differences"]}
    lines = [f"### {title_of(found)}", "", f"{why} {link_of(found)}", "",
             "| | packets | bytes | time | bytes of state per rank | differences from newrma, and their clauses |",
             "|---|---|---:|---:|---:|---|"]
    lines += [f"| {side['name']} | {packets(side)} | {side['messages']['bytes']:,} | {ending(side)} | "
              f"{side['memory_bytes_per_rank']['total']:,} | {against.get(side['name'], '')} |" for side in sides]
    return lines + (["", f"Not run: {not_run(found)}."] if not_run(found) else []) + [""]


def totals(finds):
    """The table of the total numbers of packets. Each program has a row."""
    names = [side["name"] for side in finds[0]["sides"]]
    yield f"| packets | {' | '.join(names)} |"
    yield "|---|" + "---:|" * len(names)
    for found in finds:
        cells = [f"{side['messages']['total']:,}" if side["status"] == "compared" else "" for side in found["sides"]]
        yield f"| {title_of(found)} | {' | '.join(cells)} |"


def workload(found, settings, why):
    sides = compared(found)
    ranks = count(sides[0]['ranks'], "rank") + (", changed to these" if settings else "")
    lines = [f"### {title_of(found)}", "", f"{why} {ranks[0].upper()}{ranks[1:]}. {link_of(found)}", "",
             "| | packets | bytes | time | most expensive cause of time | bytes of state per rank |",
             "|---|---:|---:|---:|---|---:|"]
    for side in sides:
        time = duration(side["time_ns"]) if side["outcome"] == "finished" else side["outcome"]
        lines.append(f"| {side['name']} | {side['messages']['total']:,} | {side['messages']['bytes']:,} | {time} | "
                     f"{costliest(side)} | {side['memory_bytes_per_rank']['total']:,} |")
    return lines + (["", f"Not run: {not_run(found)}."] if not_run(found) else []) + [""]


def costliest(side):
    """The cause to which the side loses most time, apart from computation."""
    spent = {cause: ns for cause, ns in side["time_spent"].items() if cause != "compute_ns"}
    cause = max(spent, key=lambda cause: (spent[cause], cause))
    return f"{cause.removesuffix('_ns')} {100 * spent[cause] / sum(side['time_spent'].values()):.0f} %"


def page(program):
    families = families_of(program)
    programs = [(found_for(program, families, name), why) for name, why in PROGRAMS]
    loads = [(found_for(program, families, name, settings), settings, why) for name, settings, why in WORKLOADS]
    lines = [
        *INTRODUCTION.splitlines(), "",
        "## Packets in all", "", *totals([found for found, _ in programs]), "",
        "## Canonical programs", ""]
    for found, why in programs:
        lines += section(found, why)
    lines += ["## Workloads", ""]
    for found, settings, why in loads:
        lines += workload(found, settings, why)
    return "\n".join(lines).rstrip("\n") + "\n"
