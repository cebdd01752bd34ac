"""Writes protocol/ch3/COMPARED.md: what the New RMA design sends for the public cases, what MPICH sends, and why.

`compared.py` prints the page, `compared.py --write` writes it. All numbers are of runs made now; that those of MPICH are
the real ones is what compare.py shows.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

from compare import HERE, RMASIM

ROOT = HERE.parents[1]
PAGE = ROOT / "protocol/ch3/COMPARED.md"
WORLDS = ROOT / "tests/explore/worlds/ch3"

# Why the packets differ, case by case.
WHY = {
    "a": "Mode 1 sends the design's packets. Mode 0 cannot wait: LOCK leaves in the call, the put when the grant is in; UNLOCK rides only if it was called before.",
    "b": "As a: a shared lock costs the same.",
    "c": "The design defers up to 8 operations; mode 1 holds back exactly one. Both answer LOCK and the last operation.",
    "d": "MPICH puts FLUSH on every operation that fetches, so UNLOCK then needs no ACK. The response carries grant and ACK in both.",
    "e": "The ACK of the get covers the put before it. The design asks with UNLOCK.",
    "f": "The same idea: what stands for UNLOCK after NOCHECK is FLUSH here, RMA_DONE there.",
    "g": "The first flush rides with LOCK in both.",
    "h": "In LOCK_ALL LOCK rides in mode 0, too; the put has left when UNLOCK_ALL comes, so UNLOCK goes alone.",
    "i": "No lock, no difference but the names; mode 0 sends FLUSH alone.",
    "j": "The design acknowledges every target and meets in two barriers. MPICH acknowledges nothing: a reduction tells each rank how many origins to wait for, and DECR_AT follows the last operation.",
    "k": "The design's COMPLETE waits for RMA_DONE_ACK. MPICH's DECR_AT is behind the put, packets are in order, and nothing is acknowledged.",
    "l": "The same: a message for each target.",
    "m": "The design defers 8 operations and sends the rest at once; MPICH sends all but one. LOCK rides on the first in mode 1, and costs a packet in the design, where many operations are no single short one.",
    "nL": "MPICH cuts an accumulate into units of 256 KiB; the design sends it whole.",
    "na": "As a.", "nc": "As d.", "nf": "As d.", "ng": "As d.",
    "o": "64 KiB still carry LOCK in MPICH; for the design they are not short, so LOCK goes first.",
    "p": "The design queues requests and answers once, with the grant. MPICH says QUEUED at once and GRANTED later, in mode 0; in mode 1 nobody is queued, since a lock lasts no longer than its operation.",
    "q": "LOCK_ALL locks each target when it is first touched, in both.",
}
HANGS = {
    "cause-1-held": "LOCK_ALL, one target element, mode 1",
    "cause-1-fence": "a fence to two targets, one target element, mode 1",
    "cause-1-scalable": "the scalable fence, mode 1",
    "cause-2": "LOCK_ALL, one target element, mode 0",
    "cause-3": "no room for the data of an operation that waits, mode 1",
    "cause-4": "no entry for a lock request that waits, mode 0",
    "cause-4-own": "no entry for the own lock request",
    "cause-5": "PSCW behind a fence",
    "cause-7": "one operation element for two windows",
    "cause-8": "a shared epoch that ends while the lock is passed on",
    "crash-no-element": "one target element for two windows",
}
KEPT = ("op_pool", "target_pool", "lock_buffer")  # settings that both families have


def result_of(scenario, settings):
    command = [RMASIM, "run", str(scenario), "--format", "json"]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)


def packets(result):
    kinds = result["messages"]["by_kind"]
    return f"{result['messages']['total']}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def case_rows():
    for case, why in sorted(WHY.items(), key=lambda one: (one[0][0], one[0])):
        plain = HERE / "cases" / f"{case}.json"
        about = json.loads(plain.read_text())["about"]
        design = result_of(plain, [])
        one = result_of(plain, ["protocol.family=ch3", "protocol.delay_issuing=true"])
        zero = []
        for schedule in ("early", "late"):
            path = HERE / "cases" / f"{case}.{schedule}.json"
            if path.exists():
                zero.append(f"{schedule} {packets(result_of(path, ['protocol.family=ch3']))}")
        yield [f"## {case}: {about}", "",
               "| | packets | time in ns |", "|---|---|---|",
               f"| New RMA | {packets(design)} | {design['time_ns']:,} |",
               f"| MPICH, mode 1 | {packets(one)} | {one['time_ns']:,} |",
               f"| MPICH, mode 0 | {'; '.join(zero)} | {result_of(plain, ['protocol.family=ch3'])['time_ns']:,} |",
               "", why, ""]


def explored(path):
    done = subprocess.run([RMASIM, "explore", str(path), "--limit", "2000", "--format", "json"], capture_output=True,
                          text=True, cwd=tempfile.gettempdir())
    return json.loads(done.stdout)


def under_the_design(world):
    scenario = json.loads(world.read_text())
    scenario["protocol"] = {key: value for key, value in scenario["protocol"].items() if key in KEPT}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / world.name
        path.write_text(json.dumps(scenario))
        return explored(path)


def orders(found):
    every = "all" if found["exhausted"] else "first"
    return f"{found['failing']:,} of {every} {found['executions']:,}"


def hang_rows():
    yield "| regime | orders in which MPICH fails | how | the design |"
    yield "|---|---|---|---|"
    for name, regime in HANGS.items():
        world = WORLDS / f"{name}.json"
        found, design = explored(world), under_the_design(world)
        how = found["failure"]["what"][0] if found.get("failure") else ""
        yield f"| {regime} | {orders(found)} | {how} | {orders(design)} |"


def page():
    lines = [
        "# What the design sends, and what MPICH sends",
        "",
        "Written by `tests/oracle/compared.py`; do not edit. For developers of MPI libraries: the New RMA design and MPICH 4.0.2's device CH3, which was built after it, run the same programs. Counts of CH3 are those of the packet traces",
        "(`tests/oracle`); times are of the simulator's default platform, without computations between the calls. Mode 1 holds the latest operation back (`delay_issuing`), mode 0 is MPICH's default. Early: the answer is in before the next call; late: it comes in the closing call.",
        "",
    ]
    for rows in case_rows():
        lines += rows
    lines += ["## Where MPICH hangs and the design does not", "",
              "Worlds of two to four ranks (`tests/explore/worlds/ch3`), their orders gone through, 2,000 at most. [SPEC.md](SPEC.md) has the causes.", "",
              *hang_rows(), ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")


if __name__ == "__main__":
    main()
