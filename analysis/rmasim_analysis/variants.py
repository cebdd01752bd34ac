"""Variants of a scenario: its programs with other settings (scenarios/README.md). The simulator applies them; this is
for code that needs their settings before a run."""


def variants_of(document):
    """The variants of a scenario, in the order of the file. Only those that have a name and settings: the simulator
    refuses the others."""
    found = document.get("variants") if isinstance(document, dict) else None
    return [one for one in found if isinstance(one, dict) and isinstance(one.get("name"), str)
            and isinstance(one.get("settings"), dict)] if isinstance(found, list) else []


def variant_of(document, name):
    """Its object in the file; None if there is none, which the simulator then reports."""
    return next((one for one in variants_of(document) if one["name"] == name), None)


def document_of(document, name):
    """The document that a run of the variant reads, without settings in lists; the given one if `name` is empty."""
    variant = variant_of(document, name) if name else None
    if variant is None:
        return document
    own = {key: variant[key] for key in ("about", "expect") if key in variant}
    return changed({key: value for key, value in document.items() if key != "variants"} | own, variant["settings"])


def changed(document, changes):
    """The document after these settings by path, except for paths into lists, which have no tunable settings."""
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
    """As arguments of the simulator."""
    return ["--variant", name] if name else []
