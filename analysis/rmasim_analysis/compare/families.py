"""The protocol families, as `rmasim families` lists them: calls, settings, packets, and the reasons for packets."""

from ..program import listed


def families_of(program):
    """The families by name, in the order of `rmasim families --format json`. The first one is the default family."""
    return listed(program, "families")


def without_the_unknown(protocol, known):
    """The Merge Patch that removes from the settings what is not `known`, and the paths that the patch removes."""
    patch, paths = {}, []
    for key, value in protocol.items():
        if key == "family":
            continue
        if key not in known:
            patch[key] = None
            paths.append(f"protocol.{key}")
        elif isinstance(value, dict) and isinstance(known[key], dict):
            unknown = [inner for inner in value if inner not in known[key]]
            if unknown:
                patch[key] = dict.fromkeys(unknown)
                paths += [f"protocol.{key}.{inner}" for inner in unknown]
    return patch, paths
