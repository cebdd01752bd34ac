"""rmasim check: compares runs of scenarios with the expectations in their files, and reports the changes."""
