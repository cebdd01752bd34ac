"""One self-contained HTML page on runs, explorations and sweeps."""
