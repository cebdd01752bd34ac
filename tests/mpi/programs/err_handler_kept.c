// The default handler is MPI_ERRORS_ARE_FATAL; get_errhandler tells what was set; call_errhandler calls it.
// SMPI's own: its call_errhandler ends for MPI_ERRORS_RETURN
#include "tests/mpi/programs/check.h"

static int calls;
static void count(MPI_Win* win, int* code, ...) {
    calls += *win != MPI_WIN_NULL && *code == MPI_ERR_OTHER;
}
void test(int rank, int size) {
    int memory;
    calls = 0;
    MPI_Errhandler mine, found;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_get_errhandler(win, &found);
    EXPECT(found == MPI_ERRORS_ARE_FATAL);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_errhandler(win, &found);
    EXPECT(found == MPI_ERRORS_RETURN);
    EXPECT(MPI_Win_call_errhandler(win, MPI_ERR_OTHER) == MPI_SUCCESS && calls == 0);
    MPI_Win_create_errhandler(count, &mine);
    MPI_Win_set_errhandler(win, mine);
    EXPECT(MPI_Win_call_errhandler(win, MPI_ERR_OTHER) == MPI_SUCCESS && calls == 1);
    MPI_Errhandler_free(&mine);
    EXPECT(rank < size);
    MPI_Win_free(&win);
}
