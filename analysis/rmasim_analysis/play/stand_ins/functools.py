"""The part of functools that the report uses."""


class cached_property:  # noqa: N801, the name of Python's
    def __init__(self, function):
        self.function, self.name = function, function.__name__

    def __get__(self, owner, cls=None):
        value = owner.__dict__[self.name] = self.function(owner)
        return value


def cache(function):
    kept = {}

    def cached(*arguments):
        if arguments not in kept:
            kept[arguments] = function(*arguments)
        return kept[arguments]

    return cached
