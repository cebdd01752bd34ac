// What a message brings, element by element backwards, is put.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// right scenario: buffers/messages
// mended: it is there before the put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, -1, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) MPI_Send(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(data + 3, 1, type, 0, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    MPI_Type_free(&type);
    return end_with_window();
}
