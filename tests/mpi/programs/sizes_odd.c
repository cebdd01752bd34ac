// Puts of every length from 0 to 70 bytes at every offset modulo 8.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    unsigned char memory[80], mine[80];
    const int right = (rank + 1) % size;
    for (int i = 0; i < 80; ++i) mine[i] = (unsigned char)(i * 3 + 1);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    for (int length = 0; length <= 70; length += 7) {
        for (int at = 0; at < 8; ++at) {
            memset(memory, 0, sizeof(memory));
            MPI_Win_fence(0, win);
            MPI_Put(mine, length, MPI_UNSIGNED_CHAR, right, at, length, MPI_UNSIGNED_CHAR, win);
            MPI_Win_fence(0, win);
            for (int i = 0; i < 80; ++i) EXPECT(memory[i] == (i >= at && i < at + length ? mine[i - at] : 0));
            MPI_Win_fence(0, win);
        }
    }
    MPI_Win_free(&win);
}
