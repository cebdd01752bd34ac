"""The subcommands of the Python package are independent: none imports another, and shared modules import none of
them."""

import ast
from pathlib import PurePosixPath

from lint_tree import Source, expect_none, sources

PACKAGE = PurePosixPath("analysis/rmasim_analysis")
# The page of a comparison is one of the report's, with a section of its own; its --tuned searches as tune does. The
# page of play draws reports by the report's script.
SHOWS = {"compare/page.py": {"report"}, "compare/tuned.py": {"tune"}, "play/build_page.py": {"report"}}


def imported(source: Source) -> list[str]:
    """Returns the modules of the package that a file imports, from the package's root, such as "sweep.plan"."""
    folder = PurePosixPath(source.path).relative_to(PACKAGE).parent.parts
    found = []
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*folder[:len(folder) - node.level + 1], *(node.module or "").split(".")]
            found += [".".join(filter(None, [*base, name.name])) for name in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE.name):
            found += [".".join([*node.module.split(".")[1:], name.name]) for name in node.names]
    return found


def subcommands() -> set[str]:
    """Returns the folders of the subcommands: those with a module `command`."""
    return {PurePosixPath(source.path).parent.name for source in sources(".py", under=f"{PACKAGE}/")
            if PurePosixPath(source.path).name == "command.py"}


def strangers(files: list[Source]) -> list[str]:
    found, all_of_them = [], subcommands()
    for source in files:
        own = PurePosixPath(source.path).relative_to(PACKAGE).parts[0]
        used = {name.split(".")[0] for name in imported(source)} & all_of_them
        known = SHOWS.get(str(PurePosixPath(source.path).relative_to(PACKAGE)), set())
        found += [f"{source.path}: imports {subcommand}" for subcommand in sorted(used - known - {own})]
    return found


def test_verbs_stand_side_by_side():
    files = sources(".py", under=f"{PACKAGE}/")
    assert {"sweep", "init_ci"} <= subcommands()
    expect_none(strangers(files))


def test_a_verb_that_knows_another_is_found():
    def of(path, text):
        return strangers([Source(f"{PACKAGE}/{path}", text)])

    assert of("tune/search.py", "from ..sweep.plan import Grid\n") == [f"{PACKAGE}/tune/search.py: imports sweep"]
    assert of("tune/search.py", "from .. import sweep\n") and of("files.py", "from .tune import search\n")
    assert of("load.py", "from rmasim_analysis.report import page\n")
    assert not of("tune/search.py", "from .space import Space\nfrom ..files import read_json\nimport json\n")
