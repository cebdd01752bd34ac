#!/usr/bin/python3
"""The words of GLOSSARY.md: old words in C++ and Python names, sentences that CONTRIBUTING.md ("Words") refuses.

    tests/lint/vocabulary.py      # prints all findings, and how many there are of each kind
"""

import ast
import re
from collections import Counter

from lint_tree import CPP, TOKEN, Source, all_files, code_only

# Parts of names, as they stand between underscores and capitals: what they are called now.
OLD_WORDS = {
    "place": "location, comm_rank, index, slot, address", "places": "locations, comm_ranks, indices, slots, addresses",
    "told": "released, reported", "tell": "release, report", "tells": "releases, reports", "untold": "unjournaled",
    "learn": "acquire", "learns": "acquires", "learned": "acquired",
    "came": "created, started, received", "went": "continued, freed", "goes": "continues, is freed",
    "beside": "concurrent, next to", "mended": "fixed", "lacks": "unsupported_reason", "lacking": "missing",
    "least": "min", "fate": "choice", "meetings": "match_graph", "standstill": "pause, stall",
    "sharers": "process_count_on_host",
}
# Whole names that had another meaning.
OLD_NAMES = {
    "Accounting": "CostAccounting", "Due": "TimedEvent", "Incoming": "RemotePacketSink", "Notice": "CompletionNotice",
    "play_rare": "handle_rare_event", "play_by_node": "run_by_node_slices", "take_in": "handle_packet",
    "is_missed": "waits_because_of_loss", "spoilt": "faulty",
}
MOST = re.compile(r"(?:most|MOST)_\w+")
AT_HAND = re.compile(r"(?:\w+_)?at_hand(?:_\w*)?")

# A name that keeps an old word, and the reason. At most 20.
EXCEPTIONS = {
    "most_common": "Python's Counter.most_common",
    "most_active_levels": "max_active_levels is OpenMP's function",
    "at_least": "a lower limit in words: at_least_one_element",
    "least_recently": "least recently used, of caches",
    "put_last_in_place": "sorting in place",
    "MPI_IN_PLACE": "MPI's",
    "MENDED": "tests/mpi/races: the right twin of a wrong program",
    "mended": "the same; the old name of the setting `fixed` until 0.4.0",
    "goes_on": "OtherCallState: goes with SMPI",
    "RMASIM_GOES_ON_TO_SMPI": "goes with SMPI",
}
assert len(EXCEPTIONS) <= 20

# What a comment or a page must not say, and what to say instead.
PHRASES = {
    r"\bheld against\b": "compared with",
    r"\b(?:is|are|was|be|been) told (?:of|that|what|by)\b": "is reported, receives",
    r"\bstands? in for\b|\bstands? against\b": "replaces, is incompatible with",
    r"\bmends?\b": "fixes",
    r"\b(?:goes|go|went) on\b": "continues",
    r"\bin place of\b": "instead of",
    r"\bat hand\b": "current, available",
    r"\bno longer\b[^.]*\bbut\b": "say what is",
    r"\bthere is not\b|\bthat there is no\b": "no ..., without ...",
    r"\b(?:knows|believes) (?:of|that|what|which|who)\b": "records, has, requires",
    r"\bby place\b": "by index, by rank",
    r"\bbeside\b": "concurrent with, next to, in addition to",
}
PHRASE = re.compile("|".join(f"(?:{pattern})" for pattern in PHRASES), re.IGNORECASE)
BEGINS = re.compile(r"(?:Of|What|Which|Whether|How|Who|Whose|Likewise)\b(?![^.]*\?)(?: |$)")
QUOTED = re.compile(r'"[^"]*"|`[^`]*`')
PROSE_PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "protocol/README.md",
               "protocol/ADDING.md", "protocol/decisions/")
# Sources quoted here keep their words.
QUOTES = ("CONTRIBUTING.md", "GLOSSARY.md", "tests/lint/vocabulary.py", "tests/lint/test_lint_vocabulary.py")
CHECKED = ("protocol/", "sim/", "tests/")
NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
NAME = re.compile(r"[A-Za-z_]\w*")
TEST_NAME = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(.*")  # a sentence


def old_words_of(name: str) -> list[str]:
    """Returns the old words in a name, each with the word that replaces it."""
    if name in EXCEPTIONS:
        return []
    if name in OLD_NAMES:
        return [f"{name}: say {OLD_NAMES[name]}"]
    if MOST.fullmatch(name):
        return [f"{name}: say max"]
    if AT_HAND.fullmatch(name):
        return [f"{name}: say current, available"]
    if any(exception in name for exception in EXCEPTIONS):
        return []
    return [f"{name}: say {OLD_WORDS[part.lower()]}" for part in NAME_PART.findall(name) if part.lower() in OLD_WORDS]


def names_in(source: Source) -> dict[str, int]:
    """Returns the names in a file, each with the first line that has it."""
    if source.suffix in CPP:
        found: dict[str, int] = {}
        for number, line in enumerate(code_only(source.text).split("\n"), 1):
            for name in NAME.findall(TEST_NAME.sub("", line)):
                found.setdefault(name, number)
        return found
    return python_names(source.text)


def python_names(text: str) -> dict[str, int]:
    """Returns the names in Python code, except names of tests, which are sentences."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(text)):
        for field in ("name", "id", "attr", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str) and hasattr(node, "lineno") and not name.startswith("test_"):
                found.setdefault(name, node.lineno)
    return found


def old_names(files: list[Source]) -> list[str]:
    return [f"{file.path}:{line}: {said}" for file in files if file.path not in QUOTES
            for name, line in names_in(file).items() for said in old_words_of(name)]


def comments(source: Source) -> list[tuple[int, str]]:
    """Returns the comments of a C++ file as (line, text). Comments on neighbouring lines are joined."""
    found: list[tuple[int, str]] = []
    last = -1
    for token in TOKEN.finditer(source.text):
        if not token.group().startswith("//"):
            continue
        line = source.text.count("\n", 0, token.start()) + 1
        begins_line = not source.text[source.text.rfind("\n", 0, token.start()) + 1:token.start()].strip()
        text = token.group().removeprefix("//").strip()
        if begins_line and line == last + 1 and found:
            found[-1] = (found[-1][0], found[-1][1] + " " + text)
        else:
            found.append((line, text))
        last = line if begins_line else -1
    return found


def odd_sentences(files: list[Source]) -> list[str]:
    found = []
    for file in files:
        if file.path in QUOTES:
            continue
        said = comments(file) if file.suffix in CPP else list(enumerate(file.lines, 1))
        for line, text in said:
            if file.suffix in CPP and (begins := BEGINS.match(text)):
                found.append(f"{file.path}:{line}: begins with \"{begins.group().strip()}\": say the noun")
            found += [f"{file.path}:{line}: \"{hit.group()}\": say {instead_of(hit.group())}"
                      for hit in PHRASE.finditer(QUOTED.sub("", text))]
    return found


def instead_of(phrase: str) -> str:
    return next(say for pattern, say in PHRASES.items() if re.fullmatch(pattern, phrase, re.IGNORECASE))


def checked_code() -> list[Source]:
    return [file for file in all_files() if file.path.startswith(CHECKED) and file.suffix in CPP
            and not file.path.startswith(("sim/frontend/play/libcxx", "tests/oracle/", "tests/mpi/races/"))]


def checked_python() -> list[Source]:
    return [file for file in all_files() if file.suffix == ".py" and file.path.startswith(("analysis/", "tests/"))]


def checked_pages() -> list[Source]:
    return [file for file in all_files() if file.suffix == ".md" and file.path.startswith(PROSE_PAGES)]


if __name__ == "__main__":
    kinds = {"old words in names of C++": old_names(checked_code()), "in Python": old_names(checked_python()),
             "sentences in comments": odd_sentences(checked_code()),
             "sentences in pages": odd_sentences(checked_pages())}
    for hits in kinds.values():
        print("\n".join(hits))
    for kind, hits in kinds.items():
        words = Counter(hit.split(": say")[0].split(": ", 1)[1].split('"')[1 if '"' in hit else 0] for hit in hits)
        print(f"{kind}: {len(hits)}", dict(words.most_common(12)))
