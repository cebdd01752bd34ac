// Windows are made and freed many times, and many exist at once.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { count = 60 };
    static int memory[count];
    MPI_Win wins[count];
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < count; ++i) wins[i] = window_over(&memory[i], sizeof(int), 1);
        for (int i = 0; i < count; ++i) {
            const int value = 1000 * round + 10 * i + rank;
            MPI_Win_fence(0, wins[i]);
            MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, wins[i]);
            MPI_Win_fence(0, wins[i]);
        }
        for (int i = 0; i < count; ++i) MPI_Win_free(&wins[(i * 7) % count]);
        for (int i = 0; i < count; ++i) EXPECT(memory[i] == 1000 * round + 10 * i + (rank + size - 1) % size);
    }
}
