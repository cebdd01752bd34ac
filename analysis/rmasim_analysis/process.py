"""Runs the simulator once. Dask sends these functions to workers, which do not have this package: they use only the
standard library, and return plain values."""

import os
import subprocess


def play(program, scenario, arguments, begin=subprocess.Popen, ended=None):
    """Runs `scenario` and waits for the end: exit code, standard output and standard error as bytes, processor time in
    seconds. `begin` starts the process; `ended`, if there is one, is told when it is gone."""
    with memory_file() as output, memory_file() as complaints:
        command = [program, "run", str(scenario), "--format", "json", *arguments]
        process = begin(command, stdin=subprocess.DEVNULL, stdout=output, stderr=complaints)
        _, status, usage = os.wait4(process.pid, 0)
        if ended:
            ended(process)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, contents(output), contents(complaints), usage.ru_utime + usage.ru_stime


def play_all(program, scenario, commands):
    """The runs of a task: `commands` are pairs of a number and arguments."""
    return [(number, play(program, scenario, arguments)) for number, arguments in commands]


def memory_file():
    """Takes any amount without a reader, which a pipe does not."""
    return open(os.memfd_create("rmasim"), "w+b", buffering=0)


def contents(file):
    file.seek(0)
    return file.read()
