"""Programs that `cmake --install` or the Debian package installed work outside of the checkout. The tests call them as
a user does.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import BUILD
from zsh import Zsh

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SUBCOMMANDS = ("run", "explore", "fuzz", "validate", "families", "platforms", "sweep", "tune", "check", "compare",
               "report", "play", "convert", "calibrate", "validate-times", "init-ci", "exec", "cc", "c++", "fc")


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


@pytest.mark.skipif(not (BUILD / "rmasim-exec").exists(), reason="needs rmasim-exec")
def test_the_pages_of_mpi_programs_are_there(prefix):
    for page in ("TUTORIAL.md", "FUNCTIONS.md"):
        assert (prefix / "share/doc/rmasim/sim/mpi" / page).read_text() == (ROOT / "sim/mpi" / page).read_text()


def test_a_link_of_a_report_leads_to_the_installed_page(installed, tmp_path):
    scenario = tmp_path / "open.json"
    scenario.write_text('{"name": "open", "ranks": 2, "windows": {"w": {"bytes": 8}}, "programs": '
                        '[{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "shared"}}]}]}')
    done = command(installed / "bin/rmasim", tmp_path, "run", scenario)
    path, section = re.search(r"^  see (\S+)#(\w+)$", done.stderr, re.MULTILINE).groups()
    page = installed / "share/doc/rmasim/sim/checkers/usage/RULES.md"
    assert Path(path) == page and f"\n## {section}\n" in page.read_text()


LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)")


def broken_links(page, text, only=""):
    """Links of a page that lead nowhere, resolved as a browser does, and as the system does along symbolic links."""
    for target in LINK.findall(text):
        if target.endswith(only) and not ((page.parent / target).exists()
                                          and Path(os.path.normpath(page.parent / target)).exists()):
            yield f"{page}: {target}"


def test_the_links_of_the_installed_readme_lead_somewhere(installed):
    readme = installed / "share/doc/rmasim/README.md"
    assert len(LINK.findall(readme.read_text())) > 20
    assert list(broken_links(readme, readme.read_text())) == []


def test_the_links_from_page_to_page_lead_somewhere(installed):
    """Also from the scenarios' pages, which are elsewhere. Links to sources do not: these are not installed."""
    pages = [*(installed / "share/doc/rmasim").rglob("*.md"), *(installed / "share/rmasim/scenarios").rglob("*.md")]
    assert len(pages) > 60
    assert [link for page in pages for link in broken_links(page, page.read_text(), ".md")] == []


def section(page, title):
    return re.search(rf'^\.SH "?{title}"?\n(.*?)(?=^\.SH |\Z)', page, re.MULTILINE | re.DOTALL)[1]


@pytest.mark.parametrize("subcommand", SUBCOMMANDS)
def test_each_subcommand_helps_and_has_a_manual_page(prefix, tmp_path, subcommand):
    helped = command(prefix / "bin/rmasim", tmp_path, subcommand, "-h")
    assert helped.returncode == 0, helped.stderr
    page = (prefix / f"share/man/man1/rmasim-{subcommand}.1").read_text().replace("\\-", "-")
    page = re.sub(r"\\f[A-Z]|\\[,/]", "", page)  # fonts, and corrections of italics
    assert f"rmasim-{subcommand} - " in page
    synopsis, exits, examples = (section(page, title) for title in ("SYNOPSIS", "EXIT STATUS", "EXAMPLES"))
    assert synopsis.split()[1:3] == ["rmasim", subcommand], synopsis
    assert re.findall(r"^\.TP\n(\d+)$", exits, re.MULTILINE)[0] == "0" and "bad input" in exits
    assert re.search(rf"^rmasim {re.escape(subcommand)}(\s|$)", examples, re.MULTILINE)
    if subcommand == "exec":
        assert synopsis.endswith("[OPTIONS] PROGRAM [ARGUMENTS...]\n")
    for option in set(re.findall(r"^ +(--[a-z-]+)", helped.stdout, re.MULTILINE)):
        assert option in page, f"{option} is in the help only"


def test_bash_completes_subcommands_options_and_files(prefix, tmp_path):
    (tmp_path / "mine.json").touch()

    def completions(*words):
        # Readline separates words at "=" as well.
        split = [part for word in words for part in re.split(r"(=)", word) if part or word == ""]
        script = f"""
            source /usr/share/bash-completion/bash_completion
            source {prefix}/share/bash-completion/completions/rmasim
            COMP_WORDS=({' '.join(map(shlex.quote, split))}) COMP_CWORD={len(split) - 1}
            compopt() {{ :; }}  # is only allowed during a completion
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
    assert completions(program, "sweep", "--samp") == ["--sample"]
    assert completions(program, "run", "mi") == ["mine.json"]
    assert completions(program, "exec", "--family", "n") == ["newrma"]
    assert completions(program, "run", "--semantics", "") == ["separate", "unified", "off"]
    assert completions(program, "run", "--set", "protocol.slo") == ["protocol.slots="]
    assert completions(program, "run", "--set", "protocol.family=ch") == ["ch3", "ch4"]
    assert "aries-daint-2022" in completions(program, "run", "--set", "platform.preset=")
    assert completions(program, "compare", "mine.json", "--families", "newrma,ch") == ["newrma,ch3", "newrma,ch4"]
    assert completions(program, "run", "--trace=mi") == ["mine.json"]
    assert completions(program, "families", "sh") == ["shm"]
    assert completions(program, "convert", "g") == ["goal"]
    assert completions(program, "exec", "./a.out", "--fa") == []  # the argument of an MPI program


def test_zsh_completes_subcommands_options_and_files(prefix, tmp_path):
    (tmp_path / "mine.json").touch()
    shell = Zsh(prefix / "bin/rmasim", prefix / "share/zsh/vendor-completions", tmp_path)
    try:
        assert shell.completed("rmasim expl") == "rmasim explore "
        assert shell.completed("rmasim run --ch") == "rmasim run --check-invariants "
        assert shell.completed("rmasim sweep --samp") == "rmasim sweep --sample "
        assert shell.completed("rmasim run mi") == "rmasim run mine.json "
        assert shell.completed("rmasim exec --family new") == "rmasim exec --family newrma "
        assert shell.completed("rmasim run --set protocol.slo") == "rmasim run --set protocol.slots="
        assert shell.completed("rmasim run --set platform.preset=arie") == \
            "rmasim run --set platform.preset=aries-daint-2022 "
        assert shell.completed("rmasim run --trace=mi") == "rmasim run --trace=mine.json "
        assert shell.completed("rmasim xyz") == "rmasim xyz"
    finally:
        shell.end()


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_completes_subcommands_options_and_files(prefix, tmp_path):
    (tmp_path / "mine.json").touch()

    def completions(line):
        script = f"source {prefix}/share/fish/vendor_completions.d/rmasim.fish; complete -C {shlex.quote(line)}"
        done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True,
                              cwd=tmp_path, env={"PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": str(tmp_path)})
        return [one.split("\t")[0] for one in done.stdout.splitlines()]

    assert completions("rmasim ex") == ["exec", "explore"]
    assert completions("rmasim run --ch") == ["--check-invariants"]
    assert completions("rmasim run mi") == ["mine.json"]
    assert completions("rmasim run --trace=mi") == ["--trace=mine.json"]
    assert completions("rmasim exec --family n") == ["newrma"]
    assert completions("rmasim run --set protocol.slo") == ["protocol.slots="]
    assert completions("rmasim run --set platform.network.model=") == [
        "platform.network.model=flow", "platform.network.model=loggp"]


@pytest.mark.long
def test_the_package_names_what_it_needs(package):
    fields = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
    assert "Package: rmasim" in fields
    [needs] = re.findall(r"^Depends: (.*)$", fields, re.MULTILINE)
    for needed in ("libsimgrid", "libfmt", "libxxhash", "python3-numpy", "python3-matplotlib", "python3-tqdm"):
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
