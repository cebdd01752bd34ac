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
    for name in ("gcc", "gfortran"):
        (checkout / "bin" / name).write_text(f'#!/bin/sh\necho "{name} $*"\n')
        (checkout / "bin" / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{checkout}/bin:{os.environ['PATH']}"}
    for subcommand, compiler in (("cc", "gcc"), ("fc", "gfortran")):
        ours = (checkout / f"sim/frontend/install/help/{subcommand}.txt").read_text()
        assert launch(checkout, subcommand, "--help", env=environment).stdout == f"{ours}\n{compiler} --help\n"
        assert launch(checkout, subcommand, "-h", env=environment).stdout == ours
        installed = subprocess.run([BINARY, subcommand, "--help"], env=environment, capture_output=True, text=True,
                                   check=True)
        assert installed.stdout == f"{ours}\n{compiler} --help\n"


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
    components = re.search(r"take\s+another\s+(\d+)\s+s\s+of\s+CPU\s+time", readme)
    each = re.findall(r"\[[\w.-]+\]=(\d+)", (ROOT / "rmasim").read_text())
    assert components is not None and len(each) == 5 and int(components[1]) == sum(map(int, each))


# ---- The components, which `rmasim` has the launcher build when a command needs them.

FAMILIES, CHECKERS = "librmasim_families.so", "librmasim_checkers.so"


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Returns the path of `rmasim` in a build without components. The launcher of this checkout prints the component
    that it should build, and copies it from the real build."""
    folder = tmp_path_factory.mktemp("alone")
    program = folder / "build/release/rmasim"
    program.parent.mkdir(parents=True)
    shutil.copy(BINARY, program)
    build = Path(BINARY).parent
    (folder / "rmasim").write_text(f"""#!/bin/sh
[ $# -eq 2 ] && [ "$1" = --build ] || exit 2
echo "built: $2" >&2
cp "{build}/$2" "{folder}/build/release/$2"
""")
    (folder / "rmasim").chmod(0o755)
    return program


def outputs(*command, **options):
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT, **options)
    times = r'"wall_s": [0-9.e-]+|[0-9.,]+ (s to simulate|runs/s)'
    return run.returncode, re.sub(times, "", run.stdout), re.sub(times, "", run.stderr)


@pytest.mark.parametrize("arguments", [
    ("run", "scenarios/quickstart.json", "--format", "json"),
    ("run", "scenarios/newrma/lock/lock-put-unlock.json", "--format", "json", "--set", "ranks=3"),
    ("run", "no-such-file.json"),
    ("validate", "scenarios/quickstart.json"),
    ("platforms",),
    ("explore", "--help"),
    ("fuzz", "--family", "ch5"),
])
def test_runs_of_the_default_family_need_no_component(alone, arguments):
    assert outputs(alone, *arguments) == outputs(BINARY, *arguments)


@pytest.mark.parametrize("component, arguments", [
    ("rmasim-explore", ("explore", "tests/explore/worlds/thread-flush-put.json")),
    ("rmasim-explore", ("fuzz", "--runs", "1")),
    ("rmasim-explore", ("run", "tests/explore/worlds/thread-flush-put.json", "--schedule",
                        "tests/explore/last-writer.failing.json")),
    (CHECKERS, ("run", "scenarios/quickstart.json", "--semantics", "separate")),
    (CHECKERS, ("run", "scenarios/quickstart.json", "--check-invariants")),
    (FAMILIES, ("run", "scenarios/quickstart.json", "--set", "protocol.family=ch3")),
    (FAMILIES, ("validate", "scenarios/shm/accumulate/columns.json")),
    (FAMILIES, ("run", "scenarios/quickstart.json", "--set", "expect.messages.by_kind.PUT_RTS=0")),
    (FAMILIES, ("families",)),
])
def test_a_component_is_built_when_it_is_needed(alone, component, arguments):
    """The output is that of a complete build, except the launcher's line."""
    (alone.parent / component).unlink(missing_ok=True)
    code, printed, complaints = outputs(alone, *arguments)
    assert (code, printed, complaints.replace(f"built: {component}\n", "")) == outputs(BINARY, *arguments)
    assert complaints.startswith(f"built: {component}\n")
    assert "built: " not in outputs(alone, *arguments)[2]


def test_a_race_is_shown_by_two_executions_of_the_explorer(alone):
    race = ("run", "scenarios/semantics/lock_all/barrier-without-flush.json")
    for component in (CHECKERS, "rmasim-explore"):
        (alone.parent / component).unlink(missing_ok=True)
    code, printed, complaints = outputs(alone, *race)
    assert code == 0 and "built: rmasim-explore\n" in complaints  # the scenario expects the race
    assert (code, printed, re.sub("built: .*\n", "", complaints)) == outputs(BINARY, *race)
    assert "in one execution," in complaints


@pytest.mark.parametrize("arguments", [("--schedule", "tests/explore/last-writer.failing.json"),
                                       ("--semantics", "unified")])
def test_a_scenario_from_a_pipe_reaches_every_component(arguments):
    path = "tests/explore/worlds/thread-flush-put.json"
    with open(ROOT / path) as scenario:
        text = scenario.read()
    code, printed, complaints = outputs(BINARY, "run", "/dev/stdin", *arguments, input=text)
    expected = outputs(BINARY, "run", path, *arguments)
    assert (code, printed) == expected[:2] and complaints.replace("/dev/stdin", path) == expected[2]


def test_a_component_that_is_not_installed_is_named(tmp_path):
    program = shutil.copy(BINARY, tmp_path)
    code, _, complaints = outputs(program, "explore", "scenarios/quickstart.json")
    assert code == 5 and complaints == "rmasim: rmasim-explore is not installed beside this program\n"
