"""Renews the output of `rmasim tune` in analysis/TUNING.md.

A block that begins with "$ ./rmasim tune" shows the first paragraphs of the output. The number of paragraphs does not
change. If the output has more paragraphs, the block ends with "...".
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMPT = "$ ./rmasim "
MORE = "..."
BLOCK = re.compile(r"```\n(\$ \./rmasim tune [^\n]*)\n(.*?)```\n", re.DOTALL)


def output_of(command):
    arguments = [sys.executable, "-m", "rmasim_analysis", *shlex.split(command.removeprefix(PROMPT))]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "analysis")}
    return subprocess.run(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def paragraphs(text):
    return text.strip("\n").split("\n\n")


def renewed(block):
    command, shown = block.groups()
    count = len([paragraph for paragraph in paragraphs(shown) if paragraph != MORE])
    now = paragraphs(output_of(command))
    kept = now[:count] + [MORE] * (len(now) > count)
    return f"```\n{command}\n" + "\n\n".join(kept) + "\n```\n"


def renewed_page(text):
    return BLOCK.sub(renewed, text)
