"""rmasim run of a scenario with groups, distributed over processes."""
