"""Several programs as one file to compile: most of a compiler's time goes into headers."""

import re

# What stands behind a name that is declared.
REST = re.compile(r"__attribute__\(\(\w+(\(\w+\))?\)\)|\[[^]]*\]|=\s*(\{.*(\}|$)|[^,;]*)")


def static_names(text):
    """Those of the variables and functions of a file in C, but for arrays of functions."""
    names = []
    for declared in re.findall(r"^static (?:inline )?(.*)$", text, re.MULTILINE):
        one_or_more = re.split(r"[;(]", REST.sub("", declared))[0].split(",")
        names += [found[1] for one in one_or_more if (found := re.search(r"(\w+)\s*$", one)) and found[1] != "void"]
    return names


def headers_of(texts):
    return list(dict.fromkeys(line for text in texts for line in re.findall(r"^#include <.*>", text, re.MULTILINE)))


def one_unit(named):
    """`named`: pairs of a path and new names of what it defines. Lines are those of its file, and so are macros and
    static names; headers come first."""
    texts = {path: path.read_text() for path, _ in named}
    lines = headers_of(texts.values())
    for number, (path, names) in enumerate(named):
        names = {name: f"{name}_of_{number}" for name in static_names(texts[path])} | names
        text = re.sub(rf"^#include .*|\b({'|'.join(names)})\b",
                      lambda found, names=names: names.get(found[0], found[0]), texts[path], flags=re.MULTILINE)
        macros = re.findall(r"^#define (\w+)", text, re.MULTILINE)
        lines += [f"# 1 \"{path}\"", text, *(f"#undef {name}" for name in macros)]
    return "\n".join(lines) + "\n"
