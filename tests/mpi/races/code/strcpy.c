// strcpy writes the end of a string into the source of a put.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: a shorter string.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    char text[16] = "0123456789";
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(text + 4, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win);  // race: first
        strcpy(text, WRONG("abcd") RIGHT("abc"));                // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
