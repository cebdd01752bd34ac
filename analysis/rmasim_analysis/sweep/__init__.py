"""Many runs of one scenario over ranges of its settings, and one table of them all."""
