// waitsome and testsome give each request once.
// SMPI's own: its waitsome takes them for complete at once
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8], found, indices[8], done[8] = {0, 0, 0, 0, 0, 0, 0, 0}, left = 8;
    MPI_Request requests[8];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 8; ++i) MPI_Rget(got + i, 1, MPI_INT, (rank + i) % size, i, 1, MPI_INT, win, requests + i);
    while (left > 0) {
        if (left > 4) MPI_Waitsome(8, requests, &found, indices, MPI_STATUSES_IGNORE);
        else MPI_Testsome(8, requests, &found, indices, MPI_STATUSES_IGNORE);
        for (int i = 0; i < found; ++i) {
            EXPECT(!done[indices[i]] && got[indices[i]] == indices[i]);
            done[indices[i]] = 1;
            --left;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
