// Two hundred epochs of fences, each with one put to a different rank.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    long memory[4] = {0, 0, 0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(long));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (long i = 0; i < 200; ++i) {
        const long mine = 1000 * rank + i;
        MPI_Put(&mine, 1, MPI_LONG, (int)((rank + i) % size), rank, 1, MPI_LONG, win);
        MPI_Win_fence(0, win);
        const long from = (rank - i % size + size) % size;
        EXPECT(memory[from] == 1000 * from + i);
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
}
