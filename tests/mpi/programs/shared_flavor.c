// shared_query and attach ask for windows of their flavor.
// options: --set platform.ranks_per_node=4
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2], *base, unit, error_class;
    MPI_Aint bytes;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int)), shared;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Win_shared_query(win, rank, &bytes, &unit, &base), &error_class);
    EXPECT(error_class == MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &shared);
    MPI_Win_set_errhandler(shared, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Win_attach(shared, memory, sizeof(memory)), &error_class);
    EXPECT(error_class == MPI_ERR_RMA_FLAVOR);
    MPI_Error_class(MPI_Win_shared_query(shared, size, &bytes, &unit, &base), &error_class);
    EXPECT(error_class == MPI_ERR_RANK);
    MPI_Win_free(&shared);
}
