// MPI_Raccumulate and MPI_Rget_accumulate.
// SMPI's own: MPI_Rget_accumulate ends the process
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    int memory[2] = {0, 100}, one = 1, before = -1;
    MPI_Request requests[2];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &requests[0]);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &before, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    EXPECT(before >= 100 && before < 104);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory[0] == 4 && memory[1] == 104);
    MPI_Win_free(&win);
}
