// An error handler of the program is called with the window and the error.
// SMPI's own: it does not look at the target's rank
#include "tests/mpi/programs/check.h"

static int calls = 0, last = MPI_SUCCESS;

static void note(MPI_Win* win, int* code, ...) {
    (void)win;
    ++calls;
    last = *code;
}

void test(int rank, int size) {
    (void)rank;
    int memory = 0, mine = 1;
    MPI_Errhandler handler, set;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_create_errhandler(note, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_get_errhandler(win, &set);
    EXPECT(set == handler);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win);
    EXPECT(calls == 1 && last == MPI_ERR_RANK);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Errhandler_free(&handler);
}
