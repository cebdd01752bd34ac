// A loop that the compiler vectorises reads the last element that a get is bringing.
// synchronisation: lock_all
// ranks: 2
// compiler: -O3
// rule: MM-BUF-1
// mended: it ends before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    static float numbers[64];
    float sum = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(numbers + 60, 4, MPI_FLOAT, 1, 0, 4, MPI_FLOAT, win);  // race: first
        for (int i = 0; i < WRONG(64) RIGHT(60); ++i) {
            numbers[i] = 2 * numbers[i];  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    for (int i = 0; i < 64; ++i) sum += numbers[i];
    use((int)sum);
    return end_with_window();
}
