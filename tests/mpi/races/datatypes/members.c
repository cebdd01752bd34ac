// Puts to the members of one structure.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: to different members.
#include "tests/mpi/races/race.h"

struct particle {
    char kind;
    int cell;
    double mass;
};
static struct particle particles[4];

int main(void) {
    begin();
    const int cell = offsetof(struct particle, cell);
    char kind[8] = {0};
    MPI_Win_create(particles, sizeof(particles), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, cell, 1, MPI_INT, win);                                // race: first
    if (rank == 2) MPI_Put(kind, WRONG(5) RIGHT(4), MPI_CHAR, 0, 0, WRONG(5) RIGHT(4), MPI_CHAR, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
