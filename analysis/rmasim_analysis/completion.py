"""Completion of the command line for bash, zsh and fish. The scripts in sim/frontend/install call

    rmasim complete WORD...

with the words after `rmasim`. The last word is incomplete. The first line of the output is "files" if this word may
also be the path of a file, otherwise "words". The other lines are the candidates, one complete word per line. Options
are taken from the subcommand's help.
"""

import json
import os
import re
import subprocess
from functools import cache

from .errors import SUCCESS
from .program import find_program
from .settings import NUMBERS, setting_of, settings, types_of, resolved, schema
from .variants import variants_of

SUBCOMMAND = re.compile(r"^  ([a-z][a-z+-]*)  ", re.MULTILINE)
# A line of an option, in the help of CLI11 ("-j,--jobs TEXT:1 to 1024") or of argparse ("-j N, --jobs N").
OPTION = re.compile(r"^ {2,}(?:(-\w)(?: [A-Z]\S*)?, ?)?(--?\w[\w-]*)( (?!Needs|  )\S+)?", re.MULTILINE)
CHOICES = re.compile(r"\{([\w,-]+)\}")
POSITIONAL = re.compile(r"^  (?:NAME|FORMAT)\b.*", re.MULTILINE)
SETTINGS = ("--set", "--vary", "--over")  # options whose values begin with the path of a setting
LISTS = ("--breakdown", "--families", "--over", "--trace-kinds")  # options whose values are separated by commas
OWN_ARGUMENTS = ("cc", "c++", "fc")
FORMATS = ("goal", "ti", "otf2")


def carry_out(words):
    files, found = candidates(words)
    print("files" if files else "words", *found, sep="\n")
    return SUCCESS


def candidates(words):
    """Returns a pair for the last word: True if files are candidates, and the list of other candidates."""
    if len(words) < 2:
        word = words[0] if words else ""
        return False, starting(word, [*SUBCOMMAND.findall(help_of("")), "--help", "--version"])
    subcommand, *before, word = words
    if subcommand == "exec" and program_comes_before(before):
        return True, []
    options = options_of(subcommand)
    name, equals, value = word.partition("=")
    if equals and name in options:
        return with_prefix(f"{name}=", values(subcommand, name, value, before))
    if before and options.get(before[-1], ("",))[0]:
        return values(subcommand, before[-1], word, before)
    if word.startswith("-"):
        return False, starting(word, [one for one in options if len(one) > 2])
    return positionals(subcommand, word, before)


def starting(word, names):
    return [name for name in names if name.startswith(word)]


def with_prefix(prefix, found):
    files, names = found
    return files, [prefix + name for name in names]


def program_comes_before(words):
    """True if the words contain the program of `exec`. The words after it are the program's arguments."""
    options, words = options_of("exec"), list(words)
    while words and words[0].startswith("-"):
        takes_value = "=" not in words[0] and options.get(words[0], ("",))[0]
        del words[:2 if takes_value else 1]
    return bool(words)


@cache
def help_of(subcommand):
    # The help of a compiler's own options is left out by -h.
    option = "-h" if subcommand in OWN_ARGUMENTS else "--help"
    try:
        return subprocess.run([find_program(), *filter(None, [subcommand]), option], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL).stdout
    except OSError:
        return ""


@cache
def options_of(subcommand):
    """Returns the options by short and long name. Each has the word for its value ("" if none) and its help."""
    text, found = help_of(subcommand), {}
    matches = list(OPTION.finditer(text))
    for match, after in zip(matches, [*matches[1:], None]):
        about = text[match.start():after.start() if after else len(text)]
        for name in filter(None, match.group(1, 2)):
            found[name] = ((match[3] or "").strip(), about)
    return found


def values(subcommand, option, word, before):
    """The candidates for the value of an option."""
    done, comma, last = word.rpartition(",") if option in LISTS else ("", "", word)
    if option in SETTINGS:
        found = False, settings_starting(option, last)
    elif option in ("--family", "--families"):
        found = False, starting(last, families())
    elif option == "--variant":
        found = False, starting(last, variants(before))
    elif choices := CHOICES.search(options_of(subcommand)[option][1].split("\n")[0]):
        found = False, starting(last, choices[1].split(","))
    else:
        found = True, []
    return with_prefix(done + comma, found)


def settings_starting(option, word):
    """Returns the paths of settings. If the path is complete, returns the values that the setting may have."""
    path, equals, value = word.partition("=")
    if equals:
        return [f"{path}={one}" for one in starting(value, values_of_setting(path))]
    end = "" if option == "--over" else "="
    return starting(word, [one.path + end for one in settings() if option != "--over" or one.kind in NUMBERS])


def values_of_setting(path):
    node = node_of(path)
    if path == "protocol.family":
        return families()
    found = []
    for part in types_of(node) if node else ():
        found += part.get("enum", [part["const"]] if "const" in part else [])
        found += ["true", "false"] if part.get("type") == "boolean" else []
    return [one if isinstance(one, str) else json.dumps(one) for one in found]


def node_of(path):
    """The node of the schema for the path of a setting. None if there is no such setting."""
    node = schema() if setting_of(path) else None
    for step in path.split(".") if node else ():
        parts = [part["properties"] for part in types_of(node) if step in part.get("properties", ())]
        node = resolved(parts[0][step]) if parts else None
        if node is None:
            return None
    return node


def families():
    choices = CHOICES.search(options_of("exec").get("--family", ("", ""))[0])
    return choices[1].split(",") if choices else []


def variants(before):
    """The names of the variants in the scenario among the words."""
    for word in before:
        if word.endswith(".json") and os.path.isfile(word):
            try:
                with open(word, encoding="utf-8-sig") as file:
                    return [one["name"] for one in variants_of(json.load(file))]
            except (OSError, ValueError, RecursionError):
                return []
    return []


def positionals(subcommand, word, before):
    if subcommand == "convert" and not any(one in FORMATS for one in before):
        return False, starting(word, FORMATS)
    if subcommand in ("families", "platforms"):
        choices = CHOICES.search("".join(POSITIONAL.findall(help_of(subcommand))))
        return False, starting(word, choices[1].split(",") if choices else [])
    return subcommand not in ("fuzz", "package"), []
