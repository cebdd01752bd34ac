"""Programs in the process of a small host (tests/process/host_main.cpp): forms, state by rank, ends."""

import functools
import itertools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HOST = os.environ["RMASIM_PROCESS_HOST"]
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = HERE / "programs"
EXPORTS = ROOT / "sim/mpi/process/exports.list"

# What `ends.c` does, its exit code, and the end of rank 0 as the host reports it. Codes with the rank's number are 30.
ENDS = {
    "return": (30, "returned 30"),
    "exit": (30, "called exit(30)"),
    "_exit": (30, "called _exit(30)"),
    "_Exit": (30, "called _exit(30)"),
    "quick_exit": (30, "called quick_exit(30)"),
    "abort": (134, "called abort()"),
    "pthread_exit": (0, "ended by pthread_exit"),
    "syscall": (30, "ended by a system call with code 30"),
    "instruction": (30, "ended by a system call with code 30"),
    "null": (139, "was ended by signal SIGSEGV at address 0x8"),
    "divide": (136, "was ended by signal SIGFPE at address 0x"),
    "deep": (139, "has left its stack"),
    "raise": (143, "was ended by signal SIGTERM"),
    "kill": (137, "was ended by signal SIGKILL"),
    "in_printf": (139, "was ended by signal SIGSEGV at address 0x8"),
    "handler": (41, "called exit(41)"),
    "ignored": (0, "returned 0"),
    "err": (5, "was ended by the C library with code 5"),
    "error": (6, "was ended by the C library with code 6"),
    "assert": (134, "called abort()"),
    "leak": (0, "returned 0, 1 blocks not freed"),
    "wild_free": (134, "freed memory that is no block of a heap"),
    "double_free": (134, "freed a block of its heap twice"),
    "fork": (9, "called exit(9)"),
    "child_executes": (7, "called exit(7)"),
    "child_communicates": (70, "called exit(70)"),
    "child_crashes": (139, "called exit(139)"),
    "exec": (1, 'called execlp("true"), which would replace the simulation'),
    "system": (6, "called exit(6)"),
}
# At these ends, functions of atexit run.
RUNS_ATEXIT = {"return", "exit", "pthread_exit", "handler", "ignored", "err", "error", "leak", "fork", "child_executes",
               "child_communicates", "child_crashes", "system"}
THROWN = {
    "main": "did not catch an exception of type std::runtime_error: reason of rank 0",
    "number": "did not catch an exception of type int",
    "noexcept": "did not catch an exception of type std::logic_error: noexcept",
    "thread": "did not catch an exception of type std::range_error: thread",
}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("programs of a host")  # blanks in names must not matter


@pytest.fixture(scope="module")
def build(folder):
    """Returns a function that builds a program in our form, or with the options of another form."""
    start = output_of("gcc", "-print-file-name=Scrt1.o").strip()
    ours = ["-fPIC", "-shared", "-Wl,-Bsymbolic", "-Wl,-e,_start", start, ROOT / "sim/mpi/process/interpreter.s"]
    numbers = itertools.count()

    @functools.cache
    def build(source, *options, form="ours", compiler="", more=()):
        compiler = compiler or ("g++" if source.endswith(".cc") else "gcc")
        program = folder / f"{Path(source).stem}{next(numbers)}"
        link = ours if form == "ours" else [*form.split(), "-L", folder, "-ltestapi"]
        subprocess.run([compiler, "-O1", "-w", "-I", ROOT, PROGRAMS / source, "-o", program, *options, *link, *more],
                       check=True)
        return program

    stubs = "int test_rank(){return 0;} int test_size(){return 1;} void test_yield(){} void test_pass(){}" \
            "void* test_address(int r,void*a){return a;} int test_owner(){return 0;}" \
            "void test_thread(void(*f)(void*),void*a){f(a);}"
    subprocess.run(["gcc", "-w", "-shared", "-fPIC", "-x", "c", "-", "-o", folder / "libtestapi.so"], input=stubs,
                   text=True, check=True)
    return build


def host(*arguments):
    return subprocess.run([HOST, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


def inspect(file):
    return subprocess.run([HOST, "--inspect", str(file)], capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("pointers", ["own", "shared"])
def test_each_rank_has_the_state_of_a_process(build, pointers):
    done = host("--thread-pointers", pointers, "--ranks", 64, build("state.c"), "one", "two words")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_executables_of_other_compilers_run(build):
    program = build("state.c", form="-fPIE -pie")
    assert host("--ranks", 5, program, "one", "two words").returncode == 0
    assert "kind: pie" in inspect(program)


def test_a_program_starts_by_itself(build):
    program = build("state.c", form="-fPIE -pie")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(program.parent)}
    subprocess.run([program, "one", "two words"], env=environment, check=True)


@pytest.mark.parametrize("form, pointers", [("ours", "own"), ("-fPIE -pie", "own"), ("-fPIE -pie", "shared")])
def test_cplusplus(build, folder, tmp_path, form, pointers):
    library = folder / "libown.so"
    if not library.exists():
        output_of("g++", "-O1", "-I", ROOT, "-shared", "-fPIC", PROGRAMS / "library.cc", "-o", library)
    own = ("-L", str(folder), "-lown", f"-Wl,-rpath,{folder}")
    program = build("cplusplus.cc", form=form, more=own)
    done = host("--thread-pointers", pointers, "--ranks", 64, program, tmp_path)
    assert done.returncode == 0, done.stderr
    words = [line for line in done.stdout.splitlines() if line.startswith("last")]
    assert words == [f"last words of rank {i}" for i in range(64)]
    assert "static destructor of rank 1\n" in done.stdout and "thread-local destructor of rank 1\n" in done.stdout
    for i in range(64):
        # exit, which every fifth rank calls, does not destroy main's own stream.
        assert (tmp_path / str(i)).read_text() == ("" if i % 5 == 0 else f"rank {i}\n")
        assert (tmp_path / f"static{i}").read_text() == f"rank {i}\n"


@pytest.mark.parametrize("how", ENDS)
def test_a_rank_ends(build, how):
    code, text = ENDS[how]
    done = host("--ranks", 2, build("ends.c"), how)
    assert done.returncode == code
    assert re.search(rf"^ranks? 0(-1)?: {re.escape(text)}", done.stderr, re.M), done.stderr
    if how == "err":
        assert re.match(r"ends\d+: reason: Success\n", done.stderr)
    # The functions of a forked child's copy of the list run, too.
    runs = 1 + (how == "fork") if how in RUNS_ATEXIT else 0
    assert done.stdout.count("atexit of 0") == runs == done.stdout.count("atexit of 1")
    assert ("at_quick_exit of 1" in done.stdout) == (how == "quick_exit")
    assert ("signal 12 of 1" in done.stdout) == (how == "ignored")


@pytest.mark.parametrize("how", THROWN)
def test_an_exception_that_is_not_caught(build, how):
    done = host("--ranks", 1, build("throws.cc"), how)
    assert done.returncode == 134
    assert f"rank 0: {THROWN[how]}" in done.stderr


def test_files_are_written_at_the_end(build, tmp_path):
    assert host("--ranks", 40, build("ends.c"), "file", tmp_path).returncode == 0
    assert [(tmp_path / str(i)).read_text() for i in range(40)] == [f"not closed by {i}\n" for i in range(40)]


def test_virtual_time_and_streams_that_one_rank_closes(build):
    done = host("--virtual", "--ranks", 3, build("clock.c"))
    assert (done.returncode, done.stdout) == (0, "rank 0\nrank 1\nrank 2\n"), done.stderr
    assert done.stderr == "ranks 0-2: returned 0\n"


@pytest.mark.slow
def test_guards_of_many_stacks(build):
    done = host("--ranks", 8200, "--stack", 65536, build("ends.c"), "deep")
    assert done.returncode == 139 and done.stderr.startswith("ranks 0-1: has left its stack\nranks 2-8199: ")


@pytest.mark.slow
def test_a_stack_without_a_guard(build):
    """Rank 3 writes below its stack, and is found at its next switch."""
    done = host("--few-guards", "--ranks", 8200, "--stack", 65536, build("ends.c"), "too_deep")
    assert "\nrank 3: has left its stack\n" in done.stderr


@pytest.mark.slow
def test_many_ranks(build):
    assert host("--ranks", 65536, build("switches.c"), 2).returncode == 0


@pytest.mark.slow
def test_debuggers(build):
    """Breaks at a line of rank 3 and prints its stack and variables."""
    gdb = shutil.which("gdb")
    if gdb is None:
        pytest.skip("gdb is not installed")
    program = build("state.c", "-g", "-O0")
    commands = ["set breakpoint pending on", "break variables if (int)test_rank() == 3", "run", "backtrace",
                "print initialised", "next", "next", "print (int)test_rank()"]
    text = output_of(gdb, "-batch", *(f"-ex={one}" for one in commands), "--args", HOST, "--ranks", "5", program, "one",
                     "two words")
    assert re.search(r"#0 +(\S+ in )?variables \(\) at .*state.c:\d+\n#1 .* main ", text)
    assert "$1 = 7\n" in text and "$2 = 3\n" in text


@pytest.mark.parametrize("pointers", ["own", "shared"])
def test_threads(build, pointers):
    assert host("--thread-pointers", pointers, "--ranks", 10, build("threads.c")).returncode == 0


@pytest.mark.parametrize("ranks", [2, 7])
def test_no_write_to_a_variable_is_lost(build, ranks):
    """By the rank or by another one, to contents that all ranks have or not, in areas of all sizes."""
    assert host("--ranks", ranks, build("variables.c"), 3000).returncode == 0


@pytest.mark.parametrize("bytes_", [4096, 8 << 20])
def test_variables_of_any_size(build, bytes_):
    assert host("--ranks", 100, build("switches.c", f"-DVARIABLES={bytes_}"), 20).returncode == 0


def broken_files(build, folder):
    """Yields a file and the sentence that refuses it."""
    program = build("switches.c").read_bytes()

    def file(name, contents, mode=0o755):
        path = folder / name
        path.write_bytes(contents)
        path.chmod(mode)
        return path

    yield folder / "absent", "It cannot be opened: No such file or directory."
    yield folder, "It is a directory."
    yield "/dev/null", "It is a device, and no regular file."
    yield file("empty", b""), "It is empty."
    yield file("script", b"#!/bin/sh\n"), "It is a script, and no executable."
    yield file("text", b"text, and no program"), "It is no ELF file."
    yield file("not executable", program, 0o644), "It has no permission to be executed."
    yield file("cut", program[:5000]), "It is cut off: a segment ends after the end of the file."
    yield file("head", program[:40]), "It is cut off in its header."
    yield file("32 bits", program[:4] + b"\1" + program[5:]), "It is an executable of 32 bits."
    yield file("arm", program[:18] + b"\xb7" + program[19:]), "It is made for another processor than x86-64."
    yield build("switches.c", form="-no-pie"), \
        "It is linked with -no-pie, so it can only be loaded at one address: link it as a PIE."
    yield folder / "libtestapi.so", "It is a shared library, and no program."
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    yield fifo, "It is a FIFO, and no regular file."
    plain = folder / "plain.c"
    plain.write_text("int main(void) { return 0; }\n")
    for option, text in (("-static", "It is a static executable: link it dynamically."),
                         ("-static-pie", "It is a static executable (-static-pie): link it dynamically."),
                         ("-c", "It is an object file that is not linked.")):
        made = folder / f"plain{option}"
        subprocess.run(["gcc", option, plain, "-o", made], check=True)
        made.chmod(0o755)
        yield made, text


def test_what_is_no_program_is_refused(build, folder):
    for file, text in broken_files(build, folder):
        assert inspect(file) == f"refused: {text}\n", file
        done = host(file)
        assert (done.returncode, done.stderr) == (2, f"{file}: {text}\n")


def test_damaged_files_never_crash_the_inspection(build, folder):
    program = build("switches.c").read_bytes()
    files = []
    for at in (*range(16, 64, 2), *range(64, 64 + 56 * 8, 4)):
        files.append(folder / f"damaged{at}")
        files[-1].write_bytes(program[:at] + b"\xff\xff\xff\x7f" + program[at + 4:])
        files[-1].chmod(0o755)
    done = subprocess.run([HOST, "--inspect", *files], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 2) and done.stderr == ""
    assert len(re.findall("^(kind|refused): ", done.stdout, re.M)) == len(files)


def test_a_function_that_nobody_has(folder, build):
    source = folder / "missing.c"
    source.write_text("void MPI_Missing(void); int main(void) { MPI_Missing(); return 0; }\n")
    program = build(str(source))
    assert host(program).stderr == f"{program}: It uses MPI_Missing, which no library has.\n"


def test_inspection_describes_a_program(build):
    text = inspect(build("state.c"))
    assert text.startswith("kind: ours\ninterpreter: /lib64/ld-linux-x86-64.so.2\n")
    # Two integers and a pointer, of which one integer is zero at the start. `large` and `zero` are in .bss.
    local = re.search(r"^thread-local: (\d+) bytes, (\d+) initialised, align (\d+)$", text, re.M)
    assert 16 <= int(local[1]) <= 24 and int(local[1]) > int(local[2]) >= 12 and local[3] == "8"
    assert "needs: libc.so.6\n" in text and re.search(r"^section: \.bss 30\d{4}$", text, re.M)


def test_the_list_of_exports_has_all_entries():
    found = set()
    for file in (ROOT / "sim/mpi/process/entries").glob("*.cpp"):
        text = file.read_text()
        found.update(re.findall(r'RMASIM_ENTRY\([^"]*"(\w+)"', text), re.findall(r'__asm__\("(\w+)"\)', text),
                     re.findall(r"^RMASIM_WRITING_ENTRY\([^,]*, (\w+),", text, re.M))
    assert set(re.findall(r"^ +(\w+);", EXPORTS.read_text(), re.M)) == found
