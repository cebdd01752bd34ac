// A counting semaphore after Dijkstra (1965), with tickets, whose waiting ranks poll their own memory only. A release
// and the rank whose ticket it lets pass meet in a slot: who comes second finds the other.
#include "tests/mpi/explored/structures/structure.h"

enum { tickets, released, inside, granted, first_slot, passes = -1 };

static int permits;

static void acquire(void) {
    const int ticket = add(0, tickets, 1);
    if (ticket < permits) return;
    own[granted] = 0;
    MPI_Win_sync(win);
    if (exchange(0, first_slot + ticket, rank + 1) == passes) return;
    await_at_least(granted, 1);
}

static void release(void) {
    const int ticket = add(0, released, 1) + permits;
    const int waits = exchange(0, first_slot + ticket, passes);
    if (waits > 0) exchange(waits - 1, granted, 1);
}

int main(int argc, char** argv) {
    begin_structure(&argc, &argv);
    permits = size - 1;
    acquire();
    assert(add(0, inside, 1) < permits);
    IF_WRONG(release(), add(0, inside, -1));
    IF_WRONG(add(0, inside, -1), release());
    end_structure();
    return 0;
}
