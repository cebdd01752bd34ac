"""Findings in buffers name the variable, its part, and the line of its declaration."""

import json
import shutil

import pytest
from bodies import Bodies
from mpi_runner import rmasim

TEMPLATE = """#include <mpi.h>
struct Grid { int left, right[3]; struct { double x[2][3]; } inner; };
static int flat[4];
static struct Grid grid;
static MPI_Win win;
static int rank, other, error;
#define GETS(to) \
    MPI_Get(to, 1, MPI_INT, other, 0, 1, MPI_INT, win); \
    MPI_Get(to, 1, MPI_INT, other, 4, 1, MPI_INT, win); \
    MPI_Win_flush_local(other, win)
static __attribute__((noinline)) void both(void* to) {
    MPI_Get(to, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    MPI_Get(to, 1, MPI_INT, other, 4, 1, MPI_INT, win);
}
static inline __attribute__((always_inline)) void in_line(int number) {
    int inlined[2] = {number, number};
    MPI_Get(inlined, 2, MPI_INT, other, 0, 2, MPI_INT, win);
    MPI_Get(inlined + 1, 1, MPI_INT, other, 4, 1, MPI_INT, win);
    MPI_Win_flush_local(other, win);
    error += inlined[0];
}
struct Pair { int left, right; };
struct Large { int cell[20]; };
static __attribute__((noinline)) void touch(int* some) { *some += 1; }
static __attribute__((noinline)) int of_scalar(int scalar, int more) {
    GETS(&scalar);
    return scalar + more;
}
static __attribute__((noinline)) int after_calls(int later, int more) {
    touch(&later); touch(&more); touch(&later);
    GETS(&later);
    return later + more;
}
static __attribute__((noinline)) int of_pair(struct Pair pair) {
    GETS(&pair.right);
    return pair.left + pair.right;
}
static __attribute__((noinline)) int of_large(struct Large large, int more) {
    GETS(large.cell + 3);
    return large.cell[3] + more;
}
static __attribute__((noinline)) int of_eighth(int a, int b, int c, int d, int e, int f, int g, int eighth) {
    GETS(&eighth);
    return a + b + c + d + e + f + g + eighth;
}
static __attribute__((noinline)) int of_second(int first, int second) {
    touch(&first);
    GETS(&second);
    return first + second;
}
static __attribute__((noinline)) int local_between(int count) {
    int before = count, value = count, after = count;
    touch(&before); touch(&after);
    GETS(&value);
    return before + value + after;
}
static __attribute__((noinline)) void one_of(int which) {
    int one[2] = {which, 1}, two[2] = {which, 2};
    both(which ? one : two);
    MPI_Win_flush_local(other, win);
    error += one[0] + two[0];
}
int main(int argc, char** argv) {
    int at = 1, local[8] = {0}, *cells;
    struct Grid mine = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    BODY
    MPI_Win_unlock_all(win);
    error += local[0] + mine.left + flat[0] + grid.left;
    MPI_Win_free(&win);
    MPI_Finalize();
    return error != 0;
}
"""


def get(into, count=1, disp=0, datatype="MPI_INT"):
    return f"MPI_Get({into}, {count}, {datatype}, other, {disp}, {count}, {datatype}, win);"


def twice(into, count=1, datatype="MPI_INT"):
    return get(into, count, 0, datatype) + "\n" + get(into, count, 4, datatype)


def line_of(text):
    return next(number for number, line in enumerate(TEMPLATE.splitlines(), 1) if text in line)


# The calls, the variable, the part, the text of its declaration.
CASES = {
    "an element of an array": (twice("local + 3"), "local", "local[3]", "local[8]"),
    "several elements": (get("local + 1", 4) + "\n" + get("local + 3", 3, 4), "local", "local[3] to local[4]",
                         "local[8]"),
    "a whole array": (twice("flat", 4), "flat", "flat", "static int flat"),
    "a static variable": (twice("flat + 2"), "flat", "flat[2]", "static int flat"),
    "a member": (twice("&grid.left"), "grid", "grid.left", "static struct Grid grid"),
    "a member of a local variable": (twice("mine.right + 1"), "mine", "mine.right[1]", "struct Grid mine"),
    "an array with two dimensions": (twice("&mine.inner.x[1][2]", 1, "MPI_DOUBLE"), "mine", "mine.inner.x[1][2]",
                                     "struct Grid mine"),
    "a variable of an inlined function": ("in_line(rank);", "inlined", "inlined[1]", "int inlined[2]"),
    "a variable of a caller": ("both(local + 5);", "local", "local[5]", "local[8]"),
}
# Parameters and locals of functions that an optimiser may keep in registers: the call, the variable, the part.
PARAMETERS = {
    "a number": ("error += of_scalar(rank, 3);", "scalar", "scalar", "int scalar"),
    "a number after other calls": ("error += after_calls(rank, 3);", "later", "later", "int later"),
    "a second number": ("error += of_second(rank, 3);", "second", "second", "int second"),
    "a struct in a register": ("struct Pair pair = {rank, 2}; error += of_pair(pair);", "pair", "pair.right",
                               "struct Pair pair)"),
    "a struct in memory": ("struct Large large = {{rank}}; error += of_large(large, 2);", "large", "large.cell[3]",
                           "struct Large large,"),
    "an eighth parameter": ("error += of_eighth(1, 2, 3, 4, 5, 6, 7, rank);", "eighth", "eighth", "int eighth"),
    "a local between others": ("error += local_between(rank);", "value", "value", "int before = count, value"),
}
# The builds whose debug information does not describe the address of the variable at a call of MPI: gcc describes it by
# a register of arguments and only up to the first call, and clang only up to the first argument on the stack.
UNNAMED = {
    "a number": ("-O1", "-O2", "--clang -O1", "--clang -O2"),
    "a number after other calls": ("-O1", "--watch", "-O2", "--clang -O1", "--clang -O2"),
    "a second number": ("-O1", "--watch", "-O2", "--clang -O1", "--clang -O2"),
    "an eighth parameter": ("-O2", "--clang -O1", "--clang -O2"),
    "a local between others": ("--clang -O1", "--clang -O2"),
}
TWO_CALLERS = "one_of(0);\none_of(1);"
HEAP = "int* some = malloc(64);\n" + twice("some + 1") + "\nMPI_Win_flush_local_all(win); free(some);"
BODIES = (*(body for body, *_ in (*CASES.values(), *PARAMETERS.values())), TWO_CALLERS, HEAP)
PROGRAM = Bodies(TEMPLATE, BODIES, ("-O1", "-g"), file="names.c")
UNOPTIMISED = Bodies(TEMPLATE, PROGRAM.some, ("-O0", "-g"), file="names.c")
WATCHED = Bodies(TEMPLATE, PROGRAM.some, ("-O1", "-g", "--watch"), file="names.c")
BUILDS = {"-O1": PROGRAM, "-O0": UNOPTIMISED, "--watch": WATCHED}
OTHER_BUILDS = {
    " ".join(options): Bodies(TEMPLATE, PROGRAM.some, (*options, "-g"), file="names.c")
    for options in (("-O2",), *((("--clang", level) for level in ("-O0", "-O1", "-O2"))
                                if shutil.which("clang") else ()))}


def findings(program, body):
    finished = rmasim("exec", "-n", 2, "--semantics", "unified", "--format", "json", *program(body))
    assert finished.returncode == 4, finished.stderr
    return json.loads(finished.stdout)["semantics"]["findings"], finished.stderr


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("case", CASES)
def test_the_variable_is_named(case, build):
    body, name, part, declaration = CASES[case]
    (one,), said = findings(BUILDS[build], body)
    declared = f"names.c:{line_of(declaration)}"
    assert one["rule"] == "buffer_in_use"
    assert (one["buffer"], one["part"], one["declared_at"]) == (name, part, declared)
    more = f"{part}, declared at {declared}" if part != name else f"declared at {declared}"
    assert f'of buffer "{name}" of rank 0 ({more})' in said or f'of buffer "{name}" of rank 1 ({more})' in said, said


@pytest.mark.parametrize("build", [*BUILDS, *OTHER_BUILDS])
@pytest.mark.parametrize("case", PARAMETERS)
def test_a_parameter_is_named_or_has_no_name(case, build):
    """Compilers do not describe where each variable is. A name must never be wrong."""
    body, name, part, declaration = PARAMETERS[case]
    (one,), said = findings((BUILDS | OTHER_BUILDS)[build], body)
    assert one["rule"] == "buffer_in_use"
    named = (one["buffer"], one.get("part"), one.get("declared_at"))
    assert named in ((name, part, f"names.c:{line_of(declaration)}"), ("", None, None)), said
    assert one["buffer"] or build in UNNAMED.get(case, ()), said


@pytest.mark.parametrize("options", [(), ("-gdwarf-4",)] + [("--clang",), ("--clang", "-gdwarf-4")] *
                         bool(shutil.which("clang")), ids=" ".join)
def test_the_line_is_named_if_the_source_is_in_the_working_directory(tmp_path, options):
    """The number of the source's file can then be 0 in the debug information of clang."""
    body, name, _, declaration = CASES["a member"]
    (tmp_path / "names.c").write_text(PROGRAM.source)
    made = rmasim("cc", *options, "-include", "stdlib.h", "-o", "names", "names.c", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    (one,), said = findings(lambda some: (tmp_path / "names", PROGRAM.number(some)), body)
    assert (one["buffer"], one["declared_at"]) == (name, f"names.c:{line_of(declaration)}"), said


def test_bytes_are_counted_from_the_beginning_of_the_variable():
    (one,), _ = findings(PROGRAM, CASES["an element of an array"][0])
    assert one["bytes"] == [12, 16] and [access["bytes"] for access in one["accesses"]] == [[12, 16], [12, 16]]


def test_a_call_site_with_several_variables():
    """All pairs of the same two lines are one finding. It names the variable of one of them."""
    (one,), _ = findings(PROGRAM, TWO_CALLERS)
    assert one["buffer"] in ("one", "two") and one["times"] >= 2


def test_memory_of_malloc_has_no_name():
    (one,), said = findings(PROGRAM, HEAP)
    assert one["buffer"] == "" and "part" not in one
    assert "of a buffer of rank " in said


def test_without_debug_information_buffers_have_no_name(tmp_path):
    (tmp_path / "names.c").write_text(PROGRAM.source)
    made = rmasim("cc", "-g0", "-include", "stdlib.h", "-o", tmp_path / "names", tmp_path / "names.c")
    assert made.returncode == 0, made.stderr
    finished = rmasim("exec", "-n", 2, "--semantics", "unified", tmp_path / "names", 0)
    assert finished.returncode == 4 and "of a buffer of rank " in finished.stderr, finished.stderr
