"""Every rule of the checker has a planted fault of its own.

A rule is a message that sim/checkers/invariants can report. The test reads the rules from the sources, so a new rule
cannot be forgotten. A test in tests/unit/checkers/check_*_test.cpp must expect exactly that message. It can get the
message only by planting the fault."""

import re

from lint_tree import ROOT, expect_none

STRING = r'"(?:[^"\\]|\\.)*"'
STRINGS = rf"{STRING}(?:\s*{STRING})*"
# findings_.add(Invariant::x, "...", and the functions that word a rule for several callers.
REPORT = re.compile(rf"findings_\.add\(\s*Invariant::\w+,\s*({STRINGS})")
WORDED_BY_CALLERS = {
    "{} is not applied when {}": re.compile(rf"not_applied\([^;]*?(?:fmt::format\(|\],)\s*({STRINGS})"),
    "request {} of rank {} is {}": re.compile(rf"require\(State::\w+,\s*({STRINGS})"),
}


def joined(strings: str) -> str:
    return "".join(part[1:-1] for part in re.findall(STRING, strings))


def rules() -> dict[str, str]:
    """Returns the rules: for each message, the file that contains it."""
    found = {}
    for source in sorted((ROOT / "sim/checkers/invariants").glob("*.*")):
        text = source.read_text()
        for match in REPORT.finditer(text):
            found[joined(match[1])] = source.name
        for general, by_callers in WORDED_BY_CALLERS.items():
            for match in by_callers.finditer(text):
                found[general.removesuffix("{}") + joined(match[1])] = source.name
    return {message: name for message, name in found.items() if message not in WORDED_BY_CALLERS}


def expected_messages() -> list[str]:
    """Returns all texts that the tests of the checker expect. Adjacent strings are joined, and expressions between them
    are removed."""
    messages = []
    for source in sorted((ROOT / "tests/unit/checkers").glob("check_*_test.cpp")):
        text = source.read_text()
        constants = dict(re.findall(rf"const char\* const (\w+) =\s*({STRING})", text))
        constants |= dict(re.findall(rf"constexpr const char\* (\w+) =\s*({STRING})", text))
        for name, value in constants.items():
            text = re.sub(rf"(?:std::string\()?\b{name}\b\)?(?!\s*=)", lambda _, value=value: value, text)
        text = re.sub(r"\s\+\s[\w:.()\[\]? ]+\s\+\s", ' "x" ', text)
        text = re.sub(rf"({STRING})\s\+\s(?={STRING})", r"\1 ", text)
        messages += [joined(match[0]) for match in re.finditer(STRINGS, text)]
    return messages


def pattern(message: str) -> re.Pattern:
    parts = [re.escape(part) for part in re.split(r"\{[^}]*\}", message)]
    return re.compile(".*".join(parts) + "$")


def test_the_rules_are_found():
    assert len(rules()) > 30  # by their messages; the patterns above would miss another way of reporting


def test_every_rule_has_a_planted_fault():
    expected = expected_messages()
    expect_none([f"{name}: no test plants a fault for \"{message}\"" for message, name in rules().items()
                 if not any(pattern(message).search(one) for one in expected)])


def test_a_rule_without_a_fault_would_be_seen():
    assert not any(pattern("rank {} forgets the lock of rank {}").search(one) for one in expected_messages())
