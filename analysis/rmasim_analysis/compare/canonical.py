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
    ("newrma/lock/lock-put-unlock", "All but ch4 know the single message; ch3 uses it with `delay_issuing` only. ch4 "
                                    "sends and answers each part by itself."),
    ("newrma/lock/lock-put-unlock:both-off", "The same without `single_op` and `piggyback`, where a family has these: "
                                             "every part is a packet of its own."),
    ("newrma/lock/lock-get-unlock", "The data of the answer bring the acknowledgement."),
    ("newrma/lock/lock-put-put-unlock", "New RMA asks for the lock first, since two operations cannot both be the only "
                                        "one; in oldqueue the origin never asks."),
    ("newrma/lock/lock-put-get-unlock", "The get is last and carries UNLOCK."),
    ("newrma/lock/lock-get-put-unlock", "New RMA moves the get to the end, so that its answer acknowledges; oldqueue "
                                        "keeps the order and needs an acknowledgement."),
    ("newrma/lock/nocheck-put-unlock", "Without a lock there is a put to be proven, and nothing else."),
    ("newrma/lock/lock-unlock", "An empty epoch. Only ch3 and ch4, which ask for the lock in LOCK, send anything."),
    ("newrma/lock/lock-100-puts-unlock.last-queued", "What lock and unlock cost vanishes beside the operations."),
    ("newrma/flush/lock-put-flush-put-unlock", "A flush is an acknowledgement in the middle of the epoch."),
    ("newrma/lock_all/one-of-seven", "LOCK_ALL costs nothing until a target is touched; in ch4 it asks every rank."),
    ("newrma/fence/put-right", "New RMA acknowledges and meets in a barrier, ch3 counts origins, oldqueue counts "
                               "operations, shm copies and meets in a barrier."),
    ("newrma/pscw/put", "New RMA acknowledges before COMPLETE; in ch3 and oldqueue the target counts."),
    ("newrma/pscw/idle-targets", "A group of which only some are accessed."),
    ("newrma/operations/compare-and-swap", "An operation that fetches."),
    ("synccount/counts/one-put", "A put that lowers a counter: no epoch, and nobody is asked. Only synccount "
                                 "has the calls."),
)
GRID = "programs[0].calls[0].generate"
HALO_256 = ("ranks=256", f"{GRID}.rows=16", f"{GRID}.columns=16")
WORKLOADS = (
    ("workloads/halo-1024", HALO_256, "Sparse fences on many ranks: counts from every rank to every rank are the many "
                                      "small packets of oldqueue."),
    ("workloads/random-access", (), "One short update for each lock: the single message is what matters."),
    ("workloads/random-access-batches", (), "32 updates for each LOCK_ALL: with few target elements New RMA falls "
                                            "back to locking every rank."),
    ("workloads/shared-counter", (), "A contended lock: what counts is how many ways there and back it is held."),
    ("workloads/transpose", (), "Strided puts to every rank."),
    ("workloads/large-blocks", (), "Much data behind few elements."),
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
             "| | packets | bytes | time | bytes of state a rank | other packets, and their clauses |",
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
             "| | packets | bytes | time | most of the ranks' time | bytes of state a rank |",
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
        "# The same programs under every family", "",
        "Written by `rmasim_analysis.compare.canonical`; do not edit. Every program below ran under every family that",
        "has its calls, with default settings, operations of 8 bytes and each rank on a node of its own. The same for",
        "your program: `./rmasim compare FILE --families newrma,ch3,oldqueue`.", "",
        "- **newrma**, **ch3**, **oldqueue**, **synccount**: as their pages say ([README.md](README.md)).",
        "- **ch3, delayed**: with `delay_issuing`, MPICH's mode 1, which holds the latest operation back.",
        "- **ch4**: the network carries out puts and gets of contiguous data, as WRITE and READ; its answers do not",
        "  count. **ch4, messages**: `native` none, as in windows of WIN_ALLOCATE_SHARED and WIN_CREATE_DYNAMIC.",
        "- **oldqueue, local**: UNLOCK does not wait for the target.",
        "- **shm, one node**: all ranks on one node, and the windows shared: operations are no packets.", "",
        "The last column has what appears (+) and vanishes (-) against newrma, in kinds and flags of packets, and the",
        "clauses behind it, of the SPEC.md of the family that sends it or does without it; `rmasim",
        "compare` has them in words.", "",
        "## Packets in all", "", *totals([found for found, _ in programs]), "",
        "## Canonical programs", ""]
    for found, why in programs:
        lines += section(found, why)
    lines += ["## Workloads", ""]
    for found, settings, why in loads:
        lines += workload(found, settings, why)
    return "\n".join(lines).rstrip("\n") + "\n"
