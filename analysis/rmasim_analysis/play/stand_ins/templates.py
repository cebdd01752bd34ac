"""The part of jinja2.runtime that the report's templates need. The templates are compiled when the page is built. Names
and signatures in this module are those that Jinja's compiler writes."""

missing = object()


class Markup:
    """A text that needs no escapes. The class is not derived from str, because Brython cannot join objects of such
    classes."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


def escape(value):
    if isinstance(value, Markup):
        return value.text
    text = str(value)
    for letter, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;")):
        if letter in text:
            text = text.replace(letter, written)
    return text


def concat(parts):
    return "".join(parts)


def str_join(parts):
    return concat(str(part) for part in parts)


def markup_join(parts):
    return Markup(concat(escape(part) for part in parts))


def identity(value):
    return value


internalcode = identity


class Undefined:
    """The value of a missing name, and of `x if y` without an `else`."""

    def __init__(self, hint=None, obj=missing, name=None, exc=None):
        self.name = name

    def __bool__(self):
        return False

    def __str__(self):
        return ""


class StrictUndefined(Undefined):
    """A missing name. Only conditions and `is defined` may use it."""

    def __str__(self):
        raise TemplateRuntimeError(f"no {self.name}")


class TemplateRuntimeError(Exception):
    pass


TemplateNotFound = TemplateReference = Namespace = TemplateRuntimeError


class LoopContext:
    def __init__(self, items, undefined):
        self.items, self.index0 = list(items), -1

    def __iter__(self):
        for self.index0, item in enumerate(self.items):
            yield item, self

    @property
    def index(self):
        return self.index0 + 1

    @property
    def first(self):
        return self.index0 == 0

    @property
    def last(self):
        return self.index == len(self.items)


class Macro:
    def __init__(self, environment, function, name, arguments, catch_kwargs, catch_varargs, caller, autoescape):
        self.function, self.arguments = function, arguments

    def __call__(self, *values, **named):
        rest = [named.get(name, missing) for name in self.arguments[len(values):]]
        return Markup(self.function(*values, *rest))


class EvalContext:
    autoescape = True
    volatile = False


class Context:
    def __init__(self, known):
        self.known, self.vars, self.exported_vars, self.eval_ctx = known, {}, set(), EvalContext()

    def resolve_or_missing(self, name):
        return self.vars.get(name, self.known.get(name, missing))

    def get_all(self):
        return {**self.known, **self.vars}

    def derived(self, local=None):
        return Context(with_locals(self.get_all(), local))

    def call(self, function, *values, **named):
        return function(*values, **named)


def with_locals(known, local):
    return {**known, **{name: value for name, value in (local or {}).items() if value is not missing}}


class Template:
    def __init__(self, module):
        self.root_render_func = module.root

    def new_context(self, known, shared=False, local=None):
        return Context(with_locals(known, local))

    def make_module(self, known, shared=False, local=None):
        context = self.new_context(known, shared, local)
        concat(self.root_render_func(context))
        return Exported(context.vars)

    def render(self, **known):
        return concat(self.root_render_func(self.new_context(known)))


class Exported:
    __name__ = "parts"

    def __init__(self, names):
        for name, value in names.items():
            setattr(self, name, value)


class Environment:
    undefined = StrictUndefined
    filters = {
        "length": len,
        "int": int,
        "min": lambda environment, values: min(values),
        "join": lambda context, values, by="": Markup(escape(by).join(escape(value) for value in values)),
        "format": lambda text, *values: text % values,
    }
    tests = {"defined": lambda value: not isinstance(value, Undefined)}

    def __init__(self):
        self.modules = {}
        self.concat = concat

    def get_template(self, name, parent=None):
        return Template(self.modules[name])

    get_or_select_template = get_template

    def getattr(self, owner, name):
        try:
            return getattr(owner, name)
        except AttributeError:
            return self.getitem(owner, name)

    def getitem(self, owner, key):
        try:
            return owner[key]
        except (KeyError, TypeError, AttributeError, IndexError):
            return StrictUndefined(name=key)


environment = Environment()
