"""One self-contained HTML page from runs, explorations and sweeps."""
