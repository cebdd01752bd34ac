"""Reads the tables of the API: functions.inc and constants.inc. Bad rows are errors with file and line."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROW = re.compile(r"^(MPI_[A-Z]+)\((.*?)\)\s*$", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"(\w+):([^:\[\]]+)(?:\[(\w+)\])?")
FORMS = {"small", "both"}
STATES = {"done", "core", "later", "refused"}

# By kind of a parameter: its type in C; in the forms with large counts, if that differs; and what is behind the name.
# A kind with _inout has the type of the kind with _out. Kinds that C does not distinguish differ in Fortran.
TYPES = {
    "aint": "MPI_Aint", "aint_out": "MPI_Aint*", "aints": "const MPI_Aint []", "aints_out": "MPI_Aint []",
    "argv": "char* []", "argvs": "char** []", "attribute": "void*", "attribute_out": "void*", "base_out": "void*",
    "buffer": "void*", "const_buffer": "const void*", "const_int": "const int",
    "comm": "MPI_Comm", "comm_out": "MPI_Comm*", "double": "double",
    "errhandler": "MPI_Errhandler", "errhandler_out": "MPI_Errhandler*", "file": "MPI_File", "file_out": "MPI_File*",
    "fint": "MPI_Fint", "fints": "const MPI_Fint*", "fints_out": "MPI_Fint*", "flag": "int", "flag_out": "int*",
    "flags": "const int []", "flags_out": "int []", "group": "MPI_Group", "group_out": "MPI_Group*",
    "index_out": "int*", "indices_out": "int []", "info": "MPI_Info", "info_out": "MPI_Info*",
    "infos": "const MPI_Info []", "int": "int", "int_out": "int*", "ints": "const int []", "ints_out": "int []",
    "keyval": "int", "keyval_out": "int*", "long_count": "MPI_Count", "long_count_out": "MPI_Count*",
    "long_counts_out": "MPI_Count []", "main_argc": "int", "main_argc_out": "int*", "main_argv": "char* []",
    "main_argv_out": "char***", "message": "MPI_Message", "message_out": "MPI_Message*",
    "offset": "MPI_Offset", "offset_out": "MPI_Offset*", "old_aint": "MPI_Aint", "old_aint_out": "MPI_Aint*",
    "old_aints": "const MPI_Aint []", "old_attribute": "void*", "old_attribute_out": "void*", "old_state": "void*",
    "op": "MPI_Op", "op_out": "MPI_Op*", "ranges": "int [][3]",
    "rank": "int", "request": "MPI_Request", "request_out": "MPI_Request*", "requests": "const MPI_Request []",
    "requests_out": "MPI_Request []", "root": "int", "session": "MPI_Session", "session_out": "MPI_Session*",
    "state": "void*", "status": "const MPI_Status*", "status_out": "MPI_Status*", "statuses_out": "MPI_Status*",
    "tag": "int", "text": "const char*", "text_array": "const char []", "text_out": "char*", "type": "MPI_Datatype",
    "type_out": "MPI_Datatype*", "types": "const MPI_Datatype []", "types_out": "MPI_Datatype []",
    "varargs": "...", "weights": "const int*", "weights_out": "int []", "win": "MPI_Win", "win_out": "MPI_Win*",
    "count": "int", "count_out": "int*", "counts": "const int []", "disps": "const int []",
    "extent": "MPI_Aint", "extent_out": "MPI_Aint*", "extents": "const MPI_Aint []", "unit": "int",
    "unit_out": "int*",
}
LARGE_TYPES = {
    "count": "MPI_Count", "count_out": "MPI_Count*", "counts": "const MPI_Count []", "disps": "const MPI_Aint []",
    "extent": "MPI_Count", "extent_out": "MPI_Count*", "extents": "const MPI_Count []", "unit": "MPI_Aint",
    "unit_out": "MPI_Aint*",
}


@dataclass(frozen=True)
class Parameter:
    """A parameter. The kind `fn.X` is a function of type MPI_X, with `+` of MPI_X_c for large counts; `c.T` is the C
    type T, with ~ for blanks. `length` is the name of another parameter, or empty."""

    name: str
    kind: str
    length: str = ""

    @property
    def base_kind(self) -> str:
        """The kind, with _out for _inout."""
        return self.kind.replace("_inout", "_out")

    def c_type(self, large: bool) -> str:
        if self.kind.startswith("fn."):
            name = self.kind.removeprefix("fn.")
            return f"MPI_{name.rstrip('+')}{'_c' if large and name.endswith('+') else ''}*"
        if self.kind.startswith("c."):
            return self.kind.removeprefix("c.").replace("~*", "*").replace("~", " ")
        kind = self.base_kind
        return LARGE_TYPES.get(kind, TYPES[kind]) if large else TYPES[kind]

    def declaration(self, large: bool) -> str:
        if self.kind == "varargs":
            return "..."
        base, bracket, rest = self.c_type(large).partition(" [")
        return f"{base} {self.name}{bracket.strip() and '['}{rest}" if bracket else f"{base} {self.name}"


def read_parameter(word: str) -> Parameter | None:
    """Returns the parameter of a word name:kind or name:kind[length]; None if the word is something else."""
    match = WORD.fullmatch(word)
    known = match and (match[2].replace("_inout", "_out") in TYPES or match[2].startswith(("fn.", "c.")))
    return Parameter(match[1], match[2], match[3] or "") if known else None


@dataclass(frozen=True)
class Function:
    """A row of functions.inc. `name` has no MPI_."""

    name: str
    chapter: str
    forms: str
    state: str
    words: tuple[str, ...]

    @cached_property
    def result(self) -> str | None:
        """The kind of the result; None for an error code."""
        first = self.words[0] if self.words else ""
        return first.removeprefix("return:") if first.startswith("return:") else None

    @cached_property
    def parameters(self) -> list[Parameter]:
        return [read_parameter(word) for word in self.words if not word.startswith("return:")]

    def variants(self) -> list[tuple[str, bool]]:
        """Returns the names of the C functions without MPI_, and True for large counts."""
        return [(self.name, False)] + ([(f"{self.name}_c", True)] if self.forms == "both" else [])

    def prototype(self, prefix: str, name: str, large: bool) -> str:
        result = Parameter("", self.result).c_type(False) if self.result else "int"
        arguments = ", ".join(one.declaration(large) for one in self.parameters) or "void"
        return f"{result} {prefix}{name}({arguments})"


@dataclass(frozen=True)
class Constant:
    """A row of constants.inc. `group` is the kind of a handle, the subject of a number, or a pointer's type."""

    row: str
    group: str
    name: str
    value: str


class BadTable(Exception):
    """A row that is wrong: file, line, and the reason."""


def rows(file: Path) -> list[tuple[str, str, str]]:
    """Returns the rows of a table as (location, macro, arguments). Comments are no rows."""
    text = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
    found = [(f"{file.name}:{text.count(chr(10), 0, row.start()) + 1}", row[1], row[2]) for row in ROW.finditer(text)]
    if len(found) != len(re.findall(r"^MPI_", text, re.MULTILINE)):
        raise BadTable(f"{file.name}: a row does not end")
    return found


def read_functions(file: Path = HERE / "functions.inc") -> list[Function]:
    found, names = [], set()
    for location, macro, arguments in rows(file):
        head, _, tail = arguments.partition('"')
        fields = [field.strip() for field in head.rstrip(", \n").split(",")]
        if macro != "MPI_FUNCTION" or len(fields) != 4:
            raise BadTable(f"{location}: no row of MPI_FUNCTION(name, chapter, forms, state, parameters)")
        words = tuple(re.sub(r'"\s*"', "", tail.rstrip('" \n')).split())
        name, chapter, forms, state = fields
        if forms not in FORMS or state not in STATES:
            raise BadTable(f"{location}: {forms}, {state}: allowed are {sorted(FORMS)}, {sorted(STATES)}")
        if odd := [word for word in words if read_parameter(word) is None]:
            raise BadTable(f"{location}: {odd[0]} is no parameter of a known kind")
        if name in names:
            raise BadTable(f"{location}: {name} has two rows")
        names.add(name)
        found.append(Function(name, chapter, forms, state, words))
    return found


FIELDS = {"MPI_HANDLE": 3, "MPI_SYNONYM": 3, "MPI_NUMBER": 3, "MPI_POINTER": 3, "MPI_MACRO": 2}


def read_constants(file: Path = HERE / "constants.inc") -> list[Constant]:
    found = []
    for location, macro, arguments in rows(file):
        fields = [field.strip() for field in arguments.split(",")]
        if len(fields) != FIELDS.get(macro):
            raise BadTable(f"{location}: {macro} has {len(fields)} fields: allowed are {FIELDS}")
        found.append(Constant(macro, *([""] if len(fields) == 2 else []), *fields))
    return found
