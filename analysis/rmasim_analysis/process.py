"""Runs the simulator once. Dask sends these functions to workers, which do not have this package. The functions
therefore use only the standard library, and return plain values."""

import os
import subprocess


def play(program, scenario, arguments, begin=subprocess.Popen, ended=None):
    """Runs `scenario`. The other parameters have the same meaning as in `carry_out`."""
    return carry_out([program, "run", str(scenario), "--format", "json", *arguments], b"", begin, ended)


def carry_out(command, given=b"", begin=subprocess.Popen, ended=None):
    """Starts a process with the input `given`, and waits for its end. Returns the exit code, standard output and
    standard error as bytes, and the processor time in seconds. `begin` starts the process. If `ended` is not None, it
    is called after the process has exited."""
    with memory_file() as standard_input, memory_file() as output, memory_file() as complaints:
        standard_input.write(given)
        standard_input.seek(0)
        process = begin(command, stdin=standard_input, stdout=output, stderr=complaints)
        _, status, usage = os.wait4(process.pid, 0)
        if ended:
            ended(process)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, contents(output), contents(complaints), usage.ru_utime + usage.ru_stime


def carry_out_all(commands, folder):
    """Runs the processes of a task one after another, in the user's folder. `commands` are triples: a key, a command
    and its input."""
    def begin(*arguments, **options):
        return subprocess.Popen(*arguments, cwd=folder, **options)

    return [(key, carry_out(command, given, begin)) for key, command, given in commands]


def memory_file():
    """A file in memory for output. In contrast to a pipe, the file takes any amount of output without a reader."""
    return open(os.memfd_create("rmasim"), "w+b", buffering=0)


def contents(file):
    file.seek(0)
    return file.read()
