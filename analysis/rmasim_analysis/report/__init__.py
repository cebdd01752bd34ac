"""One self-contained page from runs, explorations and sweeps."""
