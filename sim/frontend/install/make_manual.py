#!/usr/bin/python3
"""Makes the manual pages: rmasim(1), and one for each subcommand that its help lists, named as git's are.

    make_manual.py PROGRAM VERSION CHANGELOG FOLDER

help2man turns the help into a page; manual.h2m has the sections that all pages have, manual_examples.txt and
manual_exit_codes.txt those of each subcommand. The date is that of the version in the change log, so that pages are the
same bytes on any day.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
WIDTH = 79  # of lines in a page's source
ABOUT = "a deterministic simulator of MPI one-sided communication"


def main(program, version, changelog, folder):
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    date = date_of(version, Path(changelog).read_text(encoding="utf-8"))
    examples = examples_in((HERE / "manual_examples.txt").read_text(encoding="utf-8"))
    codes = exit_codes_in((HERE / "manual_exit_codes.txt").read_text(encoding="utf-8"))
    for name, about in [("", ABOUT), *subcommands(done(program, "--help"))]:
        sections = section_of(examples.get(name, ())) + section_of_codes(codes[name])
        write(folder, program, name, about, version, date, sections)


def done(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def date_of(version, changelog):
    found = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changelog, re.MULTILINE)
    if not found:
        sys.exit(f"make_manual.py: the change log has no date of version {version}")
    return found[1]


def subcommands(text):
    """The names and what they do."""
    listed = text.partition("\nSubcommands:\n")[2]
    return re.findall(r"^  ([a-z][a-z+-]*) +(.+)$", listed, re.MULTILINE)


def examples_in(text):
    """What a command is for, "# ...", and the command in the line below, by subcommand. The page of the program itself
    has the first one of each."""
    found = {"": []}
    for about, command in re.findall(r"^# (.+)\n(rmasim .+)$", text, re.MULTILINE):
        name = command.split()[1]
        if name not in found:
            found[""].append((about, command))
        found.setdefault(name, []).append((about, command))
    return found


def exit_codes_in(text):
    """The codes and their meanings, by subcommand. "" is the program."""
    found = {}
    for block in text.partition("\n\n")[2].strip().split("\n\n"):
        names, *codes = block.splitlines()
        found |= {name: [line.split(" ", 1) for line in codes] for name in names.split()}
    return found | {"": found["run"]}


def write(folder, program, name, about, version, date, own_sections):
    page = "-".join(["rmasim"] + [name] * bool(name))
    # `cc --help` also prints the help of the compiler, `cc -h` does not.
    helped = as_help2man_reads(done(program, *filter(None, [name]), "-h"))
    with tempfile.NamedTemporaryFile("w", suffix=".h2m", encoding="utf-8") as sections:
        sections.write(f"[name]\n{roff(page)} \\- {about}\n\n{own_sections}")
        sections.write((HERE / "manual.h2m").read_text(encoding="utf-8"))
        sections.flush()
        text = done("help2man", "--no-info", f"--version-string={version}", f"--include={sections.name}",
                    script_that_prints(helped, folder))
    (folder / SCRIPT).unlink()
    head = f'.TH {page.upper()} "1" "{date}" "rmasim {version}" "User Commands"'
    lines = [head if line.startswith(".TH ") else line for line in text.splitlines()]
    (folder / f"{page}.1").write_text("".join(line + "\n" for line in wrapped(lines)), encoding="utf-8")


SCRIPT = "rmasim"  # help2man runs a program


def script_that_prints(text, folder):
    script = folder / SCRIPT
    script.write_text(f"#!/bin/sh\ncat <<'END'\n{text}END\n", encoding="utf-8")
    script.chmod(0o755)
    return script


def as_help2man_reads(text):
    """The help with the words and the order of CLI11, which help2man recognises. argparse begins with "usage:", in
    several lines."""
    usage = re.match(r"usage: (.*?)\n\n(.*?)\n\n", text, re.DOTALL)
    if not usage:
        return text
    rest = text[usage.end():].replace("positional arguments:\n", "Positionals:\n").replace("options:\n", "Options:\n")
    return f"{usage[2]}\nUsage: {' '.join(usage[1].split())}\n\n{rest}"


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-")


def section_of(examples):
    """What each command is for, and the command."""
    if not examples:
        return ""
    return "[examples]\n" + "".join(f".TP\n{about}:\n\\fB{roff(line)}\\fR\n" for about, line in examples) + "\n"


def section_of_codes(codes):
    return "[exit status]\n" + "".join(f".TP\n{code}\n{roff(meaning)}\n" for code, meaning in codes) + "\n"


def wrapped(lines):
    """Text lines that are too long, on several: for a formatter an end of line is a blank. Where lines are kept as they
    are (.nf) nothing is wrapped; after .TP, whose tag is one line, a backslash goes before each end of line."""
    kept, after_tag = False, False
    for line in lines:
        kept = line in (".nf", ".EX") or (kept and line not in (".fi", ".EE"))
        if after_tag:
            yield from tag_lines(line)
        elif kept or len(line) <= WIDTH or line.startswith((".", "'")):
            yield line
        else:
            yield from ["\\&" * part.startswith((".", "'")) + part
                        for part in textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False)]
        after_tag = line == ".TP"


def tag_lines(tag):
    """Long ones are lists of values: they break after commas."""
    while len(tag) > WIDTH and "," in tag[:WIDTH - 1]:
        end = tag.rindex(",", 0, WIDTH - 1) + 1
        yield tag[:end] + "\\"
        tag = tag[end:]
    yield tag


if __name__ == "__main__":
    main(*sys.argv[1:])
