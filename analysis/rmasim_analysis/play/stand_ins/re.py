"""re for the browser. It uses the browser's regular expressions. The report has only expressions that both languages
have."""

from browser import window
from javascript import NULL, UNDEFINED

DOTALL = "s"
IGNORECASE = "i"


class Match:
    def __init__(self, found):
        self.found = [None if one is UNDEFINED else one for one in found]
        self.at = found.index

    def __getitem__(self, group):
        return self.found[group]

    def group(self, *groups):
        return self.found[groups[0] if groups else 0]

    def groups(self):
        return tuple(self.found[1:])

    def start(self):
        return self.at

    def end(self):
        return self.at + len(self.found[0])


class Pattern:
    def __init__(self, pattern, flags=""):
        self.anywhere = window.RegExp.new(pattern, flags + "gu")
        self.here = window.RegExp.new(pattern, flags + "yu")
        self.all_of_it = window.RegExp.new("(?:" + pattern + ")$", flags + "yu")

    def first(self, expression, text, at):
        expression.lastIndex = at
        found = expression.exec(text)
        return None if found is NULL else Match(found)

    def match(self, text, at=0):
        return self.first(self.here, text, at)

    def fullmatch(self, text):
        return self.first(self.all_of_it, text, 0)

    def search(self, text, at=0):
        return self.first(self.anywhere, text, at)

    def finditer(self, text):
        at = 0
        while at <= len(text):
            found = self.search(text, at)
            if found is None:
                return
            yield found
            at = max(found.end(), found.start() + 1)

    def findall(self, text):
        return [found[0] if len(found.found) == 1 else found[1] if len(found.found) == 2 else found.groups()
                for found in self.finditer(text)]

    def sub(self, by, text):
        parts, at = [], 0
        for found in self.finditer(text):
            parts += [text[at:found.start()], by(found) if callable(by) else by]
            at = found.end()
        return "".join(parts) + text[at:]

    def split(self, text):
        parts, at = [], 0
        for found in self.finditer(text):
            parts.append(text[at:found.start()])
            at = found.end()
        return parts + [text[at:]]


def compile(pattern, flags=""):
    return Pattern(pattern, flags)


def match(pattern, text):
    return compile(pattern).match(text)


def fullmatch(pattern, text):
    return compile(pattern).fullmatch(text)


def search(pattern, text):
    return compile(pattern).search(text)


def findall(pattern, text):
    return compile(pattern).findall(text)


def sub(pattern, by, text):
    return compile(pattern).sub(by, text)


def split(pattern, text):
    return compile(pattern).split(text)
