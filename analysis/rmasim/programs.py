"""Runs of MPI programs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

from rmasim_analysis.errors import ProgramFailed
from rmasim_analysis.program import find_program, judged, run_of, setting_arguments

from .result import Result


def exec(program: Union[str, "os.PathLike[str]"], *arguments: object, ranks: int = 1, family: Optional[str] = None,
         set: Optional[Mapping[str, Any]] = None, seed: Optional[int] = None, check_invariants: bool = False,
         semantics: Optional[str] = None, trace: Union[str, "os.PathLike[str]", None] = None,
         breakdown: Union[str, Sequence[str]] = ()) -> Result:
    """Runs an MPI program that `rmasim cc` has built, in a separate process. Its one-sided calls are simulated.

    `arguments` are the arguments of the MPI program. `family`: the protocol family. The other parameters have the same
    meaning as in `run`. The MPI program's output is on standard error and in the result's `complaints`.

        rmasim.exec("./halo", 1000, ranks=64, set={"protocol.slots": 2}).by_kind

    Raises BadInput if the program or one of its calls is refused. Raises ProgramFailed if there is no result, for
    example after MPI_Abort.
    """
    simulator = find_program()
    settings = dict(set or {})
    command = [simulator, "exec", "-n", str(ranks), "--format", "json", *setting_arguments(settings)]
    if family is not None:
        command += ["--family", family]
    if seed is not None:
        command += ["--seed", str(seed)]
    if check_invariants:
        command.append("--check-invariants")
    for option, value in (("--semantics", semantics), ("--trace", trace)):
        if value is not None:
            command += [option, os.fspath(value)]
    for one in [breakdown] if isinstance(breakdown, str) else breakdown:
        command += ["--breakdown", one]
    try:
        done = subprocess.run([*command, os.fspath(program), *map(str, arguments)], capture_output=True, check=False)
    except OSError as error:
        raise ProgramFailed(f"{simulator}: {error.strerror}") from None
    run = judged(run_of(simulator, (done.returncode, done.stdout, done.stderr, 0.0)), program, settings)
    return Result(run.result, run.exit_code, run.complaints)
