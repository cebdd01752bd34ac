// Ranks take numbers and wait until theirs is called; then they count up what the lock guards.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/ticket
// mended: the next number is called when the put is complete.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, number = 0, called = -1, guarded;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 8, MPI_SUM, win);
    MPI_Win_flush(0, win);
    while (called != number) {
        MPI_Fetch_and_op(NULL, &called, MPI_INT, 0, 9, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
    MPI_Get(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_flush(0, win);
    ++guarded;
    MPI_Put(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second, both
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Accumulate(&one, 1, MPI_INT, 0, 9, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    return end_with_window();
}
