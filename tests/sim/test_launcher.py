"""The launcher in a folder without a build: its own answers, and its messages when it cannot build."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from rmasim_runner import BINARY

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534


@pytest.fixture(scope="module")
def package():
    """Returns a copy of the Python package. Each test gets links to it."""
    with tempfile.TemporaryDirectory() as name:
        yield shutil.copytree(ROOT / "analysis/rmasim_analysis", Path(name, "rmasim_analysis"))


@pytest.fixture
def checkout(package):
    """Returns a folder with the launcher and the files that it reads, without a build. Every user may enter the folder.
    It is not a folder of pytest, because a pytest session that begins meanwhile removes the permissions of other users.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file in ("rmasim", "CMakeLists.txt", "CMakePresets.json"):
            shutil.copy(ROOT / file, folder)
        (folder / "sim/frontend/install").mkdir(parents=True)
        shutil.copy(ROOT / "sim/frontend/install/needs.txt", folder / "sim/frontend/install")
        shutil.copytree(ROOT / "sim/frontend/install/help", folder / "sim/frontend/install/help")
        shutil.copytree(package, folder / "analysis/rmasim_analysis", copy_function=os.link)
        yield folder
        for made in (folder, folder / "build"):  # to be removed, should the user not be root
            if made.exists():
                made.chmod(0o755)


def built(checkout, output):
    """Makes a program that prints `output`, with a newer date than its sources."""
    program = checkout / "build/release/rmasim"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho {output}\n")
    program.chmod(0o755)
    (checkout / "protocol").mkdir(exist_ok=True)
    (checkout / "sim").mkdir(exist_ok=True)
    (program.parent / ".built").touch()


def launch(checkout, *arguments, **options):
    """Runs the launcher as a user who may not write to the checkout."""
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    for folder in (checkout, checkout / "build"):
        if folder.exists():
            folder.chmod(0o555)
    return subprocess.run([checkout / "rmasim", *arguments], capture_output=True, text=True, timeout=60, check=False,
                          **user, **options)


def verbs_of(text):
    return dict(re.findall(r"^  ([a-z][a-z+-]*) {2,}(.*)$", text, re.MULTILINE))


def test_its_help_has_every_verb_in_the_words_of_the_verb(checkout):
    own = launch(checkout, "--help")
    assert own.returncode == 0, own.stderr
    program = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    expected = verbs_of(program[program.index("Subcommands:"):])
    subcommands = verbs_of(own.stdout)
    assert subcommands.pop("test") and subcommands.pop("package")
    assert subcommands == expected


def test_the_program_names_the_verbs_in_python_in_their_own_words():
    program = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    commands = {path.parent.name: path.read_text() for path in (ROOT / "analysis/rmasim_analysis").glob("*/command.py")}
    assert commands
    for subcommand, command in commands.items():
        about = re.search(r'^ABOUT = "(.*)"$', command, re.MULTILINE)
        assert about is not None and verbs_of(program)[subcommand.replace("_", "-")] == about[1]


def test_its_version_is_the_program_s(checkout):
    """The program also prints its revision and its compiler. The launcher must print the same."""
    program = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout
    version, built_from = program.splitlines()
    assert launch(checkout, "--version").stdout.splitlines() == [version]
    assert re.fullmatch(r"(commit [0-9a-f]{12}\+?, )?(GNU|Clang) [0-9.]+, SimGrid [0-9.]+", built_from)
    checkout.chmod(0o755)
    built(checkout, "program")
    assert launch(checkout, "--version").stdout == "program\n"


@pytest.mark.parametrize("arguments", [(), ("simulate",), ("--set", "ranks=2")])
def test_what_is_no_verb_is_refused(checkout, arguments):
    refused = launch(checkout, *arguments)
    assert refused.returncode == 2
    assert f"found {arguments[0] if arguments else 'no subcommand'}; allowed: run, exec," in refused.stderr
    assert "did you mean" not in refused.stderr
    assert not (checkout / "build").exists()


@pytest.mark.parametrize("written, meant", [("explroe", "explore"), ("comparse", "compare"), ("rnu", "run"),
                                            ("tets", "test"), ("fuz", "fuzz"), ("init_ci", "init-ci")])
def test_the_subcommand_that_was_meant_is_named(checkout, written, meant):
    refused = launch(checkout, written)
    assert refused.returncode == 2 and refused.stderr.endswith(f'; did you mean "{meant}"?\n'), refused.stderr
    by_program = subprocess.run([BINARY, written], capture_output=True, text=True, check=False)
    if meant not in ("test", "package"):  # the launcher's own
        assert by_program.returncode == 2 and f'; did you mean "{meant}"?' in by_program.stderr, by_program.stderr


HELPED = sorted(path.stem for path in (ROOT / "sim/frontend/install/help").glob("*.txt"))


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("subcommand", HELPED)
def test_help_needs_neither_a_build_nor_a_lock(checkout, subcommand, option):
    """Another launcher holds the lock of the build; and nothing could be built."""
    (checkout / "build").mkdir()
    with open(checkout / "build/.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        helped = launch(checkout, subcommand, option)
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith((checkout / f"sim/frontend/install/help/{subcommand}.txt").read_text())


def test_every_subcommand_has_help(checkout):
    assert sorted(verbs_of(launch(checkout, "--help").stdout)) == HELPED


def test_help_of_a_compiler_is_ours_and_then_the_compiler_s(checkout):
    (checkout / "bin").mkdir()
    (checkout / "bin/smpicc").write_text('#!/bin/sh\necho "smpicc $*"\n')
    (checkout / "bin/smpicc").chmod(0o755)
    environment = {**os.environ, "PATH": f"{checkout}/bin:{os.environ['PATH']}"}
    ours = (checkout / "sim/frontend/install/help/cc.txt").read_text()
    assert launch(checkout, "cc", "--help", env=environment).stdout == f"{ours}\nsmpicc --help\n"
    assert launch(checkout, "cc", "-h", env=environment).stdout == ours
    installed = subprocess.run([BINARY, "cc", "--help"], env=environment, capture_output=True, text=True, check=True)
    assert installed.stdout == f"{ours}\nsmpicc --help\n"


@pytest.mark.parametrize("arguments", [("--help",), ("-n", "4", "--help"), ("--functions", "--help"),
                                       ("--set", "protocol.slots=2", "-h")])
def test_help_of_exec_comes_before_the_program(checkout, arguments):
    assert launch(checkout, "exec", *arguments).stdout.startswith("run an MPI program that rmasim cc")


def test_help_of_an_mpi_program_is_the_program_s(checkout):
    refused = launch(checkout, "exec", "-n", "4", "./halo", "--help")
    assert refused.returncode == 5 and refused.stdout == ""  # the launcher tries to build


@pytest.mark.parametrize("arguments", [("exec", "--foo", "./a"), ("exec", "-n", "2", "--foo=3", "./a")])
def test_an_unknown_option_of_exec_is_named(arguments):
    refused = subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=False)
    option = next(word for word in arguments if word.startswith("--foo"))
    assert refused.returncode == 2 and f"exec: unknown option {option}; allowed: one of " in refused.stderr


# ---- Python does not import from the current folder.

@pytest.mark.parametrize("path", [None, "", ":", "/nowhere:", ":/nowhere"])
@pytest.mark.parametrize("program", ["launcher", "program"])
def test_a_module_in_the_current_folder_is_not_run(checkout, program, path):
    """A failing scenario next to a json.py that would end the check with success."""
    folder = checkout / "current"
    folder.mkdir()
    for name in ("json.py", "argparse.py", "tqdm.py", "rmasim_analysis.py"):
        (folder / name).write_text("print('the file of the folder'); import os; os._exit(0)\n")
    scenario = json.loads((ROOT / "scenarios/newrma/lock/lock-put-unlock.json").read_text())
    scenario["expect"]["messages"]["total"] = 99
    del scenario["variants"]
    (folder / "a.json").write_text(json.dumps(scenario))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"PYTHONPATH": path} if path is not None else {}
    if program == "launcher":
        built(checkout, "not used")
        environment["RMASIM_PROGRAM"] = BINARY
        ran = launch(checkout, "check", folder / "a.json", cwd=folder, env=environment)
    else:
        ran = subprocess.run([BINARY, "check", "a.json"], cwd=folder, env=environment, capture_output=True, text=True,
                             check=False)
    assert ran.returncode == 1 and "the file of the folder" not in ran.stdout, ran.stdout + ran.stderr
    assert "1 scenario changed" in ran.stdout


def test_packages_have_no_options(checkout):
    refused = launch(checkout, "package", "--install")
    assert (refused.returncode, refused.stderr) == (2, "rmasim: package: found --install; allowed: no arguments\n")


def test_the_help_of_a_verb_in_python_needs_no_program(checkout):
    helped = launch(checkout, "sweep", "--help")
    assert helped.returncode == 0, helped.stderr
    assert "--vary" in helped.stdout


def test_where_it_may_not_build_it_says_so(checkout):
    refused = launch(checkout, "run", "scenario.json")
    assert refused.returncode == 5
    assert refused.stderr == f"rmasim: cannot make {checkout}/build\n"


def test_another_user_runs_what_is_built(checkout):
    built(checkout, "simulated")
    run = launch(checkout, "run", "scenario.json")
    assert (run.returncode, run.stdout, run.stderr) == (0, "simulated\n", "")


def test_another_user_runs_what_was_built_from_older_sources(checkout):
    built(checkout, "simulated")
    os.utime(checkout / "build/release/.built", (0, 0))
    run = launch(checkout, "run", "scenario.json")
    assert (run.returncode, run.stdout) == (0, "simulated\n")
    assert "the program is older than its sources" in run.stderr


def test_the_readme_says_what_the_launcher_says_of_a_first_build():
    """.ci/run measures the figures of a first build."""
    said = dict(re.findall(r"\b(\w+_(?:cpu_s|mb))=(\d+)", (ROOT / "rmasim").read_text()))
    readme = (ROOT / "README.md").read_text()
    first = re.search(r"The first build takes (\d+) s of CPU time and (\d+) MB", readme)
    assert first is not None and first.groups() == (said["first_build_cpu_s"], said["first_build_mb"])
    rest = re.search(r"builds the rest of\s+rmasim,\s+which\s+takes\s+another\s+(\d+) s", readme)
    assert rest is not None and rest[1] == said["rest_cpu_s"]


# ---- The first program only runs scenarios; what needs more starts the launcher again.

def built_first(checkout, output):
    built(checkout, output)
    (checkout / "build/release/rmasim").rename(checkout / "build/release/rmasim_first")


@pytest.mark.parametrize("arguments", [("run", "a.json"), ("run", "a.json", "--format", "json"), ("validate", "a.json"),
                                       ("platforms",)])
def test_scenarios_are_run_by_the_first_program(checkout, arguments):
    built_first(checkout, "first")
    answered = launch(checkout, *arguments)
    assert (answered.returncode, answered.stdout, answered.stderr) == (0, "first\n", "")


@pytest.mark.parametrize("arguments", [("explore", "a.json"), ("fuzz",), ("families",),
                                       ("run", "a.json", "--schedule", "s.json"), ("run", "a.json", "-j2"),
                                       ("run", "a.json", "--check-invariants"),
                                       ("run", "/dev/stdin"), ("check", "a.json")])
def test_the_rest_needs_the_whole_program(checkout, arguments):
    """The launcher would have to build the whole program, which is impossible in this test."""
    built_first(checkout, "first")
    refused = launch(checkout, *arguments)
    assert refused.returncode == 5
    assert refused.stderr.startswith(f"rmasim: cannot write to {checkout}/build: ")


def test_the_whole_program_does_all_once_it_is_built(checkout):
    built_first(checkout, "first")
    shutil.copy(checkout / "build/release/rmasim_first", checkout / "build/release/rmasim")
    (checkout / "build/release/rmasim").write_text("#!/bin/sh\necho whole\n")
    assert launch(checkout, "run", "a.json").stdout == "whole\n"


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Returns the path of the program that the launcher builds first. The launcher in this folder prints the way in
    which the program was started."""
    folder = tmp_path_factory.mktemp("first")
    program = folder / "build/release/rmasim_first"
    program.parent.mkdir(parents=True)
    shutil.copy(os.environ["RMASIM_FIRST"], program)
    (folder / "rmasim").write_text('#!/bin/sh\necho "launched: $RMASIM_WHOLE $*"\n')
    (folder / "rmasim").chmod(0o755)
    return program


def outputs(*command):
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    return run.returncode, re.sub(r'"wall_s": [0-9.e-]+', "", run.stdout), run.stderr


@pytest.mark.parametrize("arguments", [
    ("run", "scenarios/quickstart.json", "--format", "json"),
    ("run", "scenarios/newrma/lock/lock-put-unlock.json", "--format", "json", "--set", "ranks=3"),
    ("run", "no-such-file.json"),
    ("validate", "scenarios/quickstart.json"),
    ("platforms",),
    ("explore", "--help"),
])
def test_the_first_program_answers_like_the_whole_one(first, arguments):
    assert outputs(first, *arguments) == outputs(BINARY, *arguments)


@pytest.mark.parametrize("arguments", [
    ("explore", "tests/explore/worlds/thread-flush-put.json"),
    ("fuzz", "--runs", "1"),
    ("run", "tests/explore/worlds/thread-flush-put.json", "--schedule", "tests/explore/last-writer.failing.json"),
    ("run", "scenarios/semantics/lock_all/barrier-without-flush.json"),  # a witness is an exploration
    ("run", "scenarios/quickstart.json", "--semantics", "separate"),
    ("run", "scenarios/quickstart.json", "--check-invariants"),
    ("run", "scenarios/quickstart.json", "--set", "protocol.family=ch3"),
    ("run", "scenarios/quickstart.json", "--set", "protocol.family=ch5"),  # the whole program lists all families
    ("validate", "scenarios/shm/accumulate/columns.json"),
    ("run", "scenarios/quickstart.json", "--set", "expect.messages.by_kind.PUT_RTS=0"),  # a packet of another
    ("run", "scenarios/quickstart.json", "--set", "platform.network.model=flow"),
])
def test_the_first_program_hands_the_rest_to_the_launcher(first, arguments):
    assert outputs(first, *arguments) == (0, f"launched: 1 {' '.join(arguments)}\n", "")
