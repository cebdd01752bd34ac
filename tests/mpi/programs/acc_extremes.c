// Minimum and maximum know signs: -1 is less than 1, but the largest unsigned number.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int signed_ones[2] = {0, 0};
    unsigned unsigned_ones[2] = {1, 1};
    long long wide[2] = {0, 0};
    const int minus = -1;
    const unsigned most = 0xFFFFFFFFu;
    const long long far[2] = {-(1LL << 40), 1LL << 40};
    MPI_Win a = window_over(signed_ones, sizeof(signed_ones), sizeof(int));
    MPI_Win b = window_over(unsigned_ones, sizeof(unsigned_ones), sizeof(unsigned));
    MPI_Win c = window_over(wide, sizeof(wide), sizeof(long long));
    const int right = (rank + 1) % size;
    MPI_Win_fence(0, a);
    MPI_Win_fence(0, b);
    MPI_Win_fence(0, c);
    MPI_Accumulate(&minus, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_MIN, a);
    MPI_Accumulate(&minus, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_MAX, a);
    MPI_Accumulate(&most, 1, MPI_UNSIGNED, right, 0, 1, MPI_UNSIGNED, MPI_MIN, b);
    MPI_Accumulate(&most, 1, MPI_UNSIGNED, right, 1, 1, MPI_UNSIGNED, MPI_MAX, b);
    MPI_Accumulate(far, 1, MPI_LONG_LONG, right, 0, 1, MPI_LONG_LONG, MPI_MIN, c);
    MPI_Accumulate(far + 1, 1, MPI_LONG_LONG, right, 1, 1, MPI_LONG_LONG, MPI_MAX, c);
    MPI_Win_fence(0, a);
    MPI_Win_fence(0, b);
    MPI_Win_fence(0, c);
    EXPECT(signed_ones[0] == -1 && signed_ones[1] == 0);
    EXPECT(unsigned_ones[0] == 1 && unsigned_ones[1] == most);
    EXPECT(wide[0] == far[0] && wide[1] == far[1]);
    MPI_Win_free(&a);
    MPI_Win_free(&b);
    MPI_Win_free(&c);
}
