// Many pieces are attached, some detached, and attached again.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { count = 50 };
    static int memory[2 * count];
    MPI_Aint here, there;
    MPI_Win win;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    memset(memory, 0, sizeof(memory));
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < count; ++i) MPI_Win_attach(win, memory + 2 * i, 2 * sizeof(int));
    for (int i = 0; i < count; i += 2) MPI_Win_detach(win, memory + 2 * i);
    for (int i = 0; i < count; i += 2) MPI_Win_attach(win, memory + 2 * i, sizeof(int));
    MPI_Get_address(memory, &here);
    MPI_Sendrecv(&here, 1, MPI_AINT, left, 0, &there, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < count; ++i) {
        const int value = i + 1000 * rank;
        MPI_Put(&value, 1, MPI_INT, right, there + (MPI_Aint)(2 * i * sizeof(int)), 1, MPI_INT, win);
        MPI_Win_flush_local(right, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) EXPECT(memory[2 * i] == i + 1000 * left && memory[2 * i + 1] == 0);
    for (int i = 0; i < count; ++i) MPI_Win_detach(win, memory + 2 * i);
    MPI_Win_free(&win);
}
