"""Costs of the old MPICH design: the tables and pictures of protocol/oldqueue/FIGURES.md."""
