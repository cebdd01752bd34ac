"""rmasim explore on many processors. Processes search parts of the search tree. The result is that of one process."""
