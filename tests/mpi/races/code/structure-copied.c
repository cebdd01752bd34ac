// A structure is copied by an assignment while a get changes a member.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: behind a flush.
#include "tests/mpi/races/race.h"

struct many {
    int values[12];
};

int main(void) {
    begin_with_window();
    struct many data = {{0}};
    static struct many copy;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data.values + 10, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        copy = data;  // race: second
    }
    MPI_Win_unlock_all(win);
    use(copy.values[0]);
    return end_with_window();
}
