// A persistent request is started anew each time, and each time brings what was done until then.
// synchronisation: requests of messages
// ranks: 3
// rule: MM-PAIR-1
// mended: the second message is sent behind the put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int word = 0;
    MPI_Request request;
    if (rank == 1) {
        MPI_Send_init(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 2; ++i) {
            WRONG(MPI_Start(&request); MPI_Wait(&request, MPI_STATUS_IGNORE);)
            if (i == 1) {
                MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
                MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
                MPI_Win_unlock(0, win);
            }
            RIGHT(MPI_Start(&request); MPI_Wait(&request, MPI_STATUS_IGNORE);)
        }
        MPI_Request_free(&request);
    }
    if (rank == 2) {
        MPI_Recv_init(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 2; ++i) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
