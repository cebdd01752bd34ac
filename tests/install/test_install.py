"""Programs that `cmake --install` or the Debian package installed work outside of the checkout. The tests call them as
a user does.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import BUILD
from zsh import Zsh

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SUBCOMMANDS = ("run", "explore", "fuzz", "validate", "families", "platforms", "sweep", "tune", "check", "compare",
               "report", "play", "convert")


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """Returns the unpacked package. Its installation is tested by hand, on a machine without other packages."""
    folder = tmp_path_factory.mktemp("package")
    made = subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder], capture_output=True,
                          text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    [package] = folder.glob("rmasim_*.deb")
    subprocess.run(["dpkg-deb", "-x", package, folder / "root"], check=True)
    return package


def command(program, folder, *arguments):
    """Runs a command in another folder. The environment has nothing of the checkout."""
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=folder,
                          env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8"})


# CPack starts a process for each file of the package, which takes a minute; what is in it is what is in the prefix.
@pytest.fixture(params=["prefix", pytest.param("package", marks=pytest.mark.long)])
def installed(request):
    """Returns the folder that replaces /usr."""
    if request.param == "prefix":
        return request.getfixturevalue("prefix")
    return request.getfixturevalue("package").parent / "root/usr"


def test_it_runs_a_scenario_and_finds_its_module(installed, tmp_path):
    done = command(installed / "bin/rmasim", tmp_path, "run", installed / "share/rmasim/scenarios/quickstart.json")
    assert done.returncode == 0, done.stderr
    assert "As the scenario expects." in done.stdout


def test_its_verbs_in_python_find_the_program_and_the_schema(installed, tmp_path):
    program, scenarios = installed / "bin/rmasim", installed / "share/rmasim/scenarios"
    checked = command(program, tmp_path, "check", scenarios / "newrma/lock")
    assert checked.returncode == 0, checked.stderr
    swept = command(program, tmp_path, "sweep", scenarios / "newrma/lock/lock-put-unlock.json", "--vary",
                    "protocol.slots=1,2", "--out", tmp_path / "table")
    assert swept.returncode == 0, swept.stderr
    reported = command(program, tmp_path, "report", tmp_path / "table", "-o", tmp_path / "page.html")
    assert reported.returncode == 0, reported.stderr
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_its_package_for_python_finds_the_program(installed, tmp_path):
    scenario = installed / "share/rmasim/scenarios/newrma/lock/lock-put-unlock.json"
    script = f"import rmasim; print(rmasim.run({str(scenario)!r}).packets)"
    done = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path,
                          env={"PATH": f"{installed}/bin:/usr/bin:/bin",
                               "PYTHONPATH": str(installed / "lib/python3/dist-packages")})
    assert (done.stdout, done.stderr) == ("2\n", "")


@pytest.mark.skipif(not (BUILD / "rmasim_mpi").exists(), reason="needs rmasim_mpi")
def test_the_pages_of_mpi_programs_are_there(prefix):
    for page in ("TUTORIAL.md", "FUNCTIONS.md"):
        assert (prefix / "share/doc/rmasim/mpi" / page).read_text() == (ROOT / "sim/mpi" / page).read_text()


@pytest.mark.parametrize("subcommand", SUBCOMMANDS)
def test_each_subcommand_helps_and_has_a_manual_page(prefix, tmp_path, subcommand):
    helped = command(prefix / "bin/rmasim", tmp_path, subcommand, "--help")
    assert helped.returncode == 0, helped.stderr
    page = (prefix / f"share/man/man1/rmasim-{subcommand}.1").read_text().replace("\\-", "-")
    assert f"rmasim-{subcommand} - " in page
    for option in set(re.findall(r"^ +(--[a-z-]+)", helped.stdout, re.MULTILINE)):
        assert option in page, f"{option} is in the help only"


def test_bash_completes_subcommands_options_and_files(prefix, tmp_path):
    (tmp_path / "mine.json").touch()

    def completions(*words):
        script = f"""
            source /usr/share/bash-completion/bash_completion
            source {prefix}/share/bash-completion/completions/rmasim
            COMP_WORDS=({' '.join(words)!s}) COMP_CWORD={len(words) - 1}
            COMP_LINE={' '.join(words)!r} COMP_POINT=${{#COMP_LINE}}
            _rmasim
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        done = command("bash", tmp_path, "-c", script)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    program = str(prefix / "bin/rmasim")
    assert completions(program, "ex") == ["exec", "explore"]
    assert completions(program, "run", "--ch") == ["--check-invariants"]
    assert completions(program, "sweep", "--va") == ["--vary"]
    assert completions(program, "run", "mi") == ["mine.json"]


def test_zsh_completes_subcommands_options_and_files(prefix, tmp_path):
    (tmp_path / "mine.json").touch()
    shell = Zsh(prefix / "bin/rmasim", prefix / "share/zsh/vendor-completions", tmp_path)
    try:
        assert shell.completed("rmasim expl") == "rmasim explore "
        assert shell.completed("rmasim run --ch") == "rmasim run --check-invariants "
        assert shell.completed("rmasim sweep --va") == "rmasim sweep --vary "
        assert shell.completed("rmasim run mi") == "rmasim run mine.json "
        assert shell.completed("rmasim xyz") == "rmasim xyz"
    finally:
        shell.end()


@pytest.mark.long
def test_the_package_names_what_it_needs(package):
    fields = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
    assert "Package: rmasim" in fields
    [needs] = re.findall(r"^Depends: (.*)$", fields, re.MULTILINE)
    for needed in ("libsimgrid", "libfmt", "libxxhash", "python3-jinja2", "python3-matplotlib", "python3-tqdm"):
        assert needed in needs
    version = re.search(r"^project\(rmasim VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    assert f"Version: {version}" in fields


def test_nothing_of_this_machine_is_installed(prefix):
    for path in prefix.rglob("*"):
        if path.is_file():
            assert str(ROOT).encode() not in path.read_bytes(), path


def test_without_its_python_package_it_says_so(prefix, tmp_path):
    shutil.copy(prefix / "bin/rmasim", tmp_path)
    alone = command(tmp_path / "rmasim", tmp_path, "sweep", "scenario.json")
    assert alone.returncode == 5
    assert alone.stderr == "rmasim: sweep is written in Python, and its package rmasim_analysis is not installed\n"
