"""The manifest identifies a sweep. The runs in a folder belong to a sweep if the folder's manifest is the sweep's
manifest.
"""

import hashlib
import json
from itertools import islice
from pathlib import Path

from ..files import read_json
from ..fingerprint import digest_of
from ..program_file import file_of_program
from ..variants import document_of

FORMAT = 1  # the format of the journal; it must be increased if the meaning of a figure changes
MODULE = "librmasim_simgrid.so"  # a file in the program's folder


def manifest_of(sweep, plan, program):
    """The manifest. It has texts and numbers by name."""
    return {"format": FORMAT, "name": sweep.name, "runs": len(plan), "plan": digest_of_plan(plan),
            "settings": sweep.fixed, **variant_in(sweep)} | fingerprints(sweep, program)


def variant_in(sweep):
    """The manifest's member for the variant. Empty if the runs are not of a variant."""
    return {"variant": sweep.variant} if sweep.variant else {}


def fingerprints(sweep, program):
    """Fingerprints of the files on which runs depend. They depend on the contents and not on the paths, so that a sweep
    can be moved."""
    return {"scenario": digest_of([sweep.scenario, *sweep.patches, *other_files(sweep)]),
            "program": digest_of(file for file in (Path(program), Path(program).with_name(MODULE)) if file.exists())}


def digest_of_plan(plan):
    whole = hashlib.sha256()
    points = iter(range(len(plan)))
    while some := list(islice(points, 1000)):
        whole.update(json.dumps([plan[number] for number in some]).encode())
    return whole.hexdigest()


def other_files(sweep):
    """The platform's file and the MPI program, if the scenario names them."""
    scenario = document_of(read_json(sweep.scenario), sweep.variant)
    mpi_program = file_of_program(sweep.scenario, scenario)
    platform = scenario.get("platform") if isinstance(scenario, dict) else None
    file = platform.get("file") if isinstance(platform, dict) else None
    files = [sweep.scenario.parent / file] if isinstance(file, str) and file else []
    return files if mpi_program is None else [*files, mpi_program]
