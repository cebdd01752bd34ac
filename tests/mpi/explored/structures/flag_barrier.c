// The dissemination barrier of Hensgen, Finkel and Manber (1988): in each round a rank sets a flag of a rank that is
// twice as far. Flags are counters, so that the barrier can be used again.
#include "tests/mpi/explored/structures/structure.h"

enum { first_data, episodes = 2, first_flag = first_data + episodes };

static void barrier(int episode) {
    const int end = IF_WRONG(size - 1, size);
    for (int round = 0, distance = 1; distance < end; ++round, distance *= 2) {
        add((rank + distance) % size, first_flag + round, 1);
        await_at_least(first_flag + round, episode);
    }
}

int main(int argc, char** argv) {
    begin_structure(&argc, &argv);
    const int left = (rank + size - 1) % size;
    for (int episode = 1; episode <= episodes; ++episode) {
        const int word = first_data + episode - 1;
        MPI_Put(&episode, 1, MPI_INT, left, word, 1, MPI_INT, win);
        MPI_Win_flush(left, win);
        barrier(episode);
        MPI_Win_sync(win);
        assert(own[word] == episode);
    }
    end_structure();
    return 0;
}
