"""Functions are short, so that they can be read without scrolling. Very long files and full folders need a reason."""

import ast
from collections import Counter

import pytest
from lint_tree import CPP, Source, expect_none, functions, sources

MAX_FILE_LINES = 700
MAX_FUNCTION_LINES = 70
CHECKED = ("protocol/", "sim/", "tests/", "analysis/")
# Files that are longer, and the reason.
LONG_FILES: dict[str, str] = {
    "analysis/rmasim/builders.py": "generated: one method for each call",
}
MAX_FOLDER_FILES = 40
# Folders with more files of code, and the reason.
FULL_FOLDERS = {
    "sim/mpi/process": "The host uses all parts of a process together: no layers.",
    "sim/untimed/fuzz/program": "A file of a kind of step has its generator and its rules: no layers.",
    "tests/mpi": "One test for each subject of programs, beside the helpers that several of them use.",
    "tests/memmodel": "The reference model and its random programs are compared as a whole.",
}


def long_files(files: list[Source]) -> list[str]:
    return [f"{file.path}: {count} lines" for file in files
            if (count := len(file.lines) - 1) > MAX_FILE_LINES and file.path not in LONG_FILES]


def full_folders(files: list[Source]) -> list[str]:
    counts = Counter(file.folder for file in files)
    return [folder for folder in sorted(counts) if counts[folder] > MAX_FOLDER_FILES]


def python_functions(text: str) -> list[tuple[str, int, int]]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(node.name, node.lineno, node.end_lineno - node.lineno + 1)
            for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]


def all_functions(file: Source) -> list[tuple[str, int, int]]:
    if file.suffix in CPP:
        return [(function.name, function.first_line, function.lines) for function in functions(file.text)]
    return python_functions(file.text)


def long_functions(files: list[Source]) -> list[str]:
    return [f"{file.path}:{line}: {name} has {lines} lines"
            for file in files for name, line, lines in all_functions(file) if lines > MAX_FUNCTION_LINES]


def checked_files() -> list[Source]:
    return [file for file in sources(".cpp", ".h", ".py") if file.path.startswith(CHECKED)]


def test_long_files_have_a_reason():
    expect_none(long_files(checked_files()))
    assert {file.path for file in checked_files() if len(file.lines) - 1 > MAX_FILE_LINES} == set(LONG_FILES)


def test_full_folders_have_a_reason():
    assert full_folders(checked_files()) == sorted(FULL_FOLDERS)


def test_a_full_folder_is_found():
    files = [Source(f"sim/a/{number}.h", "") for number in range(MAX_FOLDER_FILES)]
    assert full_folders(files) == []
    assert full_folders([*files, Source("sim/a/one_more.h", "")]) == ["sim/a"]


def test_functions_are_short():
    expect_none(long_functions(checked_files()))


def test_every_part_of_the_tree_is_measured():
    with_functions = {file.path.split("/")[0] for file in checked_files() if all_functions(file)}
    assert {"protocol", "sim", "tests"} <= with_functions


# ---- The measuring itself.

BODY = "    int x = 1;\n" * (MAX_FUNCTION_LINES - 1)


def test_a_long_file_is_found():
    assert long_files([Source("sim/a.cpp", "\n" * MAX_FILE_LINES)]) == []
    assert len(long_files([Source("sim/a.cpp", "\n" * (MAX_FILE_LINES + 1))])) == 1


@pytest.mark.parametrize("head", [
    "void f() {",
    "static int Engine::f(int a) const noexcept {",
    "template <class T>\nauto f(T t) -> decltype(t) {",
    "Engine::Engine(int a)\n    : a_{a}, b_(f({1, 2})), c_{} {",
    "Task<> Engine::fence(WindowId window) {",
    "class A {\npublic:\n    bool operator()(int a) const {",
    "namespace a {\nnamespace {\nstruct B : C {\n    B(int x) : x_(x) {",
    "TEST(Fence, Waits) {",
    "void f(std::vector<int> a = {1}, const char* text = \"{\") {",
])
def test_a_long_function_is_found(head):
    opened = head.replace("{1, 2}", "").replace("{1}", "").replace('"{"', "").replace("{a}", "").replace("{}", "")
    close = "}\n" * opened.count("{")
    assert len(long_functions([Source("sim/a.cpp", head + "\n" + BODY + BODY + close)])) == 1


def test_length_is_counted_to_the_line():
    text = "int before;\n\nvoid f() {\n%s}\n"
    assert long_functions([Source("sim/a.cpp", text % BODY[:-len("    int x = 1;\n")])]) == []
    assert long_functions([Source("sim/a.cpp", text % BODY)]) == [f"sim/a.cpp:3: f has {MAX_FUNCTION_LINES + 1} lines"]


def test_a_class_is_no_function():
    short = "    int f(int a) { return a ? 1 : 0; }\n"
    text = "class A : public B<int> {\n" + short * (2 * MAX_FUNCTION_LINES) + "};\nenum class E { a, b };\n"
    assert long_functions([Source("sim/a.h", text)]) == []
    assert len(functions(text)) == 2 * MAX_FUNCTION_LINES


def test_braces_in_literals_and_comments_do_not_count():
    text = "void f() {\n    g('{', \"{\", R\"({{)\", 1'000'000);  // {\n    /* {\n */\n}\nvoid g() {}\n"
    assert [(function.name, function.lines) for function in functions(text)] == [("f", 5), ("g", 1)]


def test_a_long_python_function_is_found():
    text = "def f():\n" + "    x = 1\n" * MAX_FUNCTION_LINES
    assert len(long_functions([Source("analysis/a.py", text)])) == 1
