"""rmasim explore on many processors: parts of the search, put together to the result of one process."""
