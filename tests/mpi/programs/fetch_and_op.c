// Each rank draws a ticket.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0, ticket = -1, tickets[4] = {0, 0, 0, 0};
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    EXPECT(ticket >= 0 && ticket < size);
    MPI_Win_unlock_all(win);
    MPI_Gather(&ticket, 1, MPI_INT, tickets, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int drawn = 0;
    for (int i = 0; i < size; ++i) drawn |= 1 << tickets[i];
    if (rank == 0) EXPECT(drawn == (1 << size) - 1 && memory == size);
    MPI_Win_free(&win);
}
