"""Generates protocol/memmodel/CLAUSES.md: the scenarios, tests and mutants that show each clause of its SPEC.md.

A scenario of scenarios/semantics, or a variant of such a scenario, shows the clauses that its `about` names. A C++ test
shows the clauses in the comment above the test, and a Python test the clauses in its docstring. A mutant breaks the
clause that its entry in mutants.json names, and the memmodel tests find the mutant.
"""

import ast
import json
import pathlib
import re
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT / "protocol/memmodel/SPEC.md"
PAGE = ROOT / "protocol/memmodel/CLAUSES.md"
CLAUSE = re.compile(r"\bMM-[A-Z]+-[0-9]+")
CPP_TEST = re.compile(r"((?:^//.*\n)+)TEST(?:_F|_P)?\((\w+), (\w+)\)", re.MULTILINE)


def defined() -> list[str]:
    return re.findall(r"^- (MM-[A-Z]+-[0-9]+) ", SPEC.read_text(encoding="utf-8"), re.MULTILINE)


def link(name: str, path: pathlib.Path) -> str:
    return f"[{name}](../../{path.relative_to(ROOT)})"


def scenarios() -> dict[str, list[str]]:
    shown = defaultdict(list)
    folder = ROOT / "scenarios/semantics"
    for path in sorted(folder.glob("**/*.json")):
        name, scenario = str(path.relative_to(folder).with_suffix("")), json.loads(path.read_text(encoding="utf-8"))
        descriptions = {name: scenario["about"]}
        descriptions |= {f"{name}:{one['name']}": one.get("about", scenario["about"])
                         for one in scenario.get("variants", ())}
        for who, about in descriptions.items():
            for clause in CLAUSE.findall(about):
                shown[clause].append(link(who, path))
    return shown


def tests() -> dict[str, list[str]]:
    shown = defaultdict(list)
    for path in sorted((ROOT / "tests/memmodel").glob("*.cpp")):
        for comment, suite, name in CPP_TEST.findall(path.read_text(encoding="utf-8")):
            for clause in CLAUSE.findall(comment):
                shown[clause].append(link(f"{suite}.{name}", path))
    for path in sorted(path for folder in ("mpi", "sim") for path in (ROOT / "tests" / folder).rglob("test_*.py")):
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                for clause in CLAUSE.findall(ast.get_docstring(function) or ""):
                    shown[clause].append(link(function.name, path))
    return shown


def mutants() -> dict[str, list[str]]:
    broken = defaultdict(list)
    for mutant in json.loads((ROOT / "tests/memmodel/mutants.json").read_text(encoding="utf-8"))["mutants"]:
        if mutant["name"].startswith("reference_"):  # mutants of the reference model
            continue
        broken[mutant["clause"]].append(mutant["name"])
    return broken


def page() -> str:
    by_scenario, by_test, by_mutant = scenarios(), tests(), mutants()
    rows = [f"| {clause} | {', '.join(by_scenario.get(clause, []))} | {', '.join(by_test.get(clause, []))}"
            f" | {', '.join(by_mutant.get(clause, []))} |" for clause in defined()]
    return "\n".join([
        "# Clauses, scenarios, tests", "",
        "Written by `tests/sequences/clauses.py` from [SPEC.md](SPEC.md) and from the descriptions of scenarios, tests",
        "and mutants; do not edit. A scenario has the outcome of its `expect`, under the memory model that it names.",
        "Each mutant breaks its clause, and the tests of `tests/memmodel` find the mutant.", "",
        "| clause | scenarios | tests | mutants |", "|---|---|---|---|", *rows]) + "\n"
