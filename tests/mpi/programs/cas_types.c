// COMPARE_AND_SWAP on integers of all lengths: it writes only what is equal in all bytes.
#include "tests/mpi/programs/check.h"

#define TRY(mpi, type)                                                        \
    do {                                                                      \
        type memory = (type)-3, wrong = 3, right = (type)-3, now = 9, old = 0; \
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(type));     \
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);                       \
        MPI_Compare_and_swap(&now, &wrong, &old, mpi, rank, 0, win);          \
        MPI_Win_flush(rank, win);                                             \
        EXPECT(memory == right && old == right);                              \
        MPI_Compare_and_swap(&now, &right, &old, mpi, rank, 0, win);          \
        MPI_Win_unlock(rank, win);                                            \
        EXPECT(memory == 9 && old == right);                                  \
        MPI_Win_free(&win);                                                   \
    } while (0)
void test(int rank, int size) {
    TRY(MPI_SIGNED_CHAR, signed char);
    TRY(MPI_BYTE, unsigned char);
    TRY(MPI_UNSIGNED_SHORT, unsigned short);
    TRY(MPI_INT, int);
    TRY(MPI_LONG, long);
    TRY(MPI_UINT64_T, unsigned long);
    EXPECT(rank < size);
}
