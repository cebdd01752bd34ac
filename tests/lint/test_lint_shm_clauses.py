"""The clauses of family shm: each cited clause exists, and each clause is cited by code, tests, scenarios or readings.
"""

import re

from lint_tree import ROOT, expect_none

SPEC = ROOT / "protocol" / "shm" / "SPEC.md"
CLAUSE = re.compile(r"\bSHM-[A-Z]+-\d+\b")
DEFINED = re.compile(r"^- (SHM-[A-Z]+-\d+) ", re.MULTILINE)
CITING = [("protocol/shm", "*.h"), ("protocol/shm", "*.cpp"), ("protocol/shm", "DEVIATIONS.md"), ("sim", "**/*.h"),
          ("sim", "**/*.cpp"), ("tests/unit/protocol", "shm_*.cpp"), ("tests/sim/families", "test_shm.py")]


def defined():
    return DEFINED.findall(SPEC.read_text(encoding="utf-8"))


def citations():
    for folder, pattern in CITING:
        for path in sorted((ROOT / folder).glob(pattern)):
            for clause in CLAUSE.findall(path.read_text(encoding="utf-8")):
                yield str(path.relative_to(ROOT)), clause


def test_no_clause_is_defined_twice():
    clauses = defined()
    expect_none(sorted(clause for clause in set(clauses) if clauses.count(clause) > 1))


def test_what_is_cited_exists():
    known = set(defined())
    assert known
    expect_none([f"{path}: cites {clause}" for path, clause in citations() if clause not in known])


def test_what_exists_is_cited():
    cited = {clause for _, clause in citations()}
    expect_none([f"{clause}: not cited" for clause in defined() if clause not in cited])
