// Two ranks count up when their data are there; who goes on at 1 knows of one of them.
// synchronisation: fetched values
// ranks: 4
// rule: MM-PAIR-1
// scenario: values/one-of-two
// mended: who reads waits until it is 2.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, arrived = 0, data[2];
    MPI_Win_lock_all(0, win);
    if (rank == 0 || rank == 1) {
        if (rank == 1) hear(2);
        MPI_Put(&one, 1, MPI_INT, 3, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(3, win);
        MPI_Accumulate(&one, 1, MPI_INT, 3, 8, 1, MPI_INT, MPI_SUM, win);
    }
    if (rank == 2) {
        RIGHT(tell(1);)
        while (arrived < WRONG(1) RIGHT(2)) {
            MPI_Fetch_and_op(NULL, &arrived, MPI_INT, 3, 8, MPI_NO_OP, win);
            MPI_Win_flush(3, win);
        }
        MPI_Get(data, 2, MPI_INT, 3, 0, 2, MPI_INT, win);  // race: second
        WRONG(tell(1);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
