"""errno: a page opens no files."""

ENOENT, EACCES, EISDIR = 2, 13, 21
