"""Runs our MPI programs under SimGrid's SMPI, with the fastest settings we found for it."""

import pathlib
import shutil
import subprocess

import measure

PROGRAMS = pathlib.Path(__file__).parent / "smpi"

# Each setting makes SMPI faster or smaller. At 256 ranks its default collectives cost hundreds of times more.
SETTINGS = [
    "--log=root.thres:warning",
    "--cfg=contexts/factory:raw",  # the fastest one
    "--cfg=contexts/stack-size:16",  # KiB; the programs keep nothing large on the stack
    "--cfg=smpi/simulate-computation:no",  # do not measure the programs' computation
    "--cfg=smpi/coll-selector:ompi",
    "--cfg=smpi/barrier:ompi_tree",  # 2 (P - 1) messages; the selector's has P log2 P, 3 to 5 times the CPU at 4,096
    "--cfg=network/crosstraffic:0",  # in rmasim's loggp model acknowledgements do not slow data down either
]

# The same machine as in the scenarios: half the latency on the uplink, half on the downlink, no backbone.
PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node" suffix="" radical="0-{last}" speed="1Gf" bw="100Gbps" lat="500ns"
           sharing_policy="SPLITDUPLEX"/>
</platform>
"""


def is_installed():
    return shutil.which("smpicc") is not None and shutil.which("smpirun") is not None


def compiled(folder):
    """Compiles every program into `folder`. Returns None if SMPI is not installed."""
    if not is_installed():
        return None
    folder = pathlib.Path(folder)
    for source in sorted(PROGRAMS.glob("*.c")):
        subprocess.run(["smpicc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{measure.ROOT}",
                        "-o", folder / source.stem, source], check=True)
    return folder


def machine(folder, ranks):
    """Writes a platform file and a host file to `folder`. Each rank has a node of its own."""
    platform, hosts = folder / f"platform-{ranks}.xml", folder / f"hosts-{ranks}"
    platform.write_text(PLATFORM.format(last=ranks - 1))
    hosts.write_text("".join(f"node{rank}\n" for rank in range(ranks)))
    return platform, hosts


def smpi_command(folder, workload, ranks, iterations, settings=()):
    """Returns the command line that runs `workload`, which was compiled in `folder`."""
    platform, hosts = machine(folder, ranks)
    # The programs have no globals, so SMPI need not keep a copy of them for each rank.
    return ["smpirun", "-np", ranks, "-platform", platform, "-hostfile", hosts, "-no-privatize", *SETTINGS,
            *workload.smpi_settings, *settings, folder / workload.program, workload.times(iterations)]


def play(folder, workload, ranks, iterations, cpu_limit_s, settings=()):
    """Runs the workload, and returns its measurement however the run ends."""
    took = measure.run_repeatedly(smpi_command(folder, workload, ranks, iterations, settings), cpu_limit_s)
    if took.finished and f"finished {ranks} ranks" not in took.output:
        raise RuntimeError(f"smpirun has not run {workload.program}: {took.output}{took.error}")
    return took
