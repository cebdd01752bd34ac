// The window hides in a structure that a function gets.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the function is called behind the fence.
#include "tests/mpi/races/race.h"

struct field {
    int length;
    int* cells;
};

static void clear(struct field* field) {
    for (int i = 0; i < field->length; ++i) field->cells[i] = 0;  // race: second
}

int main(void) {
    begin_with_window();
    struct field field = {cells, window};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 6, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) clear(&field);
    MPI_Win_fence(0, win);
    return end_with_window();
}
