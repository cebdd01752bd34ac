"""rmasim run of a scenario with groups, in pieces."""
