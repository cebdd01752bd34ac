"""TEMPORARY until the reference is merged."""
from dataclasses import dataclass
@dataclass(frozen=True)
class Setting:
    unit: str
    about: str
def describe(path):
    return Setting("", "")
