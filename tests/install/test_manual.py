"""The manual pages: man-db finds them by name and description, mandoc reports no errors, and their examples run."""

import re
import shutil
import subprocess

import pytest

from conftest import done

pytestmark = pytest.mark.long

TITLE = re.compile(r'^\.TH RMASIM\S* "1" "\d{4}-\d\d-\d\d" "rmasim [\d.]+" "User Commands"$', re.MULTILINE)


@pytest.fixture(scope="module")
def pages(prefix):
    return sorted((prefix / "share/man/man1").glob("rmasim*.1"))


# What users have where the pages have halo.c; the pages in their order build one before they run it.
IN_C = "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); return MPI_Finalize(); }\n"
MPI_PROGRAMS = {"c": IN_C, "cpp": IN_C, "f90": """program halo
  include 'mpif.h'
  integer error
  call MPI_Init(error)
  call MPI_Finalize(error)
end program
"""}


def examples(page):
    """Returns the commands of the examples. Each command is in bold below its description. A long command continues in
    the next line."""
    section = page.read_text(encoding="utf-8").partition(".SH EXAMPLES\n")[2].partition(".SH ")[0]
    found = re.findall(r"^\\fB(rmasim .+?)\\fR$", section, re.MULTILINE | re.DOTALL)
    return [command.replace("\\-", "-").replace("\n", " ") for command in found]


def test_man_db_parses_the_name_of_each(pages):
    for page in pages:
        (name, about), = re.findall(r'"(\S+) - (.+)"', done("lexgrog", page))
        assert name == page.stem and about


def test_apropos_finds_them_by_what_they_do(prefix, tmp_path):
    shutil.copytree(prefix / "share/man", tmp_path / "man")
    done("mandb", "--create", "--user-db", "--quiet", tmp_path / "man")
    assert done("man", "-M", tmp_path / "man", "-k", "one-sided").startswith("rmasim (1)")


def test_mandoc_finds_nothing_to_improve(pages):
    for page in pages:
        checked = subprocess.run(["mandoc", "-Tlint", page], capture_output=True, text=True, check=False)
        assert (checked.stdout, checked.stderr) == ("", "")


def test_their_date_is_that_of_the_version(pages):
    titles = {page.stem: TITLE.search(page.read_text(encoding="utf-8")) for page in pages}
    assert all(titles.values()), titles
    assert len({found[0].split()[3] for found in titles.values()}) == 1


def test_each_has_examples_and_they_run(prefix, pages, tmp_path):
    folder = tmp_path / "scenarios"
    shutil.copytree(prefix / "share/rmasim/scenarios", folder)
    environment = {"PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": str(tmp_path)}
    for suffix, text in MPI_PROGRAMS.items():
        (folder / f"halo.{suffix}").write_text(text, encoding="utf-8")
    seen = set()
    for page in pages:
        assert examples(page), page.name
        for command in set(examples(page)) - seen:
            seen.add(command)
            if command.startswith("rmasim fc ") and shutil.which("gfortran") is None:
                continue
            ran = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True,
                                 check=False, timeout=120)
            assert ran.returncode == 0, f"{command}\n{ran.stdout[-2000:]}{ran.stderr}"
