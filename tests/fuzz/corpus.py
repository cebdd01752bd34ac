"""Makes the fuzzer's corpus and dictionary from the scenarios, their tests and the schema.

    tests/fuzz/corpus.py FOLDER     fills FOLDER/corpus and writes FOLDER/dictionary
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "scenario"))
from broken_texts import broken_cases  # noqa: E402

SCHEMA = ROOT / "scenarios" / "schema.json"

# The text after a zero byte: settings, which the fuzzer also evaluates as expressions.
SETTINGS = [
    "protocol.slots=4", "windows.w.bytes=64", "programs[0].calls[0].put.count=3", "name=\"x\"", "ranks=3",
    "platform={\"topology\":\"torus\"}", "(rank + 1) % size", "rank * 8 - (size >> 1) ? min(rank, 3) : random(size)",
    "!rank && ~size | 0x7f ^ abs(-rank) << 2", "9223372036854775807 / -1", "pow(rank, 3) + pow(2, 62)", "2^10",
]
OPERATORS = ["&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "min(", "max(", "abs(", "random(", "?", ":", "\\x00"]
NUMBERS = ["0", "-1", "1", "64", "4096", "4294967296", "9223372036854775807", "-9223372036854775808", "1e308", "0.5"]


def scenarios():
    found = sorted(path for path in (ROOT / "scenarios").rglob("*.json") if path.parent.name != "sweeps")
    found += sorted((ROOT / "tests" / "scenario" / "good").glob("*.json"))
    return [path for path in found if path != SCHEMA]


def words(schema):
    """Yields every key and every constant of the schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (value for value in [*schema.get("enum", []), schema.get("const")] if isinstance(value, str))
        for value in schema.values():
            yield from words(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from words(value)


def entry(text):
    """Returns a line of a libFuzzer dictionary. libFuzzer reads \x00 as a zero byte."""
    return '"' + text.replace('"', '\\"') + '"\n'


def dictionary():
    named = [json.dumps(word) for word in sorted(set(words(json.loads(SCHEMA.read_text()))))]
    return "".join(entry(text) for text in [*named, *OPERATORS, *NUMBERS])


def inputs():
    """Yields the inputs by name: each scenario, each scenario that must be refused, and a scenario that is followed by
    settings."""
    for path in scenarios():
        yield "-".join(path.relative_to(ROOT).parts), path.read_bytes()
    for case in broken_cases():
        yield f"tests-scenario-broken-{case.file}", case.text
    good = (ROOT / "scenarios" / "quickstart.json").read_bytes()
    for number, setting in enumerate(SETTINGS):
        yield f"setting-{number}", good + b"\0" + setting.encode()


def write(folder):
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for name, text in inputs():
        (corpus / name).write_bytes(text)
    (folder / "dictionary").write_text(dictionary())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
