// A communicator of the ranks of a node, two here, has shared windows; the whole one has none.
// options: --set platform.ranks_per_node=2
// SMPI's own: it puts all into one block in any case
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    MPI_Comm node, none;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    int place, count;
    MPI_Comm_rank(node, &place);
    MPI_Comm_size(node, &count);
    EXPECT(count == 2 && place == rank % 2);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, rank, MPI_INFO_NULL, &none);
    EXPECT(none == MPI_COMM_NULL);
    int* mine;
    MPI_Win win;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
    *mine = rank;
    MPI_Win_fence(0, win);
    EXPECT(mine[place == 0 ? 1 : -1] == (rank ^ 1));
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int error_class;
    const int code = MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Error_class(code, &error_class);
    EXPECT(error_class == MPI_ERR_RMA_SHARED);
    (void)size;
}
