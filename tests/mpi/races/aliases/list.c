// The nodes of a list lie in the window.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-2
// mended: the owner visits the nodes that nobody changes.
#include "tests/mpi/races/race.h"

struct node {
    int value;
    struct node* next;
};
static struct node nodes[3];

int main(void) {
    begin();
    for (int i = 0; i < 2; ++i) nodes[i].next = &nodes[i + 1];
    MPI_Win_create(nodes, sizeof(nodes), sizeof(struct node), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        int left = WRONG(3) RIGHT(2);
        for (struct node* at = nodes; left-- > 0; at = at->next) {
            use(at->value);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
