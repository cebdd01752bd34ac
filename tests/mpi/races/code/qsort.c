// The function that compares for qsort reads the window.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: an array beside it is sorted.
#include "tests/mpi/races/race.h"

static int* weights;
static int compare(const void* a, const void* b) {
    return weights[*(const int*)a] - weights[*(const int*)b];  // race: second
}

int main(void) {
    begin_with_window();
    int order[4] = {3, 1, 2, 0};
    weights = WRONG(window) RIGHT(beside);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
    if (rank == 0) qsort(order, 4, sizeof(int), compare);
    MPI_Win_fence(0, win);
    return end_with_window();
}
