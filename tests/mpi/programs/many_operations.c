// More operations than there are elements for them.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { count = 500 };
    static int memory[count], mine[count];
    for (int i = 0; i < count; ++i) mine[i] = 1000 * rank + i;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < count; ++i) MPI_Put(&mine[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < count; ++i) EXPECT(memory[i] == 1000 * ((rank + size - 1) % size) + i);
    MPI_Win_free(&win);
}
