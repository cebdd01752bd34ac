"""The wheel of the Python packages, as `python3 -m build` makes it from a copy of the checkout."""

import email
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("pyproject.toml", "setup.py", "MANIFEST.in", "CMakeLists.txt", "LICENSE", "scenarios/schema.json")
PACKAGES = ("analysis/rmasim", "analysis/rmasim_analysis")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    made = subprocess.run([sys.executable, "-m", "build", "--no-isolation"], cwd=folder, capture_output=True,
                          text=True, check=False)
    assert made.returncode == 0, made.stdout[-3000:] + made.stderr[-3000:]
    [wheel] = (folder / "dist").glob("*.whl")
    assert list((folder / "dist").glob("*.tar.gz"))
    return wheel


def version():
    return re.search(r"^project\(rmasim VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def test_it_has_every_file_and_the_schema(wheel):
    assert wheel.name == f"rmasim-{version()}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
        assert archive.read("rmasim_analysis/schema.json") == (ROOT / "scenarios/schema.json").read_bytes()
    files = {path.relative_to(ROOT / "analysis").as_posix() for name in PACKAGES for path in (ROOT / name).rglob("*")
             if path.is_file() and "__pycache__" not in path.parts}
    assert packed == files | {"rmasim_analysis/schema.json"}


def test_an_index_accepts_its_metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        fields = email.message_from_bytes(archive.read(f"rmasim-{version()}.dist-info/METADATA"))
    assert (fields["Name"], fields["Version"], fields["Requires-Python"]) == ("rmasim", version(), ">=3.11")
    assert fields["License"] == "BSD-3-Clause" and (ROOT / "LICENSE").read_text().startswith("BSD 3-Clause")
    assert 0 < len(fields["Summary"]) < 512 and "\n" not in fields["Summary"]
    assert fields["Description-Content-Type"] == "text/markdown" and "import rmasim" in fields.get_payload()
    classifiers = fields.get_all("Classifier")
    assert "Typing :: Typed" in classifiers and not any(one.startswith("Private ::") for one in classifiers)
    assert {"tqdm", "pandas"} <= set(fields.get_all("Requires-Dist"))


def test_it_works_where_it_is_installed(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    script = ("import rmasim, rmasim_analysis.settings as s; "
              "print(rmasim.__file__.startswith('SITE'), s.SCHEMA.exists(), rmasim.run('FILE').packets)")
    script = script.replace("SITE", str(tmp_path)).replace("FILE",
                                                           str(ROOT / "scenarios/newrma/lock/lock-put-unlock.json"))
    ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False,
                         env={**os.environ, "PYTHONPATH": str(tmp_path / "site"),
                              "RMASIM_PROGRAM": os.environ["RMASIM_BINARY"]})
    assert (ran.stdout, ran.stderr) == ("True True 2\n", "")
