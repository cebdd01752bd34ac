"""What pyproject.toml cannot say: the version is that of CMakeLists.txt, and the package has a copy of the schema."""

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
VERSION = re.search(r"^project\(rmasim VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"),
                    re.MULTILINE)[1]


class WithSchema(build_py):
    def run(self):
        super().run()
        shutil.copy(ROOT / "scenarios/schema.json", Path(self.build_lib, "rmasim_analysis/schema.json"))


setup(version=VERSION, cmdclass={"build_py": WithSchema})
