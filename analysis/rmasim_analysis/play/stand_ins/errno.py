"""errno for the browser. It is almost empty, because a page opens no files."""

ENOENT, EACCES, EISDIR = 2, 13, 21
