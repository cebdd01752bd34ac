"""Functions that read files, and write them completely or not at all. Their errors name the file."""

import contextlib
import errno
import json
import os
import re
import secrets
import shutil
import stat
import tempfile
from pathlib import Path

from . import signals
from .errors import BadInput, OutputFailed, unreadable
from .old_names import with_new_keys

MAX_BYTES = 1 << 29  # the limit is necessary because a device or a pipe may have no end
BLOCK_BYTES = 1 << 20
LONGEST_START = 200  # the maximum length of a name's part before a suffix
# Texts that `refuse_odd` must check. They have halves of surrogate pairs, long numbers, or large exponents.
ODD = re.compile(r"\\u[dD][89a-fA-F]|\d{19}|\d[eE]\+?\d{3}")
MAX_WHOLE = 2**64


def read_bytes(path):
    found = bytearray()
    try:
        with open(path, "rb") as file:
            while block := file.read(BLOCK_BYTES):
                found += block
                if len(found) > MAX_BYTES:
                    raise BadInput(path, f"more than {MAX_BYTES:,} bytes", "a smaller file")
    except OSError as error:
        raise BadInput(path, unreadable(error), "a file that can be read") from None
    except ValueError:  # the name contains a NUL
        raise BadInput(path, "no name of a file", "a file that can be read") from None
    return bytes(found)


def read_text(path):
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise BadInput(path, "not UTF-8", "a text file that can be read") from None


def read_json(path):
    return with_new_keys(parse_json(read_text(path), path))


def parse_json(text, location):
    """The document in a text. Refuses values that other tools cannot process: numbers beyond 64 bits, and texts that
    are not Unicode."""
    def constant(name):
        raise BadInput(location, name, "JSON, whose numbers are finite")

    try:
        document = json.loads(text, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise BadInput(f"{location}: line {error.lineno}, column {error.colno}", error.msg, "JSON") from None
    except RecursionError:
        raise BadInput(location, "JSON that is nested too deeply", "a few hundred levels") from None
    except ValueError:  # Python limits the number of digits of a number
        raise BadInput(location, "a number with thousands of digits", "numbers of 64 bits") from None
    if ODD.search(text):
        refuse_odd(document, location)
    return document


def refuse_odd(document, location):
    remaining = [document]
    while remaining:
        value = remaining.pop()
        if isinstance(value, dict):
            remaining += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            remaining += value
        elif isinstance(value, str):
            refuse_half_a_character(value, location)
        elif isinstance(value, int) and abs(value) >= MAX_WHOLE:
            raise BadInput(location, f"a number of {len(str(abs(value)))} digits", "numbers of 64 bits")
        elif isinstance(value, float) and value in (float("inf"), float("-inf")):
            raise BadInput(location, "a number that is too large", "numbers in the range of doubles")


def refuse_half_a_character(text, location):
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(location, f"half a character, in {ascii(text)[:60]}", "texts in Unicode") from None


def write_whole(path, contents):
    """Writes a file. `contents` is text or bytes. A regular file is either complete or absent, and keeps its mode. If
    the path is a symbolic link, the file to which it leads is replaced. A device, a FIFO or a pipe is written directly.
    Raises BadInput if the path cannot be written to, and OutputFailed if writing fails later."""
    contents = contents.encode(errors="backslashreplace") if isinstance(contents, str) else contents
    path = Path(path)
    with bad_path(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        found = status_of(path)
    if found and stat.S_ISDIR(found.st_mode):
        raise BadInput(path, "a folder", "the name of a file")
    if found and not stat.S_ISREG(found.st_mode):
        with bad_path(path):
            descriptor = os.open(path, os.O_WRONLY)
        write_all(descriptor, path, contents)
        return
    if found and not os.access(path, os.W_OK):
        raise BadInput(path, os.strerror(errno.EACCES), "a file that can be written")
    target = Path(os.path.realpath(path))
    with unfinished_next_to(target) as unfinished:
        with bad_path(path):
            descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        keep_mode(descriptor, found)
        write_all(descriptor, path, contents)
        with bad_path(path):
            os.replace(unfinished, target)


@contextlib.contextmanager
def unfinished_next_to(path):
    """Yields the name of a new file in the same folder. If the file still exists at the end of the block or of the
    process, it is deleted."""
    unfinished = path.with_name(f"{path.name[:LONGEST_START]}.{secrets.token_hex(4)}.unfinished")
    signals.unfinished.add(unfinished)
    try:
        yield unfinished
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        signals.unfinished.discard(unfinished)


@contextlib.contextmanager
def whole_folder(path, marker):
    """Yields the name of a new folder next to `path`. If the block creates this folder, it becomes `path` at the end of
    the block. After an error, it is deleted. `path` must be absent, an empty folder, or a folder of the same kind,
    which is replaced. A folder of the same kind has a file `marker`."""
    path = Path(path)
    with bad_path(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        refuse_other_folder(path, marker)
        target = Path(os.path.realpath(path))
        if not os.access(target.parent, os.W_OK):
            raise BadInput(path, os.strerror(errno.EACCES), "a folder in a folder that can be written")
    with unfinished_next_to(target) as unfinished, unfinished_next_to(target) as old:
        try:
            yield unfinished
            with bad_path(path):
                if target.exists():
                    os.rename(target, old)
                os.rename(unfinished, target)
        finally:
            for left in (unfinished, old):
                shutil.rmtree(left, ignore_errors=True)


def refuse_other_folder(path, marker):
    if status_of(path) is None:
        return
    if not path.is_dir():
        raise BadInput(path, "a file", "the name of a folder")
    if next(path.iterdir(), None) is not None and not (path / marker).is_file():
        raise BadInput(path, f"a folder with other things and no {marker}", "a new folder, an empty one, or an archive")


@contextlib.contextmanager
def temporary_folder():
    folder = Path(tempfile.gettempdir(), f"rmasim-{secrets.token_hex(8)}")
    signals.unfinished.add(folder)
    try:
        folder.mkdir(0o700)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        signals.unfinished.discard(folder)


@contextlib.contextmanager
def bad_path(path):
    try:
        yield
    except OSError as error:
        raise BadInput(path, error.strerror, "a file in a folder that can be written") from None
    except ValueError:  # the name contains a NUL
        raise BadInput(ascii(str(path)), "no name of a file", "a file in a folder that can be written") from None


def status_of(path):
    """The status of the file, after all symbolic links are followed. None if there is no file."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def keep_mode(descriptor, found):
    if found:
        with contextlib.suppress(OSError):  # only root may change the owner of a file
            os.fchown(descriptor, found.st_uid, found.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(found.st_mode))


def write_all(descriptor, path, contents):
    try:
        with open(descriptor, "wb", buffering=0) as file:
            rest = memoryview(contents)
            while rest:
                rest = rest[file.write(rest):]
    except OSError as error:
        raise OutputFailed(path, error) from None


def refuse_overwriting(inputs, outputs):
    """Raises BadInput if an output is also an input, another output, or the file of a standard stream. The names of the
    file may differ. Both lists have pairs of a description and a path. The path is None for an option that was not
    given. Devices may occur several times."""
    taken = {}
    for what, path in inputs:
        if path is not None and (file := identity(path)) is not None:
            taken.setdefault(file, what)
    for stream, what in ((1, "standard output"), (2, "standard error")):
        with contextlib.suppress(OSError):
            found = os.fstat(stream)
            if stat.S_ISREG(found.st_mode):
                taken.setdefault((found.st_dev, found.st_ino), what)
    for what, path in outputs:
        file = None if path is None else identity(path)
        if file in taken:
            raise BadInput(what, f"{path}, the file of {taken[file]}",
                           "a file that is no other input or output of this command")
        if file is not None:
            taken[file] = what


def identity(path):
    """The identity of a file. None for a file that several writers may use."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return os.path.realpath(path) if "\0" not in str(path) else None
    kept = stat.S_ISREG(found.st_mode) or stat.S_ISFIFO(found.st_mode)
    return (found.st_dev, found.st_ino) if kept else None
