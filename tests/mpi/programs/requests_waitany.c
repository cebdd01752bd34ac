// MPI_Waitany and MPI_Waitsome take each operation once.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {1, 2, 3, 4}, got[4] = {0, 0, 0, 0}, seen = 0, left = 2;
    const int right = (rank + 1) % size;
    MPI_Request requests[4];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; ++i) MPI_Rget(&got[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]);
    for (int i = 0; i < 2; ++i) {
        int index = -1;
        MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
        EXPECT(index >= 0 && index < 4 && !(seen & 1 << index) && got[index] == index + 1);
        seen |= 1 << index;
    }
    while (left > 0) {
        int found = 0, indices[4];
        MPI_Waitsome(4, requests, &found, indices, MPI_STATUSES_IGNORE);
        EXPECT(found > 0);
        for (int i = 0; i < found; ++i) {
            EXPECT(!(seen & 1 << indices[i]) && got[indices[i]] == indices[i] + 1);
            seen |= 1 << indices[i];
        }
        left -= found;
    }
    EXPECT(seen == 15);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
