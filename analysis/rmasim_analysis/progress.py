"""The progress of a subcommand on standard error. On a terminal, it is a bar. In a file, such as a CI log, it is a line
for each minute."""

import sys

BETWEEN_LINES_S = 60


class Lines:
    """A stream on which each update of tqdm becomes a separate line."""

    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        line = text.replace("\r", "").strip()
        if line:
            self.stream.write(f"{line}\n")

    def flush(self):
        self.stream.flush()


def progress_bar(total, unit, initial=0, stream=None, between_lines_s=BETWEEN_LINES_S):
    """A tqdm bar. Use it in a `with` statement, or close it."""
    from tqdm import tqdm  # imported late, because the help of a subcommand must need only Python's standard library

    stream = stream or sys.stderr
    if stream.isatty():
        return tqdm(total=total, initial=initial, unit=unit, delay=1, leave=False, file=stream)
    return tqdm(total=total, initial=initial, unit=unit, delay=between_lines_s, leave=False, file=Lines(stream),
                mininterval=between_lines_s, maxinterval=between_lines_s, ascii=True, ncols=100)
