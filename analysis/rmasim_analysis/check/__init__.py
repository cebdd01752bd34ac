"""rmasim check: which scenarios still do what their files expect, and what moved in those that do not."""
