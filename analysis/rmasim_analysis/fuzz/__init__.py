"""rmasim fuzz on many machines. Each task is a range of seeds. The output is that of one process."""
