"""An installed header includes only installed headers, because a program that embeds the core has no other headers."""

import re
from pathlib import PurePosixPath

from lint_tree import CPP, ROOT, Source, expect_none, includes, sources

LIST = ROOT / "sim" / "frontend" / "install" / "libraries.cmake"


def words_of(command: str, listing: str) -> list[str]:
    """Returns the header patterns in a CMake command about `public_headers`."""
    arguments = re.search(re.escape(command) + r"\b([^)]*)\)", listing)
    assert arguments, f"{LIST} has no {command}"
    return [word for word in arguments[1].split() if word.endswith((".h", ".inc"))]


def installed(headers: list[Source], listing: str) -> list[Source]:
    # CMake's * does not cross a slash, nor does this match: it compares part by part.
    matched = [header for header in headers
               if any(PurePosixPath(header.path).match(pattern)
                      for pattern in words_of("file(GLOB public_headers", listing))]
    removed = words_of("list(REMOVE_ITEM public_headers", listing)
    return [header for header in matched if header.path not in removed]


def missing(headers: list[Source]) -> list[str]:
    there = {header.path for header in headers}
    return [f'{header.path} is installed, "{target}" that it includes is not'
            for header in headers for target, angle in includes(header) if not angle and target not in there]


def test_an_installed_header_includes_installed_ones():
    headers = installed(sources(*CPP, ".inc"), LIST.read_text(encoding="utf-8"))
    assert len(headers) > 20  # the list was read
    expect_none(missing(headers))


def test_a_header_left_behind_is_named():
    headers = [Source("protocol/a/config.h", '#include "protocol/parts/limit.h"\n'), Source("protocol/base/x.h", "")]
    assert missing(headers) == ['protocol/a/config.h is installed, "protocol/parts/limit.h" that it includes is not']
