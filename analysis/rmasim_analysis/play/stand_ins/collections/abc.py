"""The names in collections.abc that annotations use."""

Callable = object
