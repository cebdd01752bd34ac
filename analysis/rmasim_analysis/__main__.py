"""rmasim sweep, tune, check and report: the verbs that make many runs, or a page of their results.

    /usr/bin/python3 -m rmasim_analysis VERB ...        is what `./rmasim VERB ...` runs

Each verb is a package whose module `command` has `ABOUT` (one line of help), `add_arguments(parser)`, and
`carry_out(arguments)`, which returns the exit code.
"""

import argparse
import importlib
import os
import sys

from .errors import BAD_INPUT, INTERNAL_ERROR, BadInput, ProgramFailed

VERBS = ("sweep", "tune", "check", "report")
INTERRUPTED = 130


def parser_of(verbs):
    parser = argparse.ArgumentParser(prog="rmasim", allow_abbrev=False)
    verb_parsers = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, command in verbs.items():
        verb = verb_parsers.add_parser(name, help=command.ABOUT, description=command.ABOUT, allow_abbrev=False)
        command.add_arguments(verb)
    return parser


def main(arguments):
    # Only the wanted verb is imported: importing matplotlib takes longer than a hundred small runs.
    wanted = [arguments[0]] if arguments and arguments[0] in VERBS else VERBS
    verbs = {name: importlib.import_module(f".{name}.command", __package__) for name in wanted}
    parsed = parser_of(verbs).parse_args(arguments)
    try:
        return verbs[parsed.verb].carry_out(parsed)
    except BadInput as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except ProgramFailed as error:
        print(f"rmasim: {error}", file=sys.stderr)
        return INTERNAL_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the pipe, as in `... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # names of files need not be valid UTF-8
    sys.exit(main(sys.argv[1:]))
