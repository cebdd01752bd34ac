"""The subcommands of the Python package are independent: none imports another, and shared modules import none of
them. Each subcommand is in the lists of exit codes, examples and tests."""

import ast
import re
from pathlib import PurePosixPath

from lint_tree import ROOT, Source, expect_none, sources

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


# The launcher's own subcommands have no manual page.
OF_THE_LAUNCHER = {"test", "package"}
# For each list, the subcommands that it lacks: examples need files of measurements; outputs of these subcommands do not
# fail in tests.
MISSING = {
    "sim/frontend/install/manual_exit_codes.txt": set(),
    "sim/frontend/install/manual_examples.txt": {"calibrate", "validate-times"},
    "tests/install/test_install.py": set(),
    "tests/outputs/verbs_under_test.py": {"exec", "cc", "c++", "fc", "calibrate", "validate-times", "init-ci"},
}


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def listed(path: str, text: str) -> set[str]:
    """Returns the subcommands in one of the lists."""
    if path.endswith("exit_codes.txt"):
        return {name for block in text.split("\n\n")[1:] for name in block.splitlines()[0].split()}
    if path.endswith("examples.txt"):
        return set(re.findall(r"^rmasim ([a-z+-]+)", text, re.MULTILINE))
    if path.endswith("test_install.py"):
        names = re.search(r"^SUBCOMMANDS = \((.*?)\)", text, re.MULTILINE | re.DOTALL)
        return set(re.findall(r'"([a-z+-]+)"', names[1]))
    return set(re.findall(r'\bVerb\("[^"]+", \("([a-z+-]+)"', text))


def unlisted(subcommands: set[str], texts: dict[str, str]) -> list[str]:
    found = []
    for path, text in texts.items():
        missing = subcommands - listed(path, text)
        found += [f"{path}: no {name}" for name in sorted(missing - MISSING[path])]
        found += [f"{path}: {name} is not missing" for name in sorted(MISSING[path] - missing)]
    return found


def subcommands_of_launcher() -> set[str]:
    text = text_of("rmasim").partition("print_help() {")[2].partition("\n  ./rmasim ")[0]
    return set(re.findall(r"^  ([a-z][a-z+-]*)  ", text, re.MULTILINE))


def test_each_subcommand_is_in_every_list():
    names = subcommands_of_launcher()
    assert names > {"run", "c++", "validate-times"} | OF_THE_LAUNCHER
    expect_none(unlisted(names - OF_THE_LAUNCHER, {path: text_of(path) for path in MISSING}))


def test_a_subcommand_that_a_list_lacks_is_found():
    texts = {path: text_of(path) for path in MISSING}
    names = subcommands_of_launcher() - OF_THE_LAUNCHER
    assert unlisted(names | {"a-new-one"}, texts) == [f"{path}: no a-new-one" for path in MISSING]
    examples = "sim/frontend/install/manual_examples.txt"
    assert unlisted(names, {examples: texts[examples] + "rmasim calibrate x\n"}) == [
        f"{examples}: calibrate is not missing"]
