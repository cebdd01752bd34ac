"""rmasim fuzz on many machines: ranges of seeds, put together to the output of one process."""
