// More than a thousand windows at once, used and freed in another order. (Their number squared takes time.)
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { count = 1100 };
    static int memory[count];
    static MPI_Win wins[count];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < count; ++i) {
        memory[i] = -1;
        wins[i] = window_over(memory + i, sizeof(int), sizeof(int));
    }
    for (int i = 0; i < count; i += 37) {
        const int value = i + rank;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, wins[i]);
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, wins[i]);
        MPI_Win_unlock(right, wins[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) EXPECT(memory[i] == (i % 37 == 0 ? i + left : -1));
    for (int i = count - 1; i >= 0; --i) MPI_Win_free(wins + i);
}
