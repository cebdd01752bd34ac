// A request of an operation goes to Fortran's integer and back.
// SMPI's own: its requests of operations have no integer that comes back
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = rank, got = -1;
    MPI_Request request;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rget(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request);
    const MPI_Fint number = MPI_Request_c2f(request);
    EXPECT(MPI_Request_f2c(number) == request && MPI_Request_c2f(request) == number);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(got == (rank + 1) % size);
    EXPECT(MPI_Win_f2c(MPI_Win_c2f(win)) == win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
