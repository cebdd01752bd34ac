"""Scenarios of messages and collective calls that tests of all families share."""

import json
import struct

from rmasim_runner import rmasim, write_scenario

ALL_EAGER, ALL_LONG = 2**31 - 1, 0
WORD = 8


def require(condition):
    """Ends the run with an error if the condition is false."""
    return {"let": {"z": f"1 / ({condition})"}}


def scenario(tmp_path, family, *programs, eager_bytes=ALL_EAGER, **members):
    """Writes a scenario with a program for each rank."""
    shared = family == "shm"
    return write_scenario(tmp_path, ranks=len(programs), windows={"w": {"bytes": 64, "shared": shared}},
                          platform={"ranks_per_node": len(programs) if shared else 1},
                          protocol={"family": family, "message_eager_bytes": eager_bytes},
                          programs=[{"ranks": str(rank), "calls": calls} for rank, calls in enumerate(programs)],
                          **members)


def results_of(folder, path, ranks, *options):
    """Returns the counts of packets, and the words of each rank's window."""
    memory = folder / "memory"
    finished = rmasim("run", path, "--format", "json", "--check-invariants", "--memory", memory, *options)
    assert finished.returncode == 0, finished.stderr
    text = memory.read_bytes()
    part = len(text) // ranks
    words = [list(struct.unpack(f"{part // WORD}q", text[rank * part:(rank + 1) * part])) for rank in range(ranks)]
    return json.loads(finished.stdout)["messages"]["by_kind"], words
