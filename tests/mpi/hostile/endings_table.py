"""Endings: in each way, at each moment, in C, C++ and Fortran."""

from hostile_rows import MOMENTS, MOMENTS_IN_CPP, Row, of_death, of_exit

CODE = 7
EXITS = ["exit", "_exit", "_Exit", "quick_exit", "syscall", "instruction"]
EXITS_OF_LIBC = {"err": r"endings program: reason: Success$", "errx": r"endings program: reason$",
                 "error": r".*: reason: No such file", "error_at_line": r".*:file:3: reason$"}
ABORTS = {"abort": ("", r"called abort\(\)"),
          "assert": (r"\S*ways\.h:\d+: fail_assertion: Assertion `getenv.*' failed\.$", r"called abort\(\)"),
          "raise_abort": ("", "was ended by signal SIGABRT"), "kill_abort": ("", "was ended by signal SIGABRT"),
          "smash": (r"\*\*\* stack smashing detected \*\*\*: terminated$", r"called abort\(\)")}
SIGNALS = {"term": "SIGTERM", "hangup": "SIGHUP", "user": "SIGUSR1", "pipe": "SIGPIPE", "kill": "SIGKILL",
           "quit": "SIGQUIT"}
# A crash is reported with its line.
CRASHES = {"null": r"was ended by signal SIGSEGV at address 0x0 at ways\.h:\d+ in store_at",
           "wild": r"was ended by signal SIGSEGV at address 0x123456789000 at ways\.h:\d+ in store_at",
           "constant": r"was ended by signal SIGSEGV at address 0x[0-9a-f]+ at ways\.h:\d+ in store_at",
           "divide": r"was ended by signal SIGFPE at address 0x[0-9a-f]+ at ways\.h:\d+ in divide",
           "illegal": r"was ended by signal SIGILL at address 0x[0-9a-f]+ at ways\.h:\d+ in illegal",
           "trap": r"was ended by signal SIGTRAP at ways\.h:\d+ in trap",
           "call_null": r"was ended by signal SIGSEGV at address 0x0 at ways\.h:\d+ in call_null",
           "bus": r"was ended by signal SIGBUS at address 0x[0-9a-f]+ at ways\.h:\d+ in store_at",
           "overflow": "has left its stack"}
# Two moments of each stage, and three ways of each class at a moment, so that each pair of classes occurs.
IN_C = [name for name in MOMENTS if name != "thread_local"]
SOME = ["constructor", "library_constructor", "init", "handler", "operator", "barrier", "atexit", "library_destructor"]


def three_of(ways, turn):
    names = list(ways)
    return [names[(turn + step) % len(names)] for step in range(3)]


def exits():
    for turn, name in enumerate(IN_C):
        for way in three_of(EXITS, turn):
            code, message = of_exit(MOMENTS[name], CODE)
            yield Row(f"exit at {name}", way, "endings.c", (way, name), code, message)
    for turn, name in enumerate(SOME):
        for way in three_of(EXITS_OF_LIBC, turn)[:2]:
            code, message = of_exit(MOMENTS[name], CODE)
            yield Row(f"exit in libc at {name}", way, "endings.c", (way, name), code, message, EXITS_OF_LIBC[way])
    code, message = of_exit(MOMENTS["finalized"], CODE)
    yield Row("ends of main", "return", "endings.c", ("", "return"), code, message)
    yield Row("ends of main", "pthread_exit", "endings.c", ("", "main_thread"), 0)
    yield Row("ends of main", "nothing", "endings.c", ("", ""), 0)


def deaths():
    for turn, name in enumerate(SOME):
        for ways in (ABORTS, CRASHES):
            for way in three_of(ways, turn):
                own, text = ABORTS.get(way, ("", CRASHES.get(way)))
                code, message = of_death(MOMENTS[name], text, "endings.c")
                kind = "abort" if ways is ABORTS else "crash"
                yield Row(f"{kind} at {name}", way, "endings.c", (way, name), code, message, own)
    for turn, name in enumerate(["main", "comparison", "error_handler", "destructor"]):
        for way in three_of(SIGNALS, turn):
            code, message = of_death(MOMENTS[name], f"was ended by signal {SIGNALS[way]}", "endings.c")
            yield Row(f"signal at {name}", way, "endings.c", (way, name), code, message)


# How the C++ library ends a program: its own lines, and the end of the rank.
WHAT = r"terminate called after throwing an instance of '.*'$|  what\(\):  .*$"
UNCAUGHT = "did not catch an exception of type "
EXCEPTIONS = {
    "runtime_error": UNCAUGHT + "std::runtime_error: reason",
    "int": UNCAUGHT + "int",
    "text": UNCAUGHT + r"char const\*",
    "class": UNCAUGHT + r".*Own\b",
    "own": UNCAUGHT + ".*OwnError: own reason",
    "string": UNCAUGHT + r"std::\S*string",
    "noexcept": UNCAUGHT + "std::logic_error: in noexcept",
    "twice": UNCAUGHT + "std::runtime_error: ",
    "nested": UNCAUGHT + r"std::_Nested_exception<std::range_error>: outer",
    "again": UNCAUGHT + "std::out_of_range: again",
    "rethrown": UNCAUGHT + r".*Own\b",
    "bad_alloc": UNCAUGHT + "std::bad_alloc: std::bad_alloc",
    "vector": UNCAUGHT + "std::out_of_range: vector::_M_range_check",
    "map": UNCAUGHT + "std::out_of_range: map::at",
    "stoi": UNCAUGHT + "std::invalid_argument: stoi",
    "typeid": UNCAUGHT + "std::bad_typeid",
    "variant": UNCAUGHT + "std::bad_variant_access",
    "empty_function": UNCAUGHT + "std::bad_function_call",
    "throw_nothing": r"called abort\(\)",
    "terminate": r"called abort\(\)",
    "pure": r"called abort\(\)",
}
OWN = {"throw_nothing": "terminate called without an active exception$",
       "terminate": "terminate called without an active exception$",
       "pure": "pure virtual method called$|terminate called without an active exception$"}
MOMENTS_OF_EXCEPTIONS = ["constructor", "main", "init", "operator", "finalized", "atexit", "destructor", "thread_local"]


def in_cpp():
    names = list(EXCEPTIONS)
    for turn, name in enumerate(MOMENTS_OF_EXCEPTIONS):
        for step in range(5 if turn < 5 else 3):
            way = names[(5 * turn + step) % len(names)]
            code, message = of_death(MOMENTS_IN_CPP[name], EXCEPTIONS[way], "exceptions.cc")
            yield in_environment(f"exception at {name}", way, name, code, message, OWN.get(way, WHAT))
        way = ["exit", "_Exit", "quick_exit"][turn % 3]
        code, message = of_exit(MOMENTS_IN_CPP[name], CODE)
        yield in_environment(f"exit in C++ at {name}", way, name, code, message)
    for way in ("runtime_error", "int", "nested", "bad_alloc", "vector", "rethrown"):
        yield in_environment("exception that is caught", way, "caught", 0, "",
                             output=r"caught by 0\n(.|\n)*caught by 1\n|caught by 1\n(.|\n)*caught by 0\n")


def in_environment(kind, way, moment, code, message, own="", **more):
    environment = (("HOSTILE", f"{way}@{moment}"),)
    return Row(kind, way, "exceptions.cc", (), code, message, own, environment=environment, **more)


def in_fortran():
    waiting, dead = MOMENTS["init"], "MPI_Comm_rank"
    note = r"|Note: The following floating-point exceptions.*$"
    for name, way, code, own in [
            ("STOP", 0, 0, "$"), ("STOP with a code", 1, 7, "STOP 7$"), ("STOP with words", 2, 0, "STOP words$"),
            ("ERROR STOP", 3, 1, "ERROR STOP|Error termination.*|#.*|$"),
            ("ERROR STOP with a code", 4, 7, "ERROR STOP 7|Error termination.*|#.*|$"), ("exit", 5, 7, "$")]:
        expected, message = of_exit(waiting, code)
        yield Row("end in Fortran", name, "fortran.c", (str(way),), expected, message, own + note)
    for name, way, own in [
            ("open", 7, "At line .*|Fortran runtime error: Cannot open file.*|Error termination.*|#.*|$"),
            ("bounds", 8, "At line .*|Fortran runtime error: Index '8' of dimension 1.*|Error termination.*|#.*|$"),
            ("read", 9, "At line .*|Fortran runtime error: Bad integer.*|Error termination.*|#.*|$"),
            ("allocate", 10, "At line .*|Fortran runtime error: Attempting to allocate already.*|Error term.*|#.*|$")]:
        expected, message = of_exit(waiting, 2)
        yield Row("runtime error in Fortran", name, "fortran.c", (str(way),), expected, message, own)
    yield Row("runtime error in Fortran", "abort", "fortran.c", ("6",), 4,
              rf"rank 1 called abort\(\) at stops.f90:\d+ in .*; its last call of MPI was {dead} at fortran.c:\d+ in ",
              r"Program received signal.*|Backtrace.*|#.*|$")
    yield Row("output of Fortran", "print", "fortran.c", ("12",), 0, output=r"^ printed by Fortran$")
    yield Row("output of Fortran", "full device", "fortran.c", ("11",), 0)  # gfortran does not notice it at close


# Main programs in Fortran. The lines of its library are the program's own.
OWN_OF_LIBRARY = (r"STOP .*|ERROR STOP.*|Error termination.*|Program .*|Backtrace for this error:|#.*|\tat .*|"
                  r"At line .*|Fortran runtime error: .*|In file .* Error allocating .*|"
                  r"Note: The following floating-point.*|$")
ENDS_IN_FORTRAN = {"stop": 0, "stop_code": 7, "stop_words": 0, "error_stop": 1, "error_stop_code": 7, "exit": 7}
ERRORS_IN_FORTRAN = ["open", "bounds", "read", "allocated", "not_allocated"]
SEEN = r"at main_program\.f90:\d+ in ways::"
# The library has handlers of signals, which print the frames and raise the signal again.
CRASHES_IN_FORTRAN = {"null": "was ended by signal SIGSEGV " + SEEN + "ends",
                      "divide": "was ended by signal SIGFPE " + SEEN + "ends",
                      "overrun": "was ended by signal SIGSEGV " + SEEN + "overrun",
                      "abort": r"called abort\(\) " + SEEN + "ends",
                      "recursion": "was ended by signal SIGSEGV " + SEEN + "recursion"}
IN_FORTRAN = {name: MOMENTS[name] for name in ("main", "init", "operator", "error_handler", "attribute", "barrier",
                                               "finalized")}


def in_main_programs():
    for turn, (name, moment) in enumerate(IN_FORTRAN.items()):
        for way in three_of(ENDS_IN_FORTRAN, turn):
            yield in_main_program(f"end in Fortran at {name}", way, name, *of_exit(moment, ENDS_IN_FORTRAN[way]))
        for way in three_of(ERRORS_IN_FORTRAN, turn):
            yield in_main_program(f"runtime error in Fortran at {name}", way, name, *of_exit(moment, 2))
        for way in three_of(CRASHES_IN_FORTRAN, turn):
            yield in_main_program(f"crash in Fortran at {name}", way, name,
                                  *of_death(moment, CRASHES_IN_FORTRAN[way], "main_program.f90"))
    waiting, late = MOMENTS["init"], MOMENTS["finalized"]
    yield in_main_program("memory in Fortran at init", "too_much", "init", *of_exit(waiting, 1))
    yield in_main_program("memory in Fortran at finalized", "too_much", "finalized", *of_exit(late, 1))
    yield in_main_program("units in Fortran", "full_device", "finalized", 0, "")
    yield in_main_program("units in Fortran", "scratch", "finalized", 0, "")
    yield in_main_program("units in Fortran", "closed_unit", "finalized", 0, "", left=("fort.6",))
    yield in_main_program("ends of main in Fortran", "nothing", "nothing", 0, "")


def in_main_program(kind, way, moment, code, message, **more):
    return Row(kind, way, "main_program.f90", (way, moment), code, message, OWN_OF_LIBRARY, **more)


ROWS = [*exits(), *deaths(), *in_cpp(), *in_fortran(), *in_main_programs()]
