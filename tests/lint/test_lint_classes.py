"""Limits on what a reader has to know at once about a class. ARCHITECTURE.md gives the reasons."""

import re
from functools import cache

import pytest
from cpp_classes import (Class, changes, class_of, classes_of, code_of, declarations, free_functions, known_includes,
                         parameter_count, project_includes)
from lint_tree import CPP, Source, expect_none, sources

MAX_PUBLIC_FUNCTIONS = 25
MAX_INCLUDES = 15
MAX_CONSTRUCTOR_PARAMETERS = 8
CHECKED = ("protocol/", "sim/")
EXEMPT = "sim/mpi/smpi/"  # until all MPI programs run without SMPI

# Classes that break a limit, with their numbers. A number may only shrink; a class within the limits leaves the list.
# Exception: a new call of a family may add a function to its EngineState (protocol/ADDING.md).
PUBLIC_FUNCTIONS = {
    "protocol/base/world.h: Memory": 29,
    "protocol/ch3/engine_state.h: EngineState": 68,
    "protocol/ch4/engine_state.h: EngineState": 40,
    "protocol/newrma/engine_state.h: EngineState": 86,
    "protocol/oldqueue/engine_state.h: EngineState": 43,
    "protocol/synccount/engine_state.h: EngineState": 35,
    "sim/checkers/invariants/checker.h: Checker": 35,
    "sim/checkers/semantics/watch.h: Watch": 29,
    "sim/machine/memory/window_memory.h: WindowMemory": 45,
    "sim/mpi/explored/untimed_programs.h: UntimedPrograms": 28,
    "sim/mpi/hosted/hosted_world.h: HostedWorld": 49,
    "sim/mpi/process/host.h: Host": 26,
    "sim/mpi/program_memory.h: ProgramMemory": 36,
    "sim/mpi/program_world.h: ProgramWorld": 92,
    "sim/mpi/threads/rank_threads.h: RankThreads": 28,
    "sim/scenario/program/compiler.h: Compiler": 57,
    "sim/scenario/program/write_call.cpp: CallWriter": 26,
    "sim/timed/counts/accounting.h: CostAccounting": 32,
    "sim/untimed/fuzz/program/random_program.h: RandomProgram": 32,
    "sim/untimed/world/transcript.h: Transcript": 29,
    "sim/untimed/world/untimed_ranks.h: UntimedRanks": 34,
}
# These files start the program or its main command, so they include all of its parts.
INCLUDES = {
    "sim/frontend/cli/main.cpp": 17,
    "sim/frontend/cli/run/run.cpp": 22,
}
# Virtual functions of the interfaces of a family. Later work adds data, not functions (protocol/ADDING.md).
VIRTUAL_FUNCTIONS = {
    "sim/scenario/families/family.h": 0,
    "sim/scenario/families/process_adapter.h": 3,
    "sim/scenario/families/process_counters.h": 7,
    "sim/scenario/families/settings_codec.h": 7,
    "sim/scenario/families/wait_reports.h": 6,
}
CONSTRUCTOR_PARAMETERS = {"protocol/ch3/window.h: Window": 10}


@cache
def headers() -> dict[str, Source]:
    return {file.path: file for file in sources(".h") if file.path.startswith(CHECKED)}


@cache
def checked() -> list[Source]:
    return [file for file in sources(*CPP) if file.path.startswith(CHECKED)
            and not file.path.startswith(EXEMPT)]


@cache
def headers_around(path: str) -> list[Source]:
    """Returns the header with this path and the headers that include it; of another file, only the file itself."""
    return [file for file in checked() if file.path == path or path in project_includes(file) and file.suffix == ".h"]


def functions_of(one: Class) -> list[str]:
    """Returns the public functions of a class, its friends, and the free functions that change its objects."""
    free = [f"{name}({parameters})" for file in headers_around(one.path) for name, parameters in free_functions(file)
            if changes(parameters, one.name)]
    return one.public + free


def beyond(numbers: dict[str, int], limit: int, known: dict[str, int]) -> list[str]:
    found = [f"{name}: {number}, at most {max(limit, known.get(name, 0))}" for name, number in sorted(numbers.items())
             if number > max(limit, known.get(name, 0))]
    shrunk = [f"{name}: the list says {number}, found {numbers.get(name, 0)}" for name, number in sorted(known.items())
              if numbers.get(name, 0) < number]
    return found + shrunk


def all_classes() -> list[Class]:
    return [one for file in checked() for one in classes_of(file)]


def key_of(one: Class) -> str:
    return f"{one.path}: {one.name}"


def test_classes_have_few_public_functions():
    numbers = {key_of(one): len(functions_of(one)) for one in all_classes()}
    expect_none(beyond(numbers, MAX_PUBLIC_FUNCTIONS, PUBLIC_FUNCTIONS))


def test_families_get_no_new_virtual_functions():
    numbers = {path: len(re.findall(r"\bvirtual (?!~)", code_of(headers()[path]))) for path in VIRTUAL_FUNCTIONS}
    expect_none(beyond(numbers, 0, VIRTUAL_FUNCTIONS))


def test_files_include_few_others():
    numbers = {file.path: len(known_includes(file, headers())) for file in checked()}
    expect_none(beyond(numbers, MAX_INCLUDES, INCLUDES))


def test_constructors_have_few_parameters():
    numbers = {key_of(one): max(one.constructors, default=0) for one in all_classes()}
    expect_none(beyond(numbers, MAX_CONSTRUCTOR_PARAMETERS, CONSTRUCTOR_PARAMETERS))


def circles(files: dict[str, list[str]]) -> list[str]:
    """Returns the files that include themselves through others."""
    open_files = dict(files)
    while ready := [path for path, used in open_files.items() if not any(one in open_files for one in used)]:
        for path in ready:
            del open_files[path]
    return sorted(open_files)


def test_includes_have_no_circle():
    expect_none(circles({file.path: project_includes(file) for file in sources(*CPP)}))


def test_the_objects_of_mpi_are_checked():
    assert sum(len(one.public) for one in all_classes() if one.path.startswith("sim/mpi/objects/")) > 100


# ---- The checks see what they should.

HEADER = """
#include "protocol/base/packet.h"
namespace rmasim {
enum class Kind { a, b };
struct Plain {
    int count = 0;
    std::function<void(int, int)> look{};
    bool any() const { return count > 0; }
};
class Sample final : public Base<int> {
public:
    explicit Sample(const Plain& plain, int (*call)(int, int), std::map<int, int> map = {}) : plain_(plain), x_{1} {}
    Sample(const Sample&) = delete;
    ~Sample() override;
    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < 3; ++i) visit(i);
    }
    [[gnu::noinline]] bool operator==(const Sample& other) const;
    static constexpr int most = twice(4);
    friend void help(Sample& sample);
    class Inner {
    public:
        void inner();
    };

private:
    void hidden();
    const Plain& plain_;
    int x_{0};
};
void change(int, Sample& sample);
void read(const Sample& sample);
}
"""


def sample() -> Source:
    return Source("sim/a.h", HEADER)


def test_public_functions_are_found():
    plain, found = classes_of(sample())
    assert [plain.public, plain.members] == [["any()"], 2]
    assert [one.split("(")[0] for one in found.public] == ["Sample", "each", "operator==", "help"]
    assert (found.members, found.constructors) == (2, [3])


def test_free_functions_count_if_they_change_the_class():
    assert [name for name, parameters in free_functions(sample()) if changes(parameters, "Sample")] == ["change"]


def test_a_class_with_many_functions_is_found():
    text = "class A {\npublic:\n" + "".join(f"    void f{i}();\n" for i in range(26)) + "};\n"
    one = class_of(declarations(code_of(Source("sim/a.h", text)))[0], "sim/a.h")
    assert beyond({key_of(one): len(one.public)}, MAX_PUBLIC_FUNCTIONS, {}) == ["sim/a.h: A: 26, at most 25"]
    assert beyond({key_of(one): len(one.public)}, MAX_PUBLIC_FUNCTIONS, {key_of(one): 26}) == []
    assert len(beyond({key_of(one): len(one.public)}, MAX_PUBLIC_FUNCTIONS, {key_of(one): 27})) == 1


@pytest.mark.parametrize("parameters, count", [
    ("", 0), ("int a", 1), ("f(int, int), int", 2), ("A a = {1, 2}, int", 2)])
def test_parameters_are_counted(parameters, count):
    assert parameter_count(parameters) == count


def test_a_header_that_only_includes_counts_as_what_it_includes():
    texts = {"all.h": '// All.\n#include "a.h"\n#include "b.h"\n', "a.h": "class A {};\n", "b.h": "class B {};\n"}
    files = {path: Source(path, text) for path, text in texts.items()}
    assert known_includes(Source("c.h", '#include "all.h"\n'), files) == {"a.h", "b.h"}


def test_many_includes_of_a_source_file_are_found():
    lines = [f'#include "sim/a{i}.h"\n' for i in range(MAX_INCLUDES + 1)]
    few, many = (Source("sim/a.cpp", "#include <map>\n" + "".join(some)) for some in (lines[1:], lines))
    numbers = {file.path: len(known_includes(file, {})) for file in (few, many)}
    assert beyond({few.path: len(known_includes(few, {}))}, MAX_INCLUDES, {}) == []
    assert beyond(numbers, MAX_INCLUDES, {}) == ["sim/a.cpp: 16, at most 15"]


def test_a_class_of_a_source_file_is_found():
    assert [one.name for one in classes_of(Source("sim/a.cpp", HEADER))] == ["Plain", "Sample"]


def test_a_circle_is_found():
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == ["a", "b", "c", "d"]
    assert circles({"a": ["b"], "b": []}) == []
