"""rmasim check: compares scenarios with what their files expect, and says what changed."""
