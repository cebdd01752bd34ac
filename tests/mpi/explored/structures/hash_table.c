// A hash table over all ranks with open addressing, after Gerstenberger, Besta and Hoefler (2013): a slot is taken by
// MPI_Compare_and_swap. Each rank inserts a key of its own and one that all ranks insert; all keys begin at one slot.
#include "tests/mpi/explored/structures/structure.h"

enum { slots = 4, common_key = 100 };

static int owner_of(int slot) { return slot / slots % size; }
static int word_of(int slot) { return slot % slots; }

static int take_slot(int slot, int key) {
#ifdef WRONG
    const int before = read_word(owner_of(slot), word_of(slot));
    if (before == 0) exchange(owner_of(slot), word_of(slot), key);
    return before;
#else
    return swap_if(owner_of(slot), word_of(slot), 0, key);
#endif
}

static void insert(int key) {
    for (int slot = 3; slot < slots * size; ++slot) {
        const int before = take_slot(slot, key);
        if (before == 0 || before == key) return;
    }
    assert(!"the table is full");
}

static int table[max_words];

static int count_of(int key) {
    int count = 0;
    for (int slot = 0; slot < slots * size; ++slot) count += table[slot] == key;
    return count;
}

int main(int argc, char** argv) {
    begin_structure(&argc, &argv);
    insert(rank + 1);
    if (rank > 0) insert(common_key);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (int owner = 0; owner < size; ++owner)
            MPI_Get(&table[owner * slots], slots, MPI_INT, owner, 0, slots, MPI_INT, win);
        MPI_Win_flush_all(win);
        for (int key = 1; key <= size; ++key) assert(count_of(key) == 1);
        assert(count_of(common_key) == 1);
    }
    end_structure();
    return 0;
}
