"""The script that writes mutants into a copy of the core: its output, and the inputs that it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
SOURCE = """#include "core/f.h"

int f(int a, int b) {
    if (a > b &&
        b > 0) return a;
    g(a);
    return b;
}
"""


def location(original, mutated, file="core/f.cpp"):
    return {"file": file, "original": original, "mutated": mutated}


def mutant(name, *locations, **more):
    return {"name": name, "clause": "NR-X-1", "why": "It says \"so\".", "places": list(locations)} | more


def mutate(folder, *mutants):
    """Runs the program. Returns the exit code, the messages, the copy of the source, and the list of mutants."""
    (folder / "core").mkdir()
    (folder / "core/f.cpp").write_text(SOURCE, encoding="utf-8")
    (folder / "mutants.json").write_text(json.dumps({"worlds": ["one", "two"], "mutants": mutants}), encoding="utf-8")
    done = subprocess.run([sys.executable, FOLDER / "mutate.py", "--list", folder / "mutants.json", "--root", folder,
                           "--out", folder / "out", "core/f.cpp"], capture_output=True, text=True, check=False)
    text = [path.read_text(encoding="utf-8") if path.is_file() else ""
            for path in (folder / "out/core/f.cpp", folder / "out/mutants.cpp")]
    return done.returncode, done.stderr, text[0], text[1]


def test_an_expression_becomes_a_choice(tmp_path):
    code, _, copy, _ = mutate(tmp_path, mutant("always", location("a > b && b > 0", "true")))
    assert code == 0
    assert "if ((rmasim::mutants::active<1>() ? (true) : (a > b &&\n        b > 0))) return a;" in copy
    assert copy.startswith('#include "tests/mutants/mutants.h"\n')


def test_a_statement_becomes_a_branch(tmp_path):
    code, _, copy, _ = mutate(tmp_path, mutant("silent", location("g(a);", "")))
    assert code == 0
    assert "{ if (rmasim::mutants::active<1>()) {  } else { g(a); } }" in copy


def test_an_include_is_added(tmp_path):
    code, _, copy, _ = mutate(tmp_path, mutant("more", location('#include "core/f.h"', '#include "core/g.h"')))
    assert code == 0
    assert '#include "core/f.h"\n#include "core/g.h"\n\nint f' in copy


def test_mutants_may_share_a_place_and_have_several(tmp_path):
    code, _, copy, _ = mutate(tmp_path, mutant("one", location("g(a);", "g(b);")),
                              mutant("two", location("g(a);", ""), location("return b;", "return a;")))
    assert code == 0
    assert ("{ if (rmasim::mutants::active<1>()) { g(b); } else if (rmasim::mutants::active<2>()) {  } "
            "else { g(a); } }") in copy
    assert "{ if (rmasim::mutants::active<2>()) { return a; } else { return b; } }" in copy


def test_the_list_has_names_and_words(tmp_path):
    _, _, _, listing = mutate(tmp_path, mutant("one", location("g(a);", "")),
                              mutant("two", location("g(a);", ""), seen=True, family="shm"))
    assert '{"one", "NR-X-1", "It says \\"so\\".", false, ""},' in listing
    assert '{"two", "NR-X-1", "It says \\"so\\".", true, "shm"},' in listing
    assert 'all_worlds{"one", "two"};' in listing


@pytest.mark.parametrize("mutants, complaint", [
    ([mutant("gone", location("g(c);", ""))], "gone: found 0 times instead of once: g(c);"),
    ([mutant("twice", location("return", "throw"))], "twice: found 2 times instead of once: return"),
    ([mutant("empty", location(" ", "true"))], "empty: found 0 times"),
    ([mutant("lost", location("g(a);", "", "core/g.cpp"))], "lost: core/g.cpp is not among the sources"),
    ([mutant("nothing")], "nothing: differs from the core nowhere"),
    ([mutant("same", location("g(a);", "")), mutant("same", location("g(a);", "g(b);"))], "same: there are two"),
    ([mutant("wide", location("g(a); return b;", "")), mutant("late", location("return b;", ""))],
     "late: its place overlaps another mutant's: return b;"),
])
def test_what_cannot_be_written_is_refused(tmp_path, mutants, complaint):
    code, words, copy, _ = mutate(tmp_path, *mutants)
    assert code == 1
    assert complaint in words
    assert copy == ""
