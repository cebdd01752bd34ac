"""The input files of `rmasim run`. A file is a scenario, or names an MPI program instead of a scenario's programs. The
key "exec" then has a program that `rmasim cc` has built, and its arguments."""

from pathlib import Path


def can_run(document):
    return isinstance(document, dict) and ("programs" in document or "exec" in document)


def file_of_program(path, document):
    """The MPI program of the file at `path`. None if the file names no MPI program."""
    words = document.get("exec") if isinstance(document, dict) else None
    return Path(path).parent / words[0] if isinstance(words, list) and words and isinstance(words[0], str) else None
