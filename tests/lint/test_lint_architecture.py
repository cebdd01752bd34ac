"""ARCHITECTURE.md, compared with the tree and the table of layers."""

import re

from layers import LAYERS
from lint_tree import ROOT, expect_none

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """Returns the text of each layer, by the name of the layer."""
    parts = re.split(r"^### (\w+): .*\n", PAGE.split("\n## A packet's way")[0], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_page_has_every_layer_from_the_ground_up():
    assert list(sections()) == [layer.name for layer in LAYERS]


def test_a_layer_says_what_it_must_never_know_or_do_and_its_number():
    expect_none([name for name, text in sections().items()
                 if "must never" not in text or not re.search(r"A\s+measured\s+number:\s[^.]*\d", text)])


def test_a_layer_names_its_modules():
    expect_none([f"{layer.name}: {module}" for layer in LAYERS for module in layer.modules
                 if module != layer.name and not re.search(rf"`{module}\W", sections()[layer.name])])


def paths() -> list[str]:
    """Returns the texts in backticks on the page that are paths or names of files."""
    return [quoted for quoted in re.findall(r"`([^`\s<][^`\s]*)`", PAGE)
            if "/" in quoted or quoted.endswith((".h", ".cpp", ".py", ".md"))]


def exists(path: str) -> bool:
    """Returns True if the path exists in the root, or in a folder that the page named just before. <family> stands for
    any family."""
    pattern = path.replace("<family>", "*").replace("<mode>", "*").replace("<name>", "*").rstrip("/")
    return any(next(ROOT.glob(above + pattern), None) for above in ("", "sim/**/", "protocol/**/"))


def test_every_path_of_the_page_exists():
    assert len(paths()) > 50
    expect_none([path for path in paths() if not exists(path)])


def test_a_path_that_does_not_exist_is_found():
    assert not exists("sim/timed/no_such_file.cpp")
    assert not exists("protocol/<family>/no_such_file.md")
