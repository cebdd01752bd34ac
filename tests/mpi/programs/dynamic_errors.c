// Wrong arguments of dynamic windows.
// SMPI's own: it does not look for them
#include "tests/mpi/programs/check.h"

static int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

void test(int rank, int size) {
    (void)size;
    int memory[4], mine = 1;
    MPI_Aint address;
    void* value;
    int found;
    MPI_Win win, plain = window_over(memory, sizeof(memory), 1);
    MPI_Win_set_errhandler(plain, MPI_ERRORS_RETURN);
    EXPECT(class_of(MPI_Win_attach(plain, memory, 8)) == MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&plain);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &found);
    EXPECT(found && value == MPI_BOTTOM);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &found);
    EXPECT(found && *(int*)value == MPI_WIN_FLAVOR_DYNAMIC);
    MPI_Win_attach(win, memory, 8);
    EXPECT(class_of(MPI_Win_attach(win, (char*)memory + 4, 8)) == MPI_ERR_RMA_ATTACH);
    EXPECT(class_of(MPI_Win_detach(win, (char*)memory + 4)) == MPI_ERR_BASE);
    MPI_Get_address(memory, &address);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, rank, address + 8, 1, MPI_INT, win)) == MPI_ERR_RMA_RANGE);
    EXPECT(MPI_Put(&mine, 1, MPI_INT, rank, address + 4, 1, MPI_INT, win) == MPI_SUCCESS);
    MPI_Win_unlock(rank, win);
    EXPECT(memory[1] == 1);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
}
