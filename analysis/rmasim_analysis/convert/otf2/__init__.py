"""Converts a trace of rmasim to an OTF2 archive for Vampir, Scalasca, otf2-print and similar tools (decision 0058)."""
