"""rmasim compare: runs side by side, and the reasons why their packets differ."""
