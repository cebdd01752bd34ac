"""A trace of rmasim as an OTF2 archive, for Vampir, Scalasca, otf2-print and the like (decision 0058)."""
