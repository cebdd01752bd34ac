// Sums and maxima of characters, which wrap, and truth values.
#include "tests/mpi/programs/check.h"

#include <stdbool.h>

void test(int rank, int size) {
    struct {
        unsigned char sum, max;
        signed char least;
        bool all, any, odd;
    } memory = {250, 7, 0, true, false, false};
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    const unsigned char one = 2, mine = (unsigned char)(200 + rank);
    const signed char below = (signed char)(-rank);
    const bool truth = true, last = rank == size - 1;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_UNSIGNED_CHAR, 0, 0, 1, MPI_UNSIGNED_CHAR, MPI_SUM, win);
    MPI_Accumulate(&mine, 1, MPI_UINT8_T, 0, 1, 1, MPI_UINT8_T, MPI_MAX, win);
    MPI_Accumulate(&below, 1, MPI_SIGNED_CHAR, 0, 2, 1, MPI_SIGNED_CHAR, MPI_MIN, win);
    MPI_Accumulate(&last, 1, MPI_C_BOOL, 0, 3, 1, MPI_C_BOOL, MPI_LAND, win);
    MPI_Accumulate(&last, 1, MPI_C_BOOL, 0, 4, 1, MPI_C_BOOL, MPI_LOR, win);
    MPI_Accumulate(&truth, 1, MPI_C_BOOL, 0, 5, 1, MPI_C_BOOL, MPI_LXOR, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        EXPECT(memory.sum == (unsigned char)(250 + 2 * size));
        EXPECT(memory.max == 200 + size - 1);
        EXPECT(memory.least == 1 - size);
        EXPECT(!memory.all && memory.any && memory.odd == (size % 2 == 1));
    }
    MPI_Win_free(&win);
}
