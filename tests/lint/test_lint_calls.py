"""Calls inside a protocol family: neither the calls between its files nor the includes form a cycle.

In this test a file is a header together with its source, named by their path without the suffix. A header may declare
functions of all sources of its folder. A reader can read the files one by one, each after the files that it calls.
"""

import re
from functools import cache

import pytest
from lint_tree import CPP, ROOT, Function, Source, code_only, expect_none, family_names, functions, includes, sources

FAMILIES = [f"protocol/{name}" for name in family_names()]

# Cycles that belong to a design: the files of each, and why it stays. First try to move a function, to pass a callable
# down, or to let the facade do the second half.
DECLARED: dict[frozenset[str], str] = {
    frozenset({"protocol/shm/accumulate", "protocol/shm/engine"}):
        "One small class in two files: accumulates are long enough for a file, and use the engine's memory barriers.",
}

CALL = re.compile(r"(?P<way>\.|->)?\s*(?P<scope>(?:\w+::)*)\b(?P<name>\w+)\s*(?:<[^<>;(){}]*>)?\(")

Graph = dict[str, set[str]]


def unit_of(path: str) -> str:
    return path.rsplit(".", 1)[0]


class Definitions:
    """The files in which functions are defined, by the name of the function."""

    def __init__(self, files: list[Source]):
        self.includes = include_graph(files)
        self.visible = {unit: reachable(self.includes, unit) | {unit} for unit in self.includes}
        self.free: dict[str, set[str]] = {}  # functions that a header declares for other files
        self.declaring: dict[tuple[str, str], set[str]] = {}  # the headers of these, by file and name
        self.members: dict[tuple[str, str], set[str]] = {}
        self.declared_in: dict[str, set[str]] = {}  # of a class: the headers it is in
        headers = {unit_of(file.path): code_only(file.text) for file in files if file.suffix == ".h"}
        for unit, text in headers.items():
            for name in re.findall(r"\b(?:class|struct) (\w+)[^;(){}]*\{", text):
                self.declared_in.setdefault(name, set()).add(unit)
        self.all = [(unit_of(file.path), function) for file in files for function in functions(file.text)]
        self.here = {(unit, function.name) for unit, function in self.all}
        for unit, function in self.all:
            name = function.name.rpartition("::")[2]
            if function.owner:
                self.members.setdefault((function.owner, name), set()).add(unit)
                continue
            folder = unit.rpartition("/")[0]
            declaration = re.compile(rf"(?<!\breturn)(?<=[\w>&*]) {re.escape(name)}\(")
            declaring = {header for header, text in headers.items() if header.rpartition("/")[0] == folder
                         and header in self.visible[unit] and declaration.search(text)}
            if declaring:
                self.free.setdefault(name, set()).add(unit)
                self.declaring[unit, name] = declaring
        # Worlds call these through the base class; inside the family the same name means something else.
        self.overriding = set(re.findall(r"\b(\w+)\([^;{}]*\)[^;{}()]*\boverride\b", "\n".join(headers.values())))

    def called(self, unit: str, caller: Function, call: re.Match) -> set[str]:
        """Returns the units that a call may lead to. If the type of the object is unknown, these are all units with a
        member of this name."""
        name, scope = call["name"], call["scope"].removesuffix("::").rpartition("::")[2]
        if call["way"]:
            owners = [] if name in self.overriding else [owner for owner, member in self.members if member == name]
        else:
            owners = [owner for owner in (scope or caller.owner,) if (owner, name) in self.members]
        if owners or call["way"]:
            return set().union(*(self.members[(owner, name)] for owner in owners if self.sees_class(unit, owner)))
        if (unit, name) in self.here:
            return {unit}
        return {other for other in self.free.get(name, set()) if self.declaring[other, name] & self.visible[unit]}

    def sees_class(self, unit: str, owner: str) -> bool:
        return bool(self.declared_in.get(owner, set()) & self.visible[unit])


def call_graph(files: list[Source]) -> Graph:
    definitions = Definitions(files)
    graph: Graph = {unit: set() for unit in definitions.includes}
    for unit, function in definitions.all:
        for call in CALL.finditer(function.body):
            units = definitions.called(unit, function, call)
            if unit not in units:
                graph[unit] |= units
    return graph


def include_graph(files: list[Source]) -> Graph:
    graph: Graph = {unit_of(file.path): set() for file in files}
    for file in files:
        graph[unit_of(file.path)] |= {unit_of(path) for path, _ in includes(file)} & graph.keys() - {unit_of(file.path)}
    return graph


def reachable(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    new = set(graph[start])
    while new:
        seen |= new
        new = set().union(*(graph[unit] for unit in new)) - seen
    return seen


def cycles(graph: Graph) -> set[frozenset[str]]:
    """Returns the strongly connected components of the graph that have more than one unit."""
    reach = {unit: reachable(graph, unit) for unit in graph}
    return {frozenset(other for other in reach[unit] if unit in reach[other]) for unit in graph if unit in reach[unit]}


def undeclared(graph: Graph) -> list[str]:
    return ["a cycle between " + ", ".join(sorted(cycle)) for cycle in cycles(graph) if cycle not in DECLARED]


@cache
def files_of(family: str) -> list[Source]:
    return sources(*CPP, under=family + "/")


@pytest.mark.parametrize("family", FAMILIES)
def test_calls_between_files_have_no_cycle(family):
    expect_none(undeclared(call_graph(files_of(family))))


def test_calls_between_files_are_seen():
    assert any(call_graph(files_of("protocol/newrma")).values())


@pytest.mark.parametrize("family", FAMILIES)
def test_includes_have_no_cycle(family):
    expect_none(undeclared(include_graph(files_of(family))))


@pytest.mark.parametrize("family", [name for name in family_names() if (ROOT / "protocol" / name / "modes").is_dir()])
def test_modes_and_routines_offer_only_what_others_call(family):
    files = files_of(f"protocol/{family}")
    definitions = Definitions(files)
    called = {(other, call["name"]) for unit, function in definitions.all for call in CALL.finditer(function.body)
              for other in definitions.called(unit, function, call) - {unit}}
    expect_none([f"{unit}.h: only its own file calls {name}" for name, units in definitions.free.items()
                 for unit in units if f"/{family}/" in unit.rpartition("/")[0] and (unit, name) not in called])


def test_what_is_declared_is_there():
    found = set().union(*(cycles(call_graph(files_of(family))) for family in FAMILIES))
    assert [sorted(cycle) for cycle in DECLARED if cycle not in found] == []


# ---- The checks see what they should.

BOTH = '#include "x/a.h"\n#include "x/b.h"\n'


def planted(a: str, b: str, a_header: str = "void f();", b_header: str = "void g();") -> set[frozenset[str]]:
    return cycles(call_graph([Source("x/a.h", a_header), Source("x/a.cpp", BOTH + a),
                              Source("x/b.h", b_header), Source("x/b.cpp", BOTH + b)]))


AB = {frozenset({"x/a", "x/b"})}


@pytest.mark.parametrize("a, b", [
    ("void f() { g(); }", "void g() { f(); }"),
    ("void f() { newrma::g(); }", "void g() { if (f()) return; }"),
    ("void f() { auto h = [] { return g(1); }; }", "void g() { f<int>(); }"),
    ("namespace {\nvoid h() { g(); }\n}\nvoid f() { h(); }", "Task<> g() {\n    co_await f();\n}"),
])
def test_a_planted_cycle_is_found(a, b):
    assert planted(a, b) == AB


@pytest.mark.parametrize("a, b", [
    ("void f() { g(); }", "void g() { f; /* f() */ }"),
    ("void f() { g(); }", 'void g() { say("f()"); }'),
    ("void f() { g(); }", "namespace {\nvoid f() {}\n}\nvoid g() { f(); }"),
    ("namespace {\nvoid h() {}\n}\nvoid f() { g(); }", "void g() { h(); }"),
])
def test_what_is_no_cycle_passes(a, b):
    assert planted(a, b) == set()


def test_functions_that_a_header_of_the_folder_declares_are_followed():
    files = [Source("x/all.h", "void f();\nvoid g();\n")] + [
        Source(f"x/{name}.cpp", f'#include "x/all.h"\nvoid {name}() {{ {called}(); }}\n')
        for name, called in (("f", "g"), ("g", "f"))]
    assert cycles(call_graph(files)) == {frozenset({"x/f", "x/g"})}


def test_members_of_a_class_cut_over_files_are_followed():
    header = "struct E { void f(); void g(); };"
    assert planted("void E::f() { g(); }", "void E::g() { f(); }", header, "") == AB
    assert planted("void E::f() { this->g(); }", "void h(E& e) { e.f(); }\nvoid E::g() {}", header, "") == AB


def test_an_override_is_called_by_worlds():
    header = "struct E : P { void f() override; };"
    assert planted("void E::f() { g(); }", "void g() { transport.f(); }", header) == set()


def test_a_cycle_of_three_is_one():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert cycles(graph) == {frozenset("abc")}


def test_a_planted_cycle_of_includes_is_found():
    assert cycles(include_graph([Source("x/a.h", '#include "x/b.h"\n'), Source("x/b.cpp", '#include "x/a.h"\n')])) == AB
