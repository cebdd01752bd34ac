"""Variants of a scenario. A variant has the scenario's programs with other settings (scenarios/README.md). The
simulator applies variants itself. This module is for code that needs the settings of a variant before a run."""


def variants_of(document):
    """The variants of a scenario that have a name and settings, in the order of the file. The simulator refuses any
    other variants."""
    found = document.get("variants") if isinstance(document, dict) else None
    return [one for one in found if isinstance(one, dict) and isinstance(one.get("name"), str)
            and isinstance(one.get("settings"), dict)] if isinstance(found, list) else []


def variant_of(document, name):
    """The object of the variant in the file. None if there is no such variant; the simulator then reports the error."""
    return next((one for one in variants_of(document) if one["name"] == name), None)


def document_of(document, name):
    """The document that a run of the variant reads, without settings in lists. If `name` is empty, the given document.
    """
    variant = variant_of(document, name) if name else None
    if variant is None:
        return document
    own = {key: variant[key] for key in ("about", "expect") if key in variant}
    return changed({key: value for key, value in document.items() if key != "variants"} | own, variant["settings"])


def changed(document, changes):
    """The document after the changes of settings by path. Paths into lists are ignored, because lists have no settings
    for tune."""
    for path, value in changes.items():
        *names, last = path.split(".")
        inner = document = dict(document)
        for name in names:
            inner[name] = dict(inner[name]) if isinstance(inner.get(name), dict) else {}
            inner = inner[name]
        inner[last] = value
    return document


def add_variant(parser):
    parser.add_argument("--variant", default="", metavar="NAME",
                        help="a variant of the scenario (default: the file as it is)")


def variant_arguments(name):
    """The arguments of the simulator that select the variant."""
    return ["--variant", name] if name else []
