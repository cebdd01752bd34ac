// FETCH_AND_OP on all lengths.
#include "tests/mpi/programs/check.h"

#define TRY(mpi, type)                                                    \
    do {                                                                  \
        type memory = 3, one = 1, old = 0;                                \
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(type)); \
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);                   \
        MPI_Fetch_and_op(&one, &old, mpi, rank, 0, MPI_SUM, win);         \
        MPI_Win_unlock(rank, win);                                        \
        EXPECT(memory == 4 && old == 3);                                  \
        MPI_Win_free(&win);                                               \
    } while (0)
void test(int rank, int size) {
    TRY(MPI_SIGNED_CHAR, signed char);
    TRY(MPI_UNSIGNED_CHAR, unsigned char);
    TRY(MPI_SHORT, short);
    TRY(MPI_INT, int);
    TRY(MPI_UNSIGNED_LONG, unsigned long);
    TRY(MPI_INT64_T, long);
    TRY(MPI_FLOAT, float);
    TRY(MPI_DOUBLE, double);
    TRY(MPI_LONG_DOUBLE, long double);
    TRY(MPI_AINT, MPI_Aint);
    EXPECT(rank < size);
}
