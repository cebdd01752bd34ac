"""Programs that differ in a single part of `main`, combined into one executable, because starting a compiler takes
longer than reading all of them. The arguments of the executable are numbers that select the programs. Each program has
the same line numbers as if it were a separate file."""

import dataclasses
import functools
import pathlib

from mpi_runner import FOLDER, rmasim


@dataclasses.dataclass(frozen=True)
class Bodies:
    """Programs with different bodies. `template` has BODY in `main`, where `at` is the position of the number in the
    arguments. `file` is the name of the source in reports."""
    template: str
    some: tuple
    options: tuple = ()
    compiler: str = "cc"
    file: str = "wrong.c"

    @functools.cached_property
    def numbers(self):
        return {body: number for number, body in enumerate(dict.fromkeys(self.some))}

    def number(self, body):
        return self.numbers[body]

    @property
    def line(self):
        """The first line of each body."""
        return self.template[:self.template.index("BODY")].count("\n") + 1

    @property
    def source(self):
        """Returns the source of all bodies, each after a label."""
        labelled = "".join(f"case {number}: {{\n#line {self.line} \"{self.file}\"\n{body}\n}} break;\n"
                           for body, number in self.numbers.items())
        return self.template.replace("BODY", f"switch (atoi(argv[at])) {{\n{labelled}default: abort();\n}}")

    @functools.cached_property
    def path(self):
        """The path of the executable. It is built on first use."""
        return built(self)

    def __call__(self, body):
        """Returns the arguments of `exec` that run a body."""
        return self.path, self.number(body)


@functools.lru_cache(maxsize=None)
def built(bodies):
    folder = pathlib.Path(FOLDER.name) / f"bodies_{built.cache_info().misses}"
    folder.mkdir()
    source = folder / bodies.file
    source.write_text(bodies.source)
    finished = rmasim(bodies.compiler, "-include", "stdlib.h", *bodies.options, "-o", source.with_suffix(""), source)
    assert finished.returncode == 0, finished.stderr
    return source.with_suffix("")
