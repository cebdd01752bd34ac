// Functions of another file than their callers.
#pragma once
#include <mpi.h>

int sum_of(const int* values, int count);
void put_to(const int* values, int target, MPI_Win win);     // one of them
void put_whole(const int* values, int target, MPI_Win win);  // ... and waits for local completion
