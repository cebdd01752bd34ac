// MPI_Aint_add and MPI_Aint_diff compute with addresses in a dynamic window.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    long memory[4] = {0, 0, 0, 0};
    MPI_Aint bases[4], base;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof(memory));
    MPI_Get_address(memory, &base);
    MPI_Allgather(&base, 1, MPI_AINT, bases, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Aint third;
    MPI_Get_address(memory + 3, &third);
    EXPECT(MPI_Aint_diff(third, base) == 3 * sizeof(long));
    const long one = 1;
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) {
        MPI_Accumulate(&one, 1, MPI_LONG, i, MPI_Aint_add(bases[i], 2 * sizeof(long)), 1, MPI_LONG, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    EXPECT(memory[2] == size && memory[1] == 0 && rank < size);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
}
