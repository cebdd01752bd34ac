"""Ways to update a page: as a whole, as a table between two markers, or as the numbers of a sentence.

Each piece has the path of its file from the root, and renews the text of that file."""

import re
from dataclasses import dataclass

NUMBER = r"(\d[\d,]*(?:\.\d+)?)"
TABLE = re.compile(r"(?P<head><!-- table (?P<name>[^:\n]+): do not edit -->\n)(?P<inner>.*?)(?P<tail><!-- end -->)",
                   re.DOTALL)


class WrongPage(Exception):
    """The error of a page in which the location of a piece is missing or occurs twice."""


@dataclass(frozen=True)
class Whole:
    """A page, or a picture as bytes."""

    path: str
    contents: str | bytes

    def renewed(self, _):
        return self.contents if isinstance(self.contents, bytes) else self.contents.encode()


@dataclass(frozen=True)
class Table:
    """The text between `<!-- table NAME: do not edit -->` and `<!-- end -->`."""

    path: str
    name: str
    contents: str

    def renewed(self, page):
        text = page.decode()
        matches = [match for match in TABLE.finditer(text) if match["name"] == self.name]
        if len(matches) != 1:
            raise WrongPage(f"{self.path}: {len(matches)} tables {self.name!r} between markers; allowed: one")
        (match,) = matches
        return f"{text[:match.start('inner')]}\n{self.contents}\n\n{text[match.end('inner'):]}".encode()


@dataclass(frozen=True)
class Sentence:
    """Numbers in prose. `words` has `{}` for each of `numbers`. Line breaks of the page are ignored."""

    path: str
    words: str
    numbers: tuple[str, ...]

    def renewed(self, page):
        text = page.decode()
        literal = [r"\s+".join(map(re.escape, part.split(" "))) for part in self.words.split("{}")]
        matches = list(re.finditer(NUMBER.join(literal), text))
        if len(matches) != 1 or len(literal) != len(self.numbers) + 1:
            raise WrongPage(f"{self.path}: {len(matches)} times {self.words!r}, with any numbers; allowed: once, with "
                            f"a place for each of {', '.join(self.numbers)}")
        (match,) = matches
        for index, number in reversed(list(enumerate(self.numbers, 1))):
            text = text[:match.start(index)] + number + text[match.end(index):]
        return text.encode()
