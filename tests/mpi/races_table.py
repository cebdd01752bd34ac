"""A table of the programs of races/, from their sources: how many of them have an access of a call to a kind of memory,
by synchronisation.

    /usr/bin/python3 tests/mpi/races_table.py           prints the table
    /usr/bin/python3 tests/mpi/races_table.py --empty   prints the rows with the numbers of their empty cells

An access is a marked line of the wrong version. Its call is a function of MPI, a load, a store, an atomic operation of
the language, or a function of the C library. Its memory is the memory in which the two accesses of the program meet:
the bytes of a window at the target, or the origin or result buffer of an operation. The two calls of a program may see
the memory differently: the result buffer of one may lie in the window of the other. A program that uses several kinds
of synchronisation, wrong or right, counts in the column of each of them.

In a program's head, the line `// access: first load, second origin buffer` corrects the text: the marked line that
both loads and stores meets the other one by its load, and that of an operation by its buffer."""

import re
import sys

from races import RACES, races

BEFORE = RACES / "at_bffacd52.txt"  # the names of the programs of that commit

TARGET, ATTACHED, SHARED = "target bytes", "attached memory", "shared window"
ORIGIN, RESULT = "origin buffer", "result buffer"
WINDOWS = (TARGET, ATTACHED, SHARED)
ALL = (*WINDOWS, ORIGIN, RESULT)
UPDATES, READS = (*WINDOWS, ORIGIN), (*WINDOWS, RESULT)
# The possible rows. A load and the origin buffer of an operation do not conflict.
ROWS = {"put": UPDATES, "get": READS, "accumulate": UPDATES, "get_accumulate": ALL, "fetch_and_op": ALL,
        "compare_and_swap": ALL, "rput": UPDATES, "rget": READS, "raccumulate": UPDATES, "rget_accumulate": ALL,
        "load": READS, "store": ALL, "atomic operation": ALL, "function of libc": ALL, "message": ALL,
        "collective call": ALL, "attach, detach": (ATTACHED,)}

OPERATION = re.compile(r"\bMPI_(Put|Get|Accumulate|Get_accumulate|Fetch_and_op|Compare_and_swap|"
                       r"Rput|Rget|Raccumulate|Rget_accumulate)\(")
SENDS = r"(?:[BSRI]|I[bsr])?[sS]end(?:_init)?"
RECEIVES = r"I?[rR]ecv(?:_init)?|I?[mM]recv"
COLLECTIVES = (r"I?(?:[bB]cast|[gG]atherv?|[sS]catterv?|[aA]llgatherv?|[aA]lltoall[vw]?|[rR]educe|[aA]llreduce|[sS]can|"
               r"[eE]xscan|[rR]educe_scatter(?:_block)?)")
# The patterns of a line, in the order in which they are tried.
CALLS = {
    "attach, detach": r"\bMPI_Win_(attach|detach)\(",
    "message": rf"\bMPI_({SENDS}|{RECEIVES}|I?[sS]endrecv(_replace)?|Start)\(",
    "collective call": rf"\bMPI_{COLLECTIVES}\(",
    "function of libc": r"\b(mem(cpy|move|set|cmp|chr)|bzero|str(n?cpy|n?cmp|n?cat|len|chr|rchr|dup)|free|realloc|"
                        r"fread|fwrite|read|write|qsort|v?sn?printf)\(",
    "atomic operation": r"\b(__atomic|__sync|atomic)_\w+\(|__asm__ volatile\(\"lock |omp atomic",
    "store": r"(?<![=!<>])=(?!=)|\+\+|--",
    "load": ""}
RECEIVED = re.compile(rf"\bMPI_({RECEIVES})\(")

# The columns: what a program's text has.
COLUMNS = {
    "fence": r"\bMPI_Win_fence\(",
    "PSCW": r"\bMPI_Win_(post|start)\(",
    "exclusive lock": r"\bMPI_LOCK_EXCLUSIVE\b",
    "shared lock": r"\bMPI_LOCK_SHARED\b",
    "lock_all": r"\bMPI_Win_lock_all\(|\bbegin_with_thread\(",
    "flush": r"\bMPI_Win_flush(_all)?\(",
    "flush_local": r"\bMPI_Win_flush_local(_all)?\(",
    "sync": r"\bMPI_Win_sync\(",
    "request": r"\bMPI_(Wait|Test)(all|any|some)?\(",
    "message": rf"\b(tell|hear|take_any)\(|\bMPI_({SENDS}|{RECEIVES}|I?[sS]endrecv(_replace)?|I?[mM]?[pP]robe)\(",
    "barrier": r"\bMPI_I?[bB]arrier\(",
    "collective call": rf"\bMPI_{COLLECTIVES}\(",
    "atomic operation": CALLS["atomic operation"],
    "POSIX threads": r"\bpthread_create\(|\bbegin_with_thread\(",
    "OpenMP": r"#pragma omp|_Pragma\(\"omp"}


def wrong_version(text):
    """Returns the text with the arguments of WRONG() and without those of RIGHT(), on the same lines."""
    while found := re.search(r"\b(WRONG|RIGHT)\(", text):
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        inside = text[found.end():end - 1]
        if found[1] == "RIGHT":
            inside = "\n" * inside.count("\n")
        text = text[:found.start()] + inside + text[end:]
    return text


def without_comments(lines):
    return "\n".join(line.partition("//")[0] for line in lines)


def code_of(race):
    """Returns the code of both versions of a race."""
    return without_comments(line for _, line in race.numbered)


class Access:
    """An access of a race: the code of a marked line, and the corrections of the head."""

    def __init__(self, race, mark):
        self.race = race
        self.code = self.marked_line(mark)
        corrections = [text.split(" ", 1) for text in race.keys.get("access", "").split(", ") if text]
        self.corrections = [what for which, what in corrections if which == mark]
        operation = OPERATION.search(self.code)
        self.operation = operation[1].lower() if operation else None

    def marked_line(self, mark):
        where = self.race.locations(mark)[0]
        name, _, number = where.rpartition(":")
        is_here = name == self.race.path.name
        text = code_of(self.race) if is_here else without_comments((RACES / name).read_text().splitlines())
        code = wrong_version(text).split("\n")
        at = int(number) - (self.race.line if is_here else 1)
        before = code[at - 1] if at and "omp atomic" in code[at - 1] else ""
        return before + code[at]

    @property
    def call(self):
        if self.operation:
            return self.operation
        code = re.sub(r"\bfor \(.*?;.*?;[^;]*?\) ", "", self.code)  # its assignments
        code = re.sub(r"^\s*(const )?\w+\*?( const)? \w+ = ", "", code)  # of a new variable
        return next((kind for kind in self.corrections if kind in CALLS),
                    next(kind for kind, pattern in CALLS.items() if re.search(pattern, code)))

    @property
    def buffer(self):
        """The buffer of an operation or message that the access uses, or None if it is memory of the window."""
        if corrected := next((kind for kind in self.corrections if kind in (ORIGIN, RESULT)), None):
            return corrected
        if self.race.rule != "MM-BUF-1":
            return None
        if self.operation:
            return RESULT if {RESULT} & set(ROWS[self.operation]) else ORIGIN
        if self.call == "message":
            return RESULT if RECEIVED.search(self.code) else ORIGIN
        return None


def window_of(race):
    """Returns the kind of window memory that a race is about."""
    code = code_of(race)
    if re.search(r"\b(MPI_Win_allocate_shared|begin_shared)\(", code):
        return SHARED
    return ATTACHED if re.search(r"\b(MPI_Win_create_dynamic|begin_attached)\(", code) else TARGET


def both_accesses(race):
    """Returns (access, memory) for the two accesses of a race."""
    first, second = (Access(race, mark) for mark in ("first", "second"))

    def memory(access, other):
        if access.operation:
            return access.buffer or window_of(race)
        if other.operation:
            return other.buffer or window_of(race)
        return access.buffer or other.buffer or window_of(race)

    return (first, memory(first, second)), (second, memory(second, first))


def words(access, memory):
    """Returns the words that findings may use for the access, such as {"the source buffer of put"}."""
    if access.operation:
        name = access.operation
        return {{ORIGIN: f"the source buffer of {name}", RESULT: f"the result buffer of {name}"}.get(memory, name)}
    if access.call == "attach, detach":
        return {"win_attach", "win_detach"}
    if access.call == "load":
        return {"load"}
    if access.call == "store":
        return {"load", "store"} if re.search(r"[-+]=|\+\+|\b(\w+)\[.* = .*\b\1\[", access.code) else {"store"}
    return {"load", "store", "the send buffer", "the receive buffer"}


def columns(race):
    code = code_of(race)
    return {column for column, pattern in COLUMNS.items() if re.search(pattern, code)}


def counted(some):
    """Returns the number of races by (call, memory, synchronisation)."""
    counts = {}
    for race in some:
        for row in {(access.call, memory) for access, memory in both_accesses(race)}:
            assert row[1] in ROWS[row[0]], f"{race.name}: {row}"
            for column in columns(race):
                counts[*row, column] = counts.get((*row, column), 0) + 1
    return counts


def before():
    """Returns the programs that were there at the commit, as they are now."""
    names = set(BEFORE.read_text().split())
    some = [race for race in races() if race.name in names]
    assert len(some) == len(names), names - {race.name for race in some}
    return some


TITLE = "## Calls, memory, synchronisation\n"
HEAD = """
Written by `tests/mpi/races_table.py` from the sources. A row is a call and the memory in which it meets the other
access; a column is a synchronisation that the program uses, wrong or right. A cell has the number of programs at commit
bffacd52 and now, `.` is none. A program counts in the rows of its two accesses, and in several columns.

{} programs at commit bffacd52 fill {} of {} cells, {} programs now fill {}.

"""


def page():
    """Returns the part of the page FOUND.md that is made here."""
    then, now = counted(before()), counted(races())
    rows = [(call, memory) for call, memories in ROWS.items() for memory in memories]

    def cell(key):
        return f"{then.get(key, '.')} {now.get(key, '.')}" if key in now or key in then else "."

    lines = [["call", "memory", *COLUMNS], ["---"] * (2 + len(COLUMNS)),
             *([*row, *(cell((*row, column)) for column in COLUMNS)] for row in rows)]
    cells = len(rows) * len(COLUMNS)
    return (TITLE + HEAD.format(len(before()), len(then), cells, len(races()), len(now)) +
            "".join("| " + " | ".join(line) + " |\n" for line in lines))


def empty():
    """Returns the rows, with the columns in which they have no program."""
    now = counted(races())
    return [(call, memory, [column for column in COLUMNS if (call, memory, column) not in now])
            for call, memories in ROWS.items() for memory in memories]


if __name__ == "__main__":
    if sys.argv[1:] == ["--empty"]:
        for row in empty():
            print(f"{row[0]}, {row[1]}: {len(row[2])} empty: {', '.join(row[2])}")
    else:
        print(page(), end="")
