// Functions in another file than their callers.
#pragma once
#include <mpi.h>

int sum_of(const int* values, int count);
void put_to(const int* values, int target, MPI_Win win);     // puts one value
void put_whole(const int* values, int target, MPI_Win win);  // puts all, and waits for local completion
