// One function puts, another one stores, a third calls both.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the second is given another buffer.
#include "tests/mpi/races/race.h"

static __attribute__((noinline)) void send_to(int target, const int* value) {
    MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // race: first
}
static __attribute__((noinline)) void set(int* value) {
    *value = 4;  // race: second
}
static __attribute__((noinline)) void both(int* first, int* second) {
    send_to(1, first);
    set(second);
}

int main(void) {
    begin_with_window();
    int data = 1, other = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 0) both(&data, WRONG(&data) RIGHT(&other));
    MPI_Win_unlock_all(win);
    use(other);
    return end_with_window();
}
