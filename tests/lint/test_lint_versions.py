"""Files that name this version of rmasim name the one of CMakeLists.txt."""

import re

from lint_tree import ROOT, all_files, expect_none

NAMED = re.compile(r"find_package\(rmasim (\d+\.\d+)|OWNER/rmasim@v(\d+\.\d+)")
# test_embed.py asks for a version that does not exist.
EXEMPT = {"tests/install/test_embed.py", "tests/lint/test_lint_versions.py"}


def test_one_version_is_named():
    version = re.search(r"^project\(rmasim VERSION (\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    named = [(source.path, found[1] or found[2]) for source in all_files() if source.path not in EXEMPT
             for found in NAMED.finditer(source.text)]
    assert "scenarios/embed/CMakeLists.txt" in {path for path, _ in named}
    expect_none([f"{path} names version {of}, CMakeLists.txt {version}" for path, of in named if of != version])
