"""The workloads, which are measured with both rmasim and SMPI."""

import json
from dataclasses import dataclass, replace

import measure

SCENARIOS = measure.ROOT / "scenarios/scale"


@dataclass(frozen=True)
class Workload:
    """A scenario of scenarios/scale. If there is an MPI program that does the same under SMPI, the workload has the
    program, too."""

    name: str
    about: str
    iterations: int | None = None  # a fixed number, whatever is requested
    smpi_settings: tuple[str, ...] = ()  # in addition to the common ones

    @property
    def scenario(self):
        return SCENARIOS / f"{self.name}.json"

    @property
    def program(self):
        return self.name.replace("-", "_")

    def times(self, iterations):
        """Returns the number of iterations if `iterations` are requested."""
        return iterations if self.iterations is None else self.iterations


SET_UP = Workload("lock-put", "set-up alone: no iteration", iterations=0)
PUT_FENCE = Workload("put-fence", "put right + fence")
LOCK_PUT = Workload("lock-put", "lock, put, unlock to the right")
LOCK_ALL_RANDOM = Workload("lock-all-random", "lock_all, 8 random puts, flush_all, unlock_all")
PSCW_NEIGHBOURS = Workload("pscw-neighbours", "PSCW with both neighbours")
HALO_FENCE = Workload("halo-fence", "4-neighbour halo (1 KiB) + fence")
BARRIER = Workload("barrier", "dissemination barrier")
SHARED_HALO = Workload("shared-halo", "stores and loads of 128 words in shared windows + fences")
HALO_SENDS = Workload("halo-sends", "4-neighbour halo (1 KiB), sends and receives")


def with_equal_barriers(workload):
    """Returns SMPI's settings for a barrier with P log2 P messages, as in rmasim. SMPI's cheapest barrier is a tree
    with 2 (P - 1) messages."""
    return replace(workload, about=f"{workload.about}; barriers of log2 P rounds",
                   smpi_settings=("--cfg=smpi/barrier:ompi",))


AGAINST_SMPI = [SET_UP, PUT_FENCE, with_equal_barriers(PUT_FENCE), LOCK_PUT, LOCK_ALL_RANDOM, PSCW_NEIGHBOURS,
                HALO_FENCE, with_equal_barriers(HALO_FENCE)]
SCALING = [PUT_FENCE, LOCK_PUT, LOCK_ALL_RANDOM]


def rmasim_command(workload, ranks, iterations):
    """Returns the command line that runs the workload."""
    return [measure.BINARY, "run", workload.scenario, "--format", "json", "--set", f"ranks={ranks}",
            "--set", f"programs[0].calls[0].let.iterations={workload.times(iterations)}"]


def play(workload, ranks, iterations):
    """Runs the workload. Returns its measurement (time and memory) and its result. Raises an error if the run does not
    finish."""
    command = rmasim_command(workload, ranks, iterations)
    took = measure.run_repeatedly(command)
    if not took.finished:
        raise RuntimeError(f"{' '.join(map(str, command))}: {took.ended}\n{took.error}")
    return took, json.loads(took.output)
