"""Compares rmasim's family ch3 with the packets of the real MPICH 4.0.2, kind by kind (README.md).

    compare.py                        every run except those of the fixed MPICH and the races of mode 0
    compare.py --mended --tight       all runs
    compare.py --case a --verbose     the differences
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RMASIM = os.environ.get("RMASIM_BINARY", str(HERE.parents[1] / "build/release/rmasim"))

# The requirements of a run in addition to its scenario, by the name of its variation.
SETTINGS = {
    "scal": ["protocol.scalable_fence_ranks=2"],
    "lq1": ["protocol.lock_buffer.operations=1"],
    "ld16": ["protocol.lock_buffer.bytes=16"],
    "ld1k": ["protocol.lock_buffer.bytes=1024"],
}
POOLS = ("op2", "pool2")  # variations that variants of the cases have
# Names of kinds and flags here, where the traces have others.
KINDS = {
    "ACC": "ACCUMULATE",
    "GET_ACC": "GET_ACCUM",
    "GET_ACC_RESP": "GET_ACCUM_RESP",
    "POST": "2s:POST",
    "BARRIER": "2s:BARRIER",
    "IBARRIER": "2s:IBARRIER",
    "REDUCE_SCATTER": "2s:REDUCE_SCATTER",
}
FLAGS = {
    "LOCK.S": "LOCK_SH",
    "LOCK.X": "LOCK_EX",
    "QUEUED": "LQ_DQ",
    "DATA_DISCARDED": "LQ_DD",
    "DISCARDED": "L_DISC",
}


def ours(name):
    """Returns the kind and the set of flags of a packet as rmasim prints it: "PUT+IMMED+LOCK.X"."""
    kind, *flags = name.split("+")
    kind = KINDS.get(kind, kind)
    if "IMMED" in flags:
        flags.remove("IMMED")
        kind += "_IMMED"
    return kind, frozenset(FLAGS.get(flag, flag) for flag in flags)


def theirs(name):
    """Returns the kind and the set of flags of a packet of the traces: "PUT_IMMED[LOCK_EX|UNLOCK]"."""
    kind, _, flags = name.rstrip("]").partition("[")
    return kind, frozenset(flags.split("|") if flags else [])


def counted(packets, read):
    counts = collections.Counter()
    for name, count in packets.items():
        counts[read(name)] += count
    return {packet: count for packet, count in counts.items() if count > 0}


def written(packet):
    kind, flags = packet
    return kind + ("[" + "|".join(sorted(flags)) + "]" if flags else "")


def variation(run):
    """Returns "pool2", "op2", "scal" and the like, or ""."""
    base = run["suffix"].replace(".fixed", "").replace("full", "")
    return "lq1" if base.startswith("lq1") else base


def scenario_of(run):
    """Returns the file of the case and the variant for the schedule of the run, with small pools if the run has them.
    """
    pools = [base] if (base := variation(run)) in POOLS else []
    tight = run["variant"] == "tight" and not pools
    chosen = [] if tight else ["--variant", ".".join([*pools, run["variant"]])]
    return [str(HERE / "cases" / f"{run['case']}.json"), *chosen]


def settings_of(run):
    settings = ["protocol.family=ch3", f"protocol.delay_issuing={'true' if run['mode'] == 1 else 'false'}"]
    settings += SETTINGS.get(variation(run), [])
    return settings + (["protocol.mended=true"] if "fixed" in run["suffix"] else [])


def play(run, extra=()):
    command = [RMASIM, "run", *scenario_of(run), "--format", "json"]
    for setting in [*settings_of(run), *extra]:
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout:
        return "error", {}, done.stderr.strip()
    result = json.loads(done.stdout)
    return result["outcome"], counted(result["messages"]["by_kind"], ours), result.get("cause", "")


def is_exact(run, outcome, have):
    signatures = [counted(one["packets"], theirs) for one in run["signatures"]]
    if not run["hung"]:
        return outcome == "finished" and have in signatures
    return outcome not in ("finished", "error") and (not run["complete"] or have in signatures)


def chosen(options):
    for name, run in json.loads((HERE / "expected.json").read_text()).items():
        races = run["variant"] == "tight" and run["mode"] == 0
        if options.case and run["case"] not in options.case:
            continue
        if ("fixed" in run["suffix"] and not options.mended) or (races and not options.tight):
            continue
        yield name, run


def differences(run, have):
    signatures = [counted(one["packets"], theirs) for one in run["signatures"]]
    for packet in sorted(set(have).union(*signatures), key=written):
        want = sorted({one.get(packet, 0) for one in signatures})
        if have.get(packet, 0) not in want:
            yield f"    {written(packet):45} rmasim {have.get(packet, 0):5}  MPICH {'/'.join(map(str, want)):>5}"


def pair_of(run):
    base = variation(run)
    name = run["case"] + ("." + base if base else "") + (".mended" if "fixed" in run["suffix"] else "")
    return name, run["mode"]


def compare(options):
    """Returns the number of exact (case, mode) pairs, of all pairs, of exact runs and of all runs, and the lines to
    print."""
    runs = list(chosen(options))
    pairs, lines = {}, []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda named: play(named[1]), runs))
    for (name, run), (outcome, have, cause) in zip(runs, results, strict=True):
        exact = is_exact(run, outcome, have)
        pairs.setdefault(pair_of(run), []).append(exact)
        if not exact:
            lines += [f"{name}: {outcome} {cause}".rstrip(), *differences(run, have)]
    good = sum(all(exact) for exact in pairs.values())
    return good, len(pairs), sum(sum(exact) for exact in pairs.values()), len(runs), lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", action="append", help="only this one; may be repeated")
    parser.add_argument("--mended", action="store_true", help="also the runs of the mended MPICH")
    parser.add_argument("--tight", action="store_true", help="also the races of mode 0")
    parser.add_argument("--verbose", action="store_true", help="what differs")
    options = parser.parse_args()
    good, pairs, runs_good, runs, lines = compare(options)
    if options.verbose:
        print("\n".join(lines))
    print(f"{good} of {pairs} (case, mode) exact; {runs_good} of {runs} runs")
    return 0 if good == pairs else 1


if __name__ == "__main__":
    sys.exit(main())
