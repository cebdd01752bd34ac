// A cell is loaded and then stored to while another rank gets it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the other rank gets another cell.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    long* const cell = (long*)window;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, WRONG(4) RIGHT(6), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        use((int)cell[2]);
        cell[2] = 7;  // race: second
    }
    MPI_Win_fence(0, win);
    return end_with_window();
}
