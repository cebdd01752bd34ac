"""Children, executed programs, signals, jumps, streams, descriptors, directories, and interrupted runs."""

from hostile_rows import Row

ENDS = r"rank 0 ends\n(.|\n)*rank 1 ends\n"
LAST = r".*; its last call of MPI was MPI_Comm_size at children\.c:\d+ in main"
NO_CHILD = "rmasim: a forked child of rank 1 "

CHILDREN = {
    "child that ends": {"fork_exit": 5, "fork_exit_at_once": 5, "fork_quick_exit": 5, "fork_fork": 5, "fork_prints": 5,
                        "fork_sleeps": 5},
    "child that dies": {"fork_abort": 134, "fork_null": 139, "fork_killed": 137, "fork_term": 143,
                        "fork_overflow": 139},
    "child that executes": {"fork_execv": 5, "fork_execvp": 5, "fork_execve": 5, "fork_execl": 5,
                            "fork_exec_missing": 5, "vfork_execvp": 5},
    "child that uses MPI": {"fork_barrier": 70, "fork_send": 70, "fork_finalize": 70, "fork_win": 70, "fork_rank": 5,
                            "fork_abort_mpi": 70},
    "children of libc": {"system": 0, "popen": 0, "spawn": 0, "spawnp": 0, "wait_nobody": 0},
}
RIGHT = {
    "signal that is handled": ["handled", "handled_info", "ignored", "ignored_by_default", "blocked",
                               "interrupt_handled"],
    "arguments of signals": ["kill_handler", "no_signal", "alarm", "abort_jump"],
    "jump": ["jump", "jump_over_calls", "jump_out_of_error_handler"],
    "stream that is closed": ["close_stdout", "close_descriptor", "close_stderr", "close_stdin"],
    "descriptors of others": ["close_range", "close_many", "many_files", "rlimit_files", "rlimit_core"],
    "stream that is changed": ["lock", "unbuffered", "own_buffer"],
    "full device of a program": ["full_file", "full_file_left"],
    "output of a program": ["much_output", "no_newline", "zeros", "temporary"],
    "working directory": ["chdir", "chdir_missing", "fchdir", "umask"],
    "environment of a rank": ["setenv", "clearenv", "putenv_stack", "environ_null"],
    "process of all ranks": ["dlopen_missing", "dlopen_libm", "session", "group"],
    "child that is left": ["fork_left"],
}


def children():
    for kind, rows in CHILDREN.items():
        for how, code in rows.items():
            own = NO_CHILD + ".*$" if code == 70 else ""
            yield Row(kind, how, "children.c", (how, str(code)), 0, own=own, output=ENDS)
    for how in ("execv", "execve", "execvp", "execvpe", "execl", "execlp"):
        file = "true" if "p" in how else "/bin/true"
        yield Row("program that a rank executes", how, "children.c", (how,), 4,
                  rf'rank 1 called \w+\("{file}"\), which would replace the simulation' + LAST)
    for how, name in (("execle", "execle"), ("fexecve", "fexecve")):
        yield Row("other forms of exec", how, "children.c", (how,), 4,
                  rf"rank 1 called {name}\(.*\), which would replace the simulation" + LAST)


def rest():
    for kind, names in RIGHT.items():
        for how in names:
            yield Row(kind, how, "children.c", (how,), 0, output=ENDS)
    for how in ("dup_over", "reopen"):  # the others' output and the report are not affected
        yield Row("stream that is changed", how, "children.c", (how,), 0,
                  output=r"rank 0 ends\n(?!rank 1)(.|\n)*Messages ")
    yield Row("output of a program", "file_left", "children.c", ("file_left",), 0, output=ENDS, left=("left.txt",))
    for how, signal in (("handled_once", "SIGUSR1"), ("interrupt", "SIGINT")):
        yield Row("signal that ends a rank", how, "children.c", (how,), 4,
                  f"rank 1 was ended by signal {signal}" + LAST)
    for how in ("abort_handled", "abort_ignored"):
        yield Row("signal that ends a rank", how, "children.c", (how,), 4, r"rank 1 called abort\(\)" + LAST)


ROWS = [*children(), *rest()]
