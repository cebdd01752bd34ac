"""dataclasses for the browser. Python's own module imports others, which takes a second in a browser."""

NOTHING = object()


class Field:
    def __init__(self, default, default_factory):
        self.default, self.default_factory = default, default_factory

    def value(self):
        return self.default if self.default_factory is NOTHING else self.default_factory()


def field(default=NOTHING, default_factory=NOTHING, compare=True):
    return Field(default, default_factory)


def with_methods(cls):
    names = list(cls.__annotations__)
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}

    def given(name):
        default = defaults[name]
        return default.value() if isinstance(default, Field) else default

    def __init__(self, *values, **named):
        for name, value in zip(names, values):
            setattr(self, name, value)
        for name in names[len(values):]:
            setattr(self, name, named[name] if name in named else given(name))

    def __eq__(self, other):
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in names)

    cls.__init__, cls.__eq__, cls.__hash__, cls.field_names = __init__, __eq__, object.__hash__, names
    return cls


def dataclass(cls=None, **options):
    return with_methods if cls is None else with_methods(cls)


def replace(one, **changes):
    return type(one)(**{name: changes.get(name, getattr(one, name)) for name in one.field_names})
