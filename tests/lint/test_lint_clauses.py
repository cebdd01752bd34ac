"""The clauses of the memory model: each clause is shown by a test or scenario, and each cited clause exists."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "sequences"))

import memory_clauses  # noqa: E402
from lint_tree import ROOT, expect_none  # noqa: E402


def test_the_memory_model_s_clauses_are_shown_by_scenarios_or_tests():
    shown = memory_clauses.scenarios() | memory_clauses.tests()
    expect_none([f"{clause}: no scenario and no test" for clause in memory_clauses.defined() if clause not in shown])


def test_what_is_cited_of_the_memory_model_exists():
    known = set(memory_clauses.defined())
    assert len(known) == len(memory_clauses.defined())
    files = [path for folder, pattern in (("protocol/memmodel", "**/*.h"), ("protocol/memmodel", "**/*.cpp"),
                                          ("protocol/memmodel", "*.md"), ("sim", "**/*.h"), ("sim", "**/*.cpp"),
                                          ("scenarios", "**/*.json"), ("scenarios", "*.md"), ("tests/memmodel", "*"),
                                          ("tests/sim", "**/*.py"), ("tests/explore", "*.py"))
             for path in sorted((ROOT / folder).glob(pattern)) if path.is_file()]
    expect_none([f"{path.relative_to(ROOT)}: cites {clause}" for path in files
                 for clause in memory_clauses.CLAUSE.findall(path.read_text(encoding="utf-8")) if clause not in known])
