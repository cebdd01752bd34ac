// A datatype of a structure leaves out its padding; a run of its bytes does not.
// synchronisation: fence
// ranks: 2
// right under: unified
// rule: MM-PAIR-2
// mended: the datatype is used. (Separate model: no store beside an update of the window; right in the unified one.)
#include "tests/mpi/races/race.h"

struct particle {
    char kind;
    char unused[7];
    double mass;
};
static struct particle particles[2];

int main(void) {
    begin();
    struct particle mine = {'a', {0}, 1.0};
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {offsetof(struct particle, kind), offsetof(struct particle, mass)};
    MPI_Datatype members[2] = {MPI_CHAR, MPI_DOUBLE}, type;
    MPI_Type_create_struct(2, lengths, places, members, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(particles, sizeof(particles), sizeof(mine), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    WRONG(if (rank == 1) MPI_Put(&mine, 16, MPI_BYTE, 0, 1, 16, MPI_BYTE, win);)  // race: first
    RIGHT(if (rank == 1) MPI_Put(&mine, 1, type, 0, 1, 1, type, win);)
    if (rank == 0) particles[1].unused[3] = 1;  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    return end();
}
