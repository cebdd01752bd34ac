"""Measured times of MPI communication: the tables of public measurements, and the parameters of the simulator's cost
model that fit them."""
