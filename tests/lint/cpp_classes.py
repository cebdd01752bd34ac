"""A reader of C++ files: the classes, the functions that a user of a class has to know, and the included headers."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePosixPath

from lint_tree import Source, code_only, includes

CLASS_HEAD = re.compile(r"(?<!enum )\b(class|struct)\s+(?:alignas\s*\([^)]*\)\s*|\[\[[^\]]*\]\]\s*)*(\w+)"
                        r"(?:\s+final)?\s*(?::[^;{}()]*)?$")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
NOT_FUNCTIONS = re.compile(r"^\s*(?:using|static_assert|typedef|enum|namespace|extern|class|struct|union)\b")
ATTRIBUTES = re.compile(r"\[\[[^\]]*\]\]|\b(?:alignas|requires|noexcept|decltype)\s*\([^)]*\)")


@dataclass(frozen=True)
class Declaration:
    text: str
    body: str = ""  # of a class


@dataclass
class Class:
    name: str
    path: str
    public: list[str] = field(default_factory=list)  # functions, as name and parameters
    members: int = 0  # data members
    constructors: list[int] = field(default_factory=list)  # the number of parameters of each


def code_of(source: Source) -> str:
    return DIRECTIVE.sub("", code_only(source.text))


def end_of_braces(code: str, opened: int) -> int:
    depth = 0
    for mark in re.finditer("[{}]", code[opened:]):
        depth += 1 if mark.group() == "{" else -1
        if depth == 0:
            return opened + mark.start()
    return len(code)


def declarations(code: str) -> list[Declaration]:
    """Returns the declarations at the top level of a scope. Those in a namespace belong to the scope around it."""
    found: list[Declaration] = []
    start = at = parentheses = 0
    while at < len(code):
        character = code[at]
        parentheses += {"(": 1, ")": -1}.get(character, 0)
        if character == "{" and parentheses == 0:
            end, head = end_of_braces(code, at), code[start:at]
            body = code[at + 1:end]
            if re.search(r"\bnamespace\b[\w:\s]*$", head):
                found += declarations(body)
                start = end + 1
            elif CLASS_HEAD.search(head) and "(" not in re.sub(r"alignas\s*\([^)]*\)", "", head):
                found.append(Declaration(head, body))
                start = end + 1
            elif re.match(r"\s*enum\b", head):
                start = end + 1
            elif "(" in head and not re.search(r"[=,]\s*$", head) and not is_initialiser(head):
                found.append(Declaration(head))
                start = end + 1
            at = end
        elif character == ";" and parentheses == 0:
            found.append(Declaration(code[start:at]))
            start = at + 1
        at += 1
    return [one for one in found if one.text.strip()]


def is_initialiser(head: str) -> bool:
    """True if a brace after this text begins a value of a constructor's list, or of a variable."""
    return bool(re.search(r"\)\s*(?:noexcept\s*)?:(?!:)[^{]*[\w>]\s*$", head)) or "=" in head.split("(")[0]


def without_templates(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, re.sub(r"<[^<>()]*(?:\([^()]*\)[^<>()]*)*>", "", text)
    return text


@cache
def function_of(text: str) -> tuple[str, str] | None:
    """Returns the name and parameters of a declared function; None if the declaration is not one of a function."""
    text = without_templates(ATTRIBUTES.sub("", text)).strip()
    text = re.sub(r"^(?:template\s*|friend\s+)+", "", text)
    if NOT_FUNCTIONS.match(text):
        return None
    match = re.search(r"(operator\s*(?:\(\)|[^\s\w(]+|\w+)|~?\w+)\s*\(", text)
    if not match or "=" in text[:match.start()].replace("operator=", ""):
        return None
    depth, at = 0, match.end() - 1
    for at in range(match.end() - 1, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            break
    if re.search(r"=\s*delete\s*$", text[at:]):
        return None
    return match.group(1), text[match.end():at]


def parameter_count(parameters: str) -> int:
    depth, count = 0, 1 if parameters.strip() not in ("", "void") else 0
    for character in parameters:
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(character, 0)
        count += character == "," and depth == 0
    return count


def class_of(declaration: Declaration, path: str) -> Class:
    head = CLASS_HEAD.search(declaration.text)
    assert head
    found, public = Class(head.group(2), path), head.group(1) == "struct"
    for one in declarations(re.sub(r"\b(public|protected|private)\s*:(?!:)", r"ACCESS_\1;", declaration.body)):
        text = one.text.strip()
        if text.startswith("ACCESS_"):
            public = text == "ACCESS_public"
            continue
        if one.body or text.startswith(("using ", "enum ", "static_assert", "struct ", "class ", "friend class ")):
            continue
        function = function_of(text)
        if function is None:
            found.members += not re.search(r"=\s*delete\s*$|^static\b|^friend\b", text)
            continue
        name, parameters = function
        if name == found.name:
            found.constructors.append(parameter_count(parameters))
        if (public or text.startswith("friend")) and not name.startswith("~"):
            found.public.append(f"{name}({' '.join(parameters.split())})")
    return found


@cache
def classes_of(source: Source) -> list[Class]:
    """Returns the classes of a file that are not inside another class."""
    return [class_of(one, source.path) for one in declarations(code_of(source)) if one.body]


@cache
def free_functions(source: Source) -> list[tuple[str, str]]:
    return [found for one in declarations(code_of(source)) if not one.body
            if (found := function_of(one.text.strip())) is not None]


def changes(parameters: str, name: str) -> bool:
    """True if a function with these parameters takes an object of the class by mutable reference."""
    return any(re.search(rf"(?:^|[\s:]){name}\s*&(?!&)", one) and "const" not in one for one in parameters.split(","))


def project_includes(source: Source) -> list[str]:
    return [target for target, angle in includes(source) if not angle]


def known_includes(source: Source, by_path: dict[str, Source]) -> set[str]:
    """Returns the headers that a reader of this header has to know. A header that only includes counts as what it
    includes."""
    found: set[str] = set()
    for target in project_includes(source):
        included = by_path.get(target)
        if included is not None and PurePosixPath(target).suffix == ".h" and not declarations(code_of(included)):
            found |= known_includes(included, by_path)
        else:
            found.add(target)
    return found
