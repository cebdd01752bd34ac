// Races of loads and stores in functions: the program's, the C library's, those of another file.
#include "tests/mpi/races/elsewhere.h"
#include "tests/mpi/races/race.h"

#include <stdio.h>

// race code/alike: Two functions that look alike keep their names and lines when the compiler optimises.
// synchronisation: fence
// ranks: 3
// compiler: -O2
// rule: MM-PAIR-1
// mended: one of them is called in another epoch.
static __attribute__((noinline)) void put_first(int target) {
    MPI_Put(&rank, 1, MPI_INT, target, 1, 1, MPI_INT, win);  // race: first
}
static __attribute__((noinline)) void put_second(int target) {
    MPI_Put(&rank, 1, MPI_INT, target, 1, 1, MPI_INT, win);  // race: second
}

RACE(alike) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) put_first(0);
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) put_second(0);
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/another-file-puts: A function of another file puts, and the put is not complete when it returns.
// synchronisation: flush
// ranks: 2
// rule: MM-BUF-1
// first: elsewhere.c
// mended: another function that flushes.
RACE(another_file_puts) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        WRONG(put_to(data, 1, win);)
        RIGHT(put_whole(data, 1, win);)
        data[0] = 1;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/another-file: A function of another file reads what a get is bringing.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// access: second load
// second: elsewhere.c
// mended: it is called when the get is complete.
RACE(another_file) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        use(sum_of(data, 4));
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/freed-memory: Memory is freed while a get brings data, and used for something else.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it is freed behind a flush.
RACE(freed_memory) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int* data = malloc(64 * sizeof(int));
        MPI_Get(data, 16, MPI_INT, 1, 0, 16, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        free(data);  // race: second
        data = malloc(64 * sizeof(int));
        keep(data);
        MPI_Win_flush(1, win);
        free(data);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/function-pointers: The functions that put and load are called by pointers.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: in two epochs.
static void put_one(void) { MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); }  // race: first
static void look(void) { use(window[0]); }                                        // race: second
static void (*const steps[])(void) = {look, put_one};

RACE(function_pointers) {
    begin_with_window();
    MPI_Win_fence(0, win);
    WRONG(steps[rank]();)
    RIGHT(if (rank == 1) steps[1](); MPI_Win_fence(0, win); if (rank == 0) steps[0]();)
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/functions: One function puts, another one stores, a third calls both.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the second is given another buffer.
static __attribute__((noinline)) void send_to(int target, const int* value) {
    MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // race: first
}
static __attribute__((noinline)) void set(int* value) {
    *value = 4;  // race: second
}
static __attribute__((noinline)) void both(int* first, int* second) {
    send_to(1, first);
    set(second);
}

RACE(functions) {
    begin_with_window();
    int data = 1, other = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 0) both(&data, WRONG(&data) RIGHT(&other));
    MPI_Win_unlock_all(win);
    use(other);
    end_with_window();
}

// race code/memcpy: memcpy overwrites the end of what a put sends.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it ends before.
RACE(memcpy) {
    begin_with_window();
    int data[8] = {0}, others[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data + 3, 5, MPI_INT, 1, 0, 5, MPI_INT, win);   // race: first
        memcpy(data, others, WRONG(4) RIGHT(3) * sizeof(int));  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/memmove: memmove reads what a get is bringing.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: behind the unlock.
RACE(memmove) {
    begin_with_window();
    int data[8] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(1, win);)
        memmove(data + 4, data + 2, 4 * sizeof(int));  // race: second
        WRONG(MPI_Win_unlock(1, win);)
    }
    end_with_window();
}

// race code/memset: memset clears the window while another rank gets from it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: another part of it.
RACE(memset) {
    begin_with_window();
    int data = 0;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, 9, 1, MPI_INT, win);        // race: first
    if (rank == 0) memset(window + WRONG(8) RIGHT(10), 0, 4 * sizeof(int));  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/qsort: The function that compares for qsort reads the window.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: an array beside it is sorted.
static int* weights;
static int qsort_compare(const void* a, const void* b) {
    return weights[*(const int*)a] - weights[*(const int*)b];  // race: second
}

RACE(qsort) {
    begin_with_window();
    int order[4] = {3, 1, 2, 0};
    weights = WRONG(window) RIGHT(beside);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
    if (rank == 0) qsort(order, 4, sizeof(int), qsort_compare);
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/reallocated: Memory is shrunk while a get brings data.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it is shrunk behind a flush.
RACE(reallocated) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int* data = malloc(16 * sizeof(int));
        MPI_Get(data, 16, MPI_INT, 1, 0, 16, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        data = realloc(data, 15 * sizeof(int));  // race: second
        keep(data);
        MPI_Win_flush(1, win);
        free(data);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/recursion: Each level of a recursion puts its own variable; the deepest changes that of another.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it changes its own.
static __attribute__((noinline)) void descend(int depth, int* above) {
    int mine = depth;
    if (depth < 3) {
        MPI_Put(&mine, 1, MPI_INT, 1, depth, 1, MPI_INT, win);  // race: first
        descend(depth + 1, &mine);
    } else {
        *WRONG(above) RIGHT((use(*above), &mine)) = 9;  // race: second
    }
    MPI_Win_flush_local(1, win);
}

RACE(recursion) {
    begin_with_window();
    int top = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) descend(0, &top);
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/sorted: qsort sorts what a get is bringing.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: behind the unlock.
static int sorted_compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

RACE(sorted) {
    begin_with_window();
    int data[4] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(1, win);)
        qsort(data, 4, sizeof(int), sorted_compare);  // race: second
        WRONG(MPI_Win_unlock(1, win);)
    }
    end_with_window();
}

// race code/strcpy: strcpy writes the end of a string into the source of a put.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: a shorter string.
RACE(strcpy) {
    begin_with_window();
    char text[16] = "0123456789";
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(text + 4, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win);  // race: first
        strcpy(text, WRONG("abcd") RIGHT("abc"));                // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/three-memsets: One line sets several ranges; a put is to the end of the first.
// synchronisation: fence
// ranks: 2
// only under: unified
// rule: MM-PAIR-2
// mended: it is behind that.
RACE(three_memsets) {
    begin_with_window();
    const int first[3] = {0, 40, 8}, lengths[3] = {32, 8, 8};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(7) RIGHT(8), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        for (int i = 0; i < 3; ++i) memset((char*)window + first[i], i, (size_t)lengths[i]);  // race: second
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/variable-length: An array of variable length on the stack.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the element behind what is put.
RACE(variable_length) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        const int length = 10 * size;
        int data[length];
        for (int i = 0; i < length; ++i) data[i] = i;
        MPI_Put(data + 3, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        data[length / 2 - WRONG(4) RIGHT(3)] = 0;              // race: second
        MPI_Win_flush(1, win);
        keep(data);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/strncpy: strncpy fills with zeros up to its length.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: its length ends before what a get brings.
RACE(strncpy) {
    begin_with_window();
    char text[16] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(text + 8, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win);  // race: first
        strncpy(text, "ab", WRONG(9) RIGHT(8));                  // race: second
        MPI_Win_unlock(1, win);
    }
    keep(text);
    end_with_window();
}

// race code/sprintf-argument: A text is printed while a get brings it.
// synchronisation: flush
// ranks: 2
// rule: MM-BUF-1
// access: second load
// mended: it is printed behind a flush.
RACE(sprintf_argument) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        char data[8] = "", text[16];
        MPI_Get(data, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        use(snprintf(text, sizeof(text), "%.7s", data));  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/sprintf-window: The owner prints a text of its window while another rank puts there.
// synchronisation: lock_all and a barrier
// ranks: 2
// rule: MM-PAIR-2
// access: second load
// mended: another text of the window.
RACE(sprintf_window) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put("abc", 4, MPI_CHAR, 0, 0, 4, MPI_CHAR, win);  // race: first
    if (rank == 0) {
        char text[16];
        use(sprintf(text, "%d %s", 1, (char*)&window[WRONG(0) RIGHT(4)]));  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/sprintf-numbered: As sprintf-argument, with numbered arguments.
// synchronisation: flush
// ranks: 2
// rule: MM-BUF-1
// access: second load
// mended: it is printed behind a flush.
RACE(sprintf_numbered) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        char data[8] = "", text[16];
        MPI_Get(data, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        use(snprintf(text, sizeof(text), "%2$d %1$.7s", data, size));  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
