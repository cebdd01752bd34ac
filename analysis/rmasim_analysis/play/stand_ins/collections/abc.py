"""Only for annotations."""

Callable = object
