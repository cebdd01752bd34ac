"""What is measured, by rmasim and by SMPI alike."""

import json
from dataclasses import dataclass, replace

import measure

SCENARIOS = measure.ROOT / "scenarios/scale"


@dataclass(frozen=True)
class Workload:
    """A scenario of scenarios/scale and, where there is one, the MPI program that does the same under SMPI."""

    name: str
    about: str
    iterations: int | None = None  # always so many, whatever is asked for
    smpi_settings: tuple[str, ...] = ()  # beside those that all have

    @property
    def scenario(self):
        return SCENARIOS / f"{self.name}.json"

    @property
    def program(self):
        return self.name.replace("-", "_")

    def times(self, iterations):
        """How often it is done where so many iterations are asked for."""
        return iterations if self.iterations is None else self.iterations


SET_UP = Workload("lock-put", "set-up alone: no iteration", iterations=0)
PUT_FENCE = Workload("put-fence", "put right + fence")
LOCK_PUT = Workload("lock-put", "lock, put, unlock to the right")
LOCK_ALL_RANDOM = Workload("lock-all-random", "lock_all, 8 random puts, flush_all, unlock_all")
PSCW_NEIGHBOURS = Workload("pscw-neighbours", "PSCW with both neighbours")
HALO_FENCE = Workload("halo-fence", "4-neighbour halo (1 KiB) + fence")
BARRIER = Workload("barrier", "dissemination barrier")
HALO_SENDS = Workload("halo-sends", "4-neighbour halo (1 KiB), sends and receives")


def with_equal_barriers(workload):
    """SMPI's cheapest barrier is a tree, 2 (P - 1) messages. Here it gets one of P log2 P, which is rmasim's."""
    return replace(workload, about=f"{workload.about}; barriers of log2 P rounds",
                   smpi_settings=("--cfg=smpi/barrier:ompi",))


AGAINST_SMPI = [SET_UP, PUT_FENCE, with_equal_barriers(PUT_FENCE), LOCK_PUT, LOCK_ALL_RANDOM, PSCW_NEIGHBOURS,
                HALO_FENCE, with_equal_barriers(HALO_FENCE)]
SCALING = [PUT_FENCE, LOCK_PUT, LOCK_ALL_RANDOM]


def rmasim_command(workload, ranks, iterations):
    """The command line that plays it."""
    return [measure.BINARY, "run", workload.scenario, "--format", "json", "--set", f"ranks={ranks}",
            "--set", f"programs[0].calls[0].let.iterations={workload.times(iterations)}"]


def play(workload, ranks, iterations):
    """(what it took, the result of the run); a run that does not finish is an error."""
    command = rmasim_command(workload, ranks, iterations)
    took = measure.run_repeatedly(command)
    if not took.finished:
        raise RuntimeError(f"{' '.join(map(str, command))}: {took.ended}\n{took.error}")
    return took, json.loads(took.output)
