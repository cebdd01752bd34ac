// C++'s bool, complex numbers and integers of fixed length.
#include "tests/mpi/programs/check.h"

#include <complex>
#include <cstdint>

namespace {

template <class T>
void try_sum(MPI_Datatype type, int rank, int size, T one) {
    T memory{};
    MPI_Win win = window_over(&memory, sizeof(T), sizeof(T));
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, type, (rank + 1) % size, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == one);
    MPI_Win_free(&win);
}

}  // namespace

void test(int rank, int size) {
    try_sum<std::complex<float>>(MPI_C_FLOAT_COMPLEX, rank, size, {1.0f, -2.0f});
    try_sum<std::complex<double>>(MPI_C_DOUBLE_COMPLEX, rank, size, {1.5, 2.5});
    try_sum<std::uint8_t>(MPI_UINT8_T, rank, size, 200);
    try_sum<std::int64_t>(MPI_INT64_T, rank, size, std::int64_t{1} << 40);
    bool any = false;
    const bool last = rank == size - 1;
    MPI_Win win = window_over(&any, sizeof(any), 1);
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; ++target) {
        MPI_Accumulate(&last, 1, MPI_C_BOOL, target, 0, 1, MPI_C_BOOL, MPI_LOR, win);
    }
    MPI_Win_fence(0, win);
    EXPECT(any);
    MPI_Win_free(&win);
}
