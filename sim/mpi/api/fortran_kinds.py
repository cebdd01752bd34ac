"""Fortran's side of the kinds of parameters: declarations for the modules, and conversions to the arguments of the
functions in C."""

from dataclasses import dataclass

from mpi_tables import Function, Parameter

HANDLES = {"comm": "Comm", "type": "Datatype", "errhandler": "Errhandler", "file": "File", "group": "Group",
           "info": "Info", "message": "Message", "op": "Op", "request": "Request", "session": "Session", "win": "Win"}
HANDLE_ARRAYS = {"types": "Datatype", "requests": "Request", "infos": "Info"}

INTEGER, ADDRESS, COUNT = "integer", "integer(kind=MPI_ADDRESS_KIND)", "integer(kind=MPI_COUNT_KIND)"
OFFSET = "integer(kind=MPI_OFFSET_KIND)"
# By kind, without _out: the type, also in the forms with large counts, and the shape.
NUMBERS = {
    "aint": (ADDRESS, ADDRESS, ""), "aints": (ADDRESS, ADDRESS, "(*)"), "attribute": (ADDRESS, ADDRESS, ""),
    "const_int": (INTEGER, INTEGER, ""),
    "count": (INTEGER, COUNT, ""), "counts": (INTEGER, COUNT, "(*)"), "disps": (INTEGER, ADDRESS, "(*)"),
    "double": ("double precision", "double precision", ""), "extent": (ADDRESS, COUNT, ""),
    "extents": (ADDRESS, COUNT, "(*)"), "flag": ("logical", "logical", ""), "flags": ("logical", "logical", "(*)"),
    "index": (INTEGER, INTEGER, ""), "indices": (INTEGER, INTEGER, "(*)"), "int": (INTEGER, INTEGER, ""),
    "ints": (INTEGER, INTEGER, "(*)"), "keyval": (INTEGER, INTEGER, ""), "long_count": (COUNT, COUNT, ""),
    "long_counts": (COUNT, COUNT, "(*)"), "offset": (OFFSET, OFFSET, ""), "old_aint": (INTEGER, INTEGER, ""),
    "old_aints": (INTEGER, INTEGER, "(*)"), "old_attribute": (INTEGER, INTEGER, ""),
    "old_state": (INTEGER, INTEGER, ""), "ranges": (INTEGER, INTEGER, "(3,*)"), "rank": (INTEGER, INTEGER, ""),
    "root": (INTEGER, INTEGER, ""), "state": (ADDRESS, ADDRESS, ""), "tag": (INTEGER, INTEGER, ""),
    "unit": (INTEGER, ADDRESS, ""), "weights": (INTEGER, INTEGER, "(*)"),
}
TEXTS = {"text": "", "text_array": "", "argv": "(*)", "argvs": "(count,*)"}
CHOICES = {"buffer", "const_buffer"}
# Parameters of C that Fortran does not have, and their arguments.
ONLY_IN_C = {"main_argc": "0", "main_argv": "nullptr", "main_argc_out": "nullptr", "main_argv_out": "nullptr",
             "varargs": ""}
# What distinguishes the form with large counts of a generic procedure: the kinds of counts and addresses are equal.
DISTINGUISHING = {"count", "counts", "disps", "unit"}


def stem(kind: str) -> str:
    return kind.removesuffix("_out").removesuffix("_inout")


def intent(kind: str) -> str:
    if kind.endswith("_inout"):
        return ", intent(inout)"
    return ", intent(out)" if kind.endswith("_out") else ", intent(in)"


def is_in_fortran(function: Function) -> bool:
    conversion = function.name.endswith(("_fromint", "_toint", "_c2f", "_f2c"))
    return not conversion and function.chapter not in ("tools", "abi")


def is_in_f08(function: Function) -> bool:
    """The functions that MPI had deprecated before have no binding for Fortran 2008."""
    return is_in_fortran(function) and function.chapter != "old" and not function.name.startswith(("Attr_", "Keyval_"))


def is_large_only(function: Function) -> bool:
    """True for a function with large counts whose parameters differ from those of the other form: it has a row of its
    own. Only the module mpi_f08 has it, with the generic name of the other form."""
    return function.name.endswith("_c")


def parameters(function: Function) -> list[Parameter]:
    return [one for one in function.parameters if one.kind not in ONLY_IN_C]


def declaration(one: Parameter, large: bool, f08: bool) -> list[str]:
    """Returns the lines that declare a parameter in an interface."""
    kind = stem(one.kind)
    if one.kind.startswith("fn."):
        name = one.c_type(large).rstrip("*")
        return [f"procedure({name}) :: {one.name}" if f08 else f"external :: {one.name}"]
    if kind in CHOICES or (kind == "base" and not f08):
        only_read = ", intent(in)" if kind == "const_buffer" else ""
        return [f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {one.name}", f"type(*), dimension(*){only_read} :: {one.name}"]
    if kind == "base":
        return [f"type(c_ptr), intent(out) :: {one.name}"]
    if kind in ("status", "statuses"):
        shape = "(*)" if kind == "statuses" else ""
        if f08:  # no intent: it may be MPI_STATUS_IGNORE
            return [f"type(MPI_Status){intent(one.kind) if one.kind == 'status' else ''} :: {one.name}{shape}"]
        return [f"integer :: {one.name}(MPI_STATUS_SIZE{',*' if shape else ''})"]
    if kind in TEXTS:
        return [f"character(len=*){intent(one.kind)} :: {one.name}{TEXTS[kind]}"]
    if kind in HANDLES or kind in HANDLE_ARRAYS:
        name = f"type(MPI_{HANDLES.get(kind) or HANDLE_ARRAYS[kind]})" if f08 else INTEGER
        return [f"{name}{intent(one.kind)} :: {one.name}{'(*)' if kind in HANDLE_ARRAYS else ''}"]
    small_type, large_type, shape = NUMBERS[kind]
    return [f"{large_type if large else small_type}{intent(one.kind)} :: {one.name}{shape}"]


# ---- The functions in C++ that a program in Fortran calls.

@dataclass(frozen=True)
class Converted:
    """A parameter of a function that Fortran calls, and the argument for the function in C."""

    parameter: str
    argument: str
    length: str = ""  # the hidden parameter with the length of a text


# Lengths of arrays that are numbers of processes (functions.inc).
PROCESSES = {"senders": "peers_of(*comm)", "receivers": "buffer_address(sendbuf) == MPI_IN_PLACE ? 0 : peers_of(*comm)",
             "sources": "neighbours_of(*comm).sources.size()",
             "destinations": "neighbours_of(*comm).destinations.size()"}


def handle_array(one: Parameter, handle: str) -> Converted:
    out = one.kind.endswith(("_out", "_inout"))
    kind = "HandlesOut" if out else "Handles"
    length = PROCESSES.get(one.length, f"*{one.length}")
    return Converted(f"{'' if out else 'const '}MPI_Fint* {one.name}", f"{kind}<{handle}>({one.name}, {length})")


def converted(one: Parameter, large: bool) -> Converted:
    kind, name, out = stem(one.kind), one.name, one.kind.endswith(("_out", "_inout"))
    if kind in HANDLES:
        handle = f"MPI_{HANDLES[kind]}"
        if out:
            return Converted(f"MPI_Fint* {name}", f"HandleOut<{handle}>({name})")
        return Converted(f"const MPI_Fint* {name}", f"to_handle<{handle}>(*{name})")
    if kind in HANDLE_ARRAYS:
        return handle_array(one, f"MPI_{HANDLE_ARRAYS[kind]}")
    if kind in ("text", "text_array"):
        length = f"std::size_t {name}_length"
        if out:
            return Converted(f"char* {name}", f"TextOut({name}, {name}_length)", length)
        return Converted(f"const char* {name}", f"trimmed({name}, {name}_length).c_str()", length)
    if kind in CHOICES:
        return Converted(f"{one.c_type(large)} {name}", f"buffer_address({name})")
    special = {
        "status": ("MPI_Fint*", "status_address({0})"), "statuses": ("MPI_Fint*", "statuses_address({0})"),
        "index": ("MPI_Fint*", "IndexOut({0})"), "indices": ("MPI_Fint*", f"IndicesOut({{0}}, {one.length})"),
        "weights": ("MPI_Fint*", "weights_address({0})"), "ranges": ("MPI_Fint (*", "{0}"),
        "old_aint": ("MPI_Fint*", "OldAddressOut({0})" if out else "*{0}"),
        "old_aints": ("MPI_Fint*", f"OldAddresses({{0}}, *{one.length})"),
    }
    if kind == "ranges":
        return Converted(f"MPI_Fint (*{name})[3]", name)
    if kind in special:
        type_name, argument = special[kind]
        return Converted(f"{'' if out else 'const '}{type_name} {name}", argument.format(name))
    if one.kind.startswith("fn."):
        return Converted(f"void (*{name})()", f"function_cast<{one.c_type(large)}>({name})")
    c_type, bracket, _ = one.c_type(large).partition(" [")
    if out or bracket:
        return Converted(f"{c_type}{'*' if bracket else ''} {name}", name)
    return Converted(f"const {c_type}* {name}", f"*{name}")
