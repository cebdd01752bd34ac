"""rmasim calibrate: outputs of standard benchmarks become a platform file."""
