#include "tests/mpi/races/elsewhere.h"

int sum_of(const int* values, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];  // race: code/another-file
    return sum;
}

void put_to(const int* values, int target, MPI_Win win) {
    MPI_Put(values, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // race: code/another-file-puts
}

void put_whole(const int* values, int target, MPI_Win win) {
    put_to(values, target, win);
    MPI_Win_flush_local(target, win);
}
