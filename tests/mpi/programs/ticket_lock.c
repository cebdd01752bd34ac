// A lock of tickets: fetch_and_op draws one, get with flush waits for its turn.
// SMPI's own: a loop of operations and flushes takes it no time, and never ends
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {0, 0, 0};  // the next ticket, the turn, what is guarded
    const int one = 1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; ++i) {
        int ticket, turn = -1, guarded;
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        while (turn != ticket) {
            MPI_Fetch_and_op(NULL, &turn, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        MPI_Get(&guarded, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        guarded += 1;
        MPI_Put(&guarded, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory[2] == 3 * size);
    MPI_Win_free(&win);
}
