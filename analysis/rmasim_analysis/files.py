"""Reading files, with errors that name the file, and writing them atomically."""

import contextlib
import json
import os
import secrets
from pathlib import Path

from .errors import BadInput


def read_text(path):
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, getattr(error, "strerror", None) or "not UTF-8", "a text file that can be read") from None


def read_json(path):
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}: line {error.lineno}, column {error.colno}", error.msg, "JSON") from None


def write_whole(path, contents):
    """Atomically: writes `contents` (text or bytes) under a unique name in the same folder, then renames that file."""
    path = Path(path)
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        os.replace(unfinished, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise BadInput(path, error.strerror, "a file in a folder that can be written") from None
