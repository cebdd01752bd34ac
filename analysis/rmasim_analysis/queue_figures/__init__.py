"""The costs of the old MPICH design. They are the tables and pictures of protocol/oldqueue/FIGURES.md."""
