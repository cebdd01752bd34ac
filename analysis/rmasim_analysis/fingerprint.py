"""Fingerprints of files. They depend on the contents of a file, not on its path."""

import hashlib
from pathlib import Path

from .errors import BadInput, unreadable


def digest_of(files):
    whole = hashlib.sha256()
    for file in files:
        try:
            whole.update(hashlib.sha256(Path(file).read_bytes()).digest())
        except OSError as error:
            raise BadInput(file, unreadable(error), "a file that can be read") from None
    return whole.hexdigest()
