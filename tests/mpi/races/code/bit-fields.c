// A bit-field shares its bytes with others of a structure that is put.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: a member beside them.
#include "tests/mpi/races/race.h"

struct flags {
    unsigned low : 3, high : 5;
    unsigned char other;
};

int main(void) {
    begin_with_window();
    struct flags flags = {1, 2, 3};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&flags, 1, MPI_BYTE, 1, 0, 1, MPI_BYTE, win);  // race: first
        WRONG(flags.high = 4;)                                 // race: second
        RIGHT(flags.other = 4;)
    }
    MPI_Win_unlock_all(win);
    use(flags.low);
    return end_with_window();
}
