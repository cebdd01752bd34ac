"""The common parts of all commands of this package as processes: errors, exit codes, signals, standard streams."""

import signal
import sys
import traceback

from . import signals, terminal
from .errors import BAD_INPUT, INTERNAL_ERROR, SUCCESS, BadInput, Failed


def code_of(main, arguments):
    """Returns the result of `main(arguments)`, or the exit code for an exception, after a message."""
    try:
        return main(arguments)
    except BadInput as error:
        terminal.complain(error)
        return BAD_INPUT
    except Failed as error:
        return failed(error)
    except MemoryError:
        terminal.complain(f"rmasim: found more in {' '.join(arguments)}; allowed: what fits into memory")
        return BAD_INPUT
    except OSError as error:
        terminal.complain(f"rmasim: {error}")
        return INTERNAL_ERROR
    except ModuleNotFoundError as error:
        terminal.complain(f"rmasim: {missing_module(error)}")
        return INTERNAL_ERROR
    except Exception as error:
        terminal.complain(f"rmasim: internal error: {type(error).__name__}: {error} ({location_of(error)})")
        return INTERNAL_ERROR


def missing_module(error):
    """The missing module's Debian package. Debian names packages after the modules."""
    module = error.name.split(".")[0]
    return f"the Python module {module} is not installed; it is in Debian's package python3-{module}"


def location_of(error):
    """The location in this package that is nearest to the error."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "rmasim_analysis" in frame.filename]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else "unknown location"


def finished(code):
    """Returns the exit code after all output has been written."""
    try:
        terminal.flush()
        return code
    except Failed as error:
        return failed(error)


def failed(error):
    """Returns the exit code after a message. If the reader of a pipe has exited, the process ends by SIGPIPE like any
    other."""
    if getattr(error, "reader_has_gone", False):
        signals.end_by(signal.SIGPIPE)
    terminal.complain(f"rmasim: {error}")
    return INTERNAL_ERROR


def run(main):
    """Runs `main(arguments)`, which returns an exit code or None for success, as the whole process."""
    terminal.open_streams()  # before any other file is opened
    signals.catch()
    try:
        code = finished(code_of(main, sys.argv[1:]) or SUCCESS)
    except SystemExit as end:  # raised by argparse
        code = finished(end.code)
    terminal.give_up_what_fails()
    sys.exit(code)
