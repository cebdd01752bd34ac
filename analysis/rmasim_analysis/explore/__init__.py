"""rmasim explore on many processors: parts of the search, with the same result as in one process."""
