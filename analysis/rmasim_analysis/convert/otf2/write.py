"""rmasim convert otf2: reads the trace, and writes the archive completely or not at all."""

from ctypes import ArgumentError

from ...errors import BadInput, OutputFailed
from ...files import whole_folder
from ...trace_file import SELECTION, load, part_words
from .slices import WANTED

ANCHOR = "traces.otf2"
MODULE = "the Python package otf2 (apt-get install python3-otf2 python3-six)"


def write_otf2(path, folder):
    """Writes the archive. Returns the numbers of ranks, calls and packets in it."""
    writer = require_otf2()
    trace = load(path)
    if not trace.mpi_names:
        raise BadInput(path, "a trace of an older version, without the arguments of calls", WANTED)
    refuse_part(trace, path)
    with whole_folder(folder, ANCHOR) as unfinished:
        try:
            writer.write_archive(trace, unfinished, path)
        except writer.failed as error:
            raise OutputFailed(folder, OSError(str(error))) from None
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, ArgumentError) as error:
            raise BadInput(path, f"an incomplete trace ({error!r})", WANTED) from None
    return len(trace.ranks), len(trace.all_calls), len(trace.messages)


def refuse_part(trace, path):
    """Refuses a partial trace. The archive needs all ranks of a collective call, the calls that created a request, and
    both ends of a packet."""
    missing = set(trace.selection) - {"kinds"}
    if not {"calls", "packets"} <= set(trace.selection.get("kinds", ("calls", "packets"))):
        missing.add("kinds")
    if missing:
        options = " and ".join(sorted({SELECTION[one] for one in missing}))
        raise BadInput(path, f"a part of a trace ({part_words(trace.selection)})",
                       f"a trace with all calls and packets, without {options}")


def require_otf2():
    """Returns the module that writes OTF2. Raises BadInput if Python's otf2 is not installed."""
    try:
        from . import archive
    except ImportError:
        raise BadInput("convert otf2", "no otf2", MODULE) from None
    return archive
