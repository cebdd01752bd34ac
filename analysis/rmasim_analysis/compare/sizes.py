"""The effect of --tuned on a side, as text."""

from ..layout import count

OWN = "no slots, pools or thresholds to tune"


def words_of(tuned):
    """A sentence about the sizes of a side."""
    if tuned["changes"] is None:
        return f"tuned: none of the sizes tried finishes within {tuned['limit_bytes']:,} bytes a rank"
    if not tuned["runs"]:
        return f"tuned: {OWN}"
    found = f"{count(tuned['runs'], 'run')}, within {tuned['limit_bytes']:,} bytes a rank"
    return f"tuned: {found}{'' if tuned['changes'] else '; its own sizes are as good as any'}"
