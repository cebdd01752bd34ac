// In a dynamic window displacements are addresses: those of a datatype count from MPI_BOTTOM's. The type is made of the
// target's addresses, at the origin.
// needs: any_layout
#include "tests/mpi/programs/check.h"

enum { count = 8 };

void test(int rank, int size) {
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int memory[count], value[2] = {rank + 1, rank + 101};
    for (int i = 0; i < count; ++i) memory[i] = -i;
    MPI_Aint begin, of_target, bottom;
    MPI_Get_address(memory, &begin);
    MPI_Get_address(MPI_BOTTOM, &bottom);
    MPI_Sendrecv(&begin, 1, MPI_AINT, left, 0, &of_target, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {of_target + 5 * (MPI_Aint)sizeof(int), of_target + (MPI_Aint)sizeof(int)};
    MPI_Datatype there;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &there);
    MPI_Type_commit(&there);
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof(memory));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    MPI_Put(value, 2, MPI_INT, right, bottom, 1, there, win);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) {
        const int wanted = i == 5 ? left + 1 : i == 1 ? left + 101 : -i;
        EXPECT(memory[i] == wanted);
    }
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    MPI_Type_free(&there);
}
