"""rmasim compare: runs side by side, and why their packets differ."""
