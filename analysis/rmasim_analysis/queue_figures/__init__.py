"""What the old MPICH design costs: the tables and pictures of protocol/oldqueue/FIGURES.md."""
