"""rmasim fuzz on many machines: ranges of seeds, with the same output as in one process."""
