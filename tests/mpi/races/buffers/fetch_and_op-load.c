// A ticket is used before the fetching operation is complete.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush_local comes between.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, ticket = 0;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
    RIGHT(MPI_Win_flush_local(0, win);)
    use(ticket);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
