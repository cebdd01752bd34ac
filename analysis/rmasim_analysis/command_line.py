"""The common parts of all commands of this package that concern a process: errors, exit codes, signals, standard
streams."""

import signal
import sys
import traceback

from . import signals, terminal
from .errors import BAD_INPUT, INTERNAL_ERROR, SUCCESS, BadInput, Failed


def code_of(main, arguments):
    """Returns the result of `main(arguments)`. After an exception, prints a message and returns its exit code."""
    try:
        return main(arguments)
    except BadInput as error:
        terminal.complain(error)
        return BAD_INPUT
    except Failed as error:
        return failed(error)
    except MemoryError:
        terminal.complain(f"rmasim: found more in {' '.join(arguments)}; allowed: input that fits into memory")
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
    """The name of the Debian package that has the missing module. Debian names packages after their modules."""
    module = error.name.split(".")[0]
    return f"the Python module {module} is not installed; it is in Debian's package python3-{module}"


def location_of(error):
    """The location of the error in this package. If the error is elsewhere, the nearest caller in this package."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "rmasim_analysis" in frame.filename]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else "unknown location"


def finished(code):
    """Flushes all output, then returns the exit code."""
    try:
        terminal.flush()
        return code
    except Failed as error:
        return failed(error)


def failed(error):
    """Prints a message and returns the exit code. If the reader of a pipe has exited, the process ends by SIGPIPE, as
    other programs do."""
    if getattr(error, "reader_has_gone", False):
        signals.end_by(signal.SIGPIPE)
    terminal.complain(f"rmasim: {error}")
    return INTERNAL_ERROR


def run(main):
    """Runs `main(arguments)` as the whole process. `main` returns an exit code, or None for success."""
    terminal.open_streams()  # this call must precede the opening of any file
    signals.catch()
    try:
        code = finished(code_of(main, sys.argv[1:]) or SUCCESS)
    except SystemExit as end:  # argparse raises this exception
        code = finished(end.code)
    terminal.give_up_what_fails()
    sys.exit(code)
