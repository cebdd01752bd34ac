// Races of accesses by another name of the memory: a pointer, a union, a member.
#include "tests/mpi/races/race.h"

// race aliases/base: The window's memory is found by its attribute.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: behind the fence.
RACE(base) {
    begin_with_window();
    int *base, found;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &found);
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) use(base[3]);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race aliases/in-a-structure: The window hides in a structure that a function gets.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the function is called behind the fence.
struct field {
    int length;
    int* cells;
};

static void clear(struct field* field) {
    for (int i = 0; i < field->length; ++i) field->cells[i] = 0;  // race: second
}

RACE(in_a_structure) {
    begin_with_window();
    struct field field = {1, &window[6]};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 6, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) clear(&field);
    MPI_Win_fence(0, win);
    end_with_window();
}

// race aliases/list: The nodes of a list lie in the window.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-2
// mended: the owner visits the nodes that nobody changes.
struct node {
    int value;
    struct node* next;
};
static struct node nodes[3];

RACE(list) {
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
}

// race aliases/pointer: A second pointer to the window.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it points to another array.
RACE(pointer) {
    begin_with_window();
    int* alias = WRONG(window) RIGHT(beside) + 4;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 6, 1, MPI_INT, win);  // race: first
    if (rank == 0) use(alias[2]);                                      // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race aliases/union: The bytes of a double are looked at as letters.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: those of another double.
static union {
    double number;
    char letters[8];
} data[2];

RACE(union) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&data[0].number, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);  // race: first
        use(data[WRONG(0) RIGHT(1)].letters[3]);                            // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
