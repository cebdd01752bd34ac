// Two ranks put to the same bytes of rank 0. The argument says what orders the puts: "message", "collective",
// "communicator" or "nothing".
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int memory;  // a window in a variable that each rank has

int main(int argc, char** argv) {
    const char* const by = argc > 1 ? argv[1] : "";
    int rank = 0, value = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    if (strcmp(by, "message") == 0 && rank == 1) MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    if (strcmp(by, "message") == 0 && rank == 2) {
        int got = 0;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(by, "collective") == 0) MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (strcmp(by, "communicator") == 0) {
        MPI_Comm copy;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Comm_free(&copy);
    }
    value = rank;
    if (rank == 2) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    const int wrong = rank == 0 && strcmp(by, "nothing") != 0 && memory != 2;
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong;
}
