"""Every subcommand as a command line, for tests in which its outputs fail."""

import json
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from verbs import ENVIRONMENT, PROGRAM, ROOT, SCENARIOS

SCENARIO = SCENARIOS / "newrma/lock/lock-put-unlock.json"
WORLD = ROOT / "tests/explore/worlds/three-origins.json"
PATIENCE_S = 60


@dataclass(frozen=True)
class Verb:
    """A subcommand. `arguments` are relative to the folder that `prepared` fills. `says` is true if the subcommand
    prints something on standard output. `outputs` are the options that name an output file."""

    name: str
    arguments: tuple
    says: bool = True
    outputs: tuple = ()
    python: bool = False

    @property
    def command(self):
        return [*([sys.executable, "-m", "rmasim_analysis"] if self.python else [PROGRAM]), *self.arguments]

    def __str__(self):
        return self.name


OF_THE_PROGRAM = (
    Verb("run", ("run", "scenario.json"), outputs=("--trace", "--memory")),
    Verb("run-json", ("run", "scenario.json", "--format", "json"), outputs=("--trace", "--memory")),
    Verb("run-schedule", ("run", "scenario.json", "--schedule", "order.json")),
    Verb("explore", ("explore", "scenario.json")),
    Verb("explore-json", ("explore", "scenario.json", "--format", "json", "--out", ".")),
    Verb("fuzz", ("fuzz", "--runs", "5")),
    Verb("validate", ("validate", "scenario.json")),
    Verb("families", ("families",)),
    Verb("platforms", ("platforms",)),
    Verb("help", ("--help",)),
    Verb("version", ("--version",)),
)
OF_PYTHON = (
    Verb("check", ("check", "scenario.json"), outputs=("--junit", "--save"), python=True),
    Verb("sweep", ("sweep", "scenario.json", "--vary", "seed=1..3"), python=True),
    Verb("tune", ("tune", "scenario.json", "--runs", "30", "--over", "protocol.slots", "--verify", "1"),
         outputs=("-o", "--tried"), python=True),
    Verb("tune-json", ("tune", "scenario.json", "--runs", "30", "--over", "protocol.slots", "--format", "json"),
         outputs=("-o", "--tried"), python=True),
    Verb("compare", ("compare", "scenario.json", "--families", "newrma,ch3"), outputs=("--page",), python=True),
    Verb("run-groups", ("run", str(SCENARIOS / "groups/halos.json"), "-j", "2")),
    Verb("explore-parts", ("explore", "scenario.json", "-j", "2")),
    Verb("fuzz-parts", ("fuzz", "--runs", "5", "-j", "2")),
    Verb("report", ("report", "result.json", "-o", "page.html"), says=False, python=True),
    Verb("play", ("play", "scenario.json", "--link"), python=True),
    Verb("convert", ("convert", "goal", "schedule.goal"), python=True),
    Verb("help-of-check", ("check", "--help"), python=True),
    Verb("convert-otf2", ("convert", "otf2", "packets.json", "-o", "archive"), python=True),
)
# Python takes a while to start, and matplotlib a second to load: the slow tests have only one verb of each kind.
EVERY = [*OF_THE_PROGRAM, OF_PYTHON[0], *(pytest.param(verb, marks=pytest.mark.long) for verb in OF_PYTHON[1:])]
WITH_OUTPUTS = [pytest.param(verb, option, marks=() if verb.name == "run" else pytest.mark.long)
                for verb in (*OF_THE_PROGRAM, *OF_PYTHON) for option in verb.outputs]
WITH_OUTPUTS.append(pytest.param(Verb("compare", ("compare", "scenario.json", "result.json"), says=False, python=True),
                                 "-o", marks=pytest.mark.long))
WITH_OUTPUTS.append(pytest.param(Verb("convert", ("convert", "goal", "schedule.goal"), python=True), "-o",
                                 marks=pytest.mark.long))
WITH_OUTPUTS.append(pytest.param(Verb("report", ("report", "result.json"), says=False, python=True), "-o",
                                 marks=pytest.mark.long))


def prepared(folder):
    """Fills the folder with the inputs of all subcommands, and returns it."""
    (folder / "scenario.json").write_bytes(SCENARIO.read_bytes())
    (folder / "order.json").write_text("[]")
    (folder / "schedule.goal").write_text("num_ranks 1\n")
    (folder / "result.json").write_text(json.dumps(RESULT))
    (folder / "packets.json").write_text(TRACE)
    return folder


def carried_out(verb, folder, *more, limits=(), shell=None, **streams):
    """Runs a subcommand and returns the finished process. `limits` are pairs of a resource and its limit. `shell` is
    the shell's use of the command, such as '"$@" >&-'."""
    def limit():
        for kind, most in limits:
            resource.setrlimit(kind, (most, most))

    command = [*verb.command, *map(str, more)]
    if shell:
        command = ["bash", "-c", shell, "bash", *command]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | streams
    return subprocess.run(command, cwd=folder, env=ENVIRONMENT, preexec_fn=limit, text=True, check=False,
                          timeout=PATIENCE_S, **streams)


def files_in(folder):
    return sorted(path.name for path in Path(folder).iterdir())


def unfinished_in(folder):
    return [str(path) for path in Path(folder).rglob("*.unfinished")]


def traced():
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([PROGRAM, "run", SCENARIO, "--trace", file.name], capture_output=True, check=True)
        return Path(file.name).read_text()


TRACE = traced()
RESULT = json.loads(subprocess.run([PROGRAM, "run", SCENARIO, "--format", "json"], capture_output=True,
                                   check=True).stdout)
