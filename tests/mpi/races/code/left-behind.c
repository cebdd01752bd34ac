// A function returns while a put from one of its variables is under way; another uses the stack.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it waits for local completion.
#include "tests/mpi/races/race.h"

static __attribute__((noinline)) void put_local(void) {
    int values[64];
    for (int i = 0; i < 64; ++i) values[i] = i;
    MPI_Put(values, 16, MPI_INT, 1, 0, 16, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(1, win);)
}
static __attribute__((noinline)) void fill(int value) {
    int values[64];
    for (int i = 0; i < 64; ++i) values[i] = value;  // race: second
    keep(values);
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        put_local();
        fill(rank);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
