"""rmasim sweep: runs one scenario over ranges of its settings, and writes one table of all runs."""
