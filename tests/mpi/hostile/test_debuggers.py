"""A debugger stops at a line of one rank of a program in our own host, and prints its stack and variables."""

import re
import shutil
import subprocess

import pytest
from hostile_programs import BINARY, BUILT, HERE, ROOT, compile_by


@pytest.mark.slow
def test_gdb_breaks_at_a_line_of_rank_3():
    gdb = shutil.which("gdb")
    if gdb is None:
        pytest.skip("gdb is not installed")
    BUILT.mkdir(exist_ok=True)
    program = BUILT / "debugged"
    compile_by(BINARY, "cc", "-O0", f"-I{ROOT}", "-o", program, HERE.parent / "hosted/ends.c")
    line = next(number for number, text in enumerate((HERE.parent / "hosted/ends.c").read_text().splitlines(), 1)
                if "MPI_Barrier(MPI_COMM_WORLD);" in text and "too" not in text and number > 40)
    commands = ["set breakpoint pending on", f"break ends.c:{line} if rank == 3", "run", "backtrace 1", "print size"]
    finished = subprocess.run([gdb, "-batch", *(f"-ex={one}" for one in commands), "--args", f"{BINARY}-host", "exec",
                               "-n", "4", program, "words"], capture_output=True, text=True, check=True, timeout=120)
    assert re.search(rf"^#0 +main \(argc=2, .*ends\.c:{line}$", finished.stdout, re.M), finished.stdout
    assert "$1 = 4\n" in finished.stdout
