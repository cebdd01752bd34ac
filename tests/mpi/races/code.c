// Races of loads and stores in code of many forms, most of which a compiler changes.
#include "tests/mpi/races/race.h"

// race code/across-the-begin: A store that is not aligned reaches into a window from in front of it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it ends in front of it.
static char across_the_begin_bytes[64] __attribute__((aligned(8)));

RACE(across_the_begin) {
    begin();
    int data = 7;
    long* at = (long*)(across_the_begin_bytes + WRONG(12) RIGHT(4));
    __asm__("" : "+r"(at));  // the compiler does not know how it is aligned
    MPI_Win_create(across_the_begin_bytes + 16, 32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    if (rank == 0) *at = rank;                                         // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/assembly: The program's own assembly changes a cell.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it waits for the other rank.
RACE(assembly) {
    begin_with_window();
    int data = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 0) __asm__ volatile("lock addl\t$1, %0" : "+m"(window[0]));  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/bit-fields: A bit-field shares its bytes with others of a structure that is put.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: a member beside them.
struct flags {
    unsigned low : 3, high : 5;
    unsigned char other;
};

RACE(bit_fields) {
    begin_with_window();
    struct flags flags = {1, 2, 3};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&flags, 1, MPI_BYTE, 1, 0, 1, MPI_BYTE, win);  // race: first
        WRONG(flags.high = 4;)                                 // race: second
        RIGHT(flags.other = 4;)
    }
    MPI_Win_unlock_all(win);
    use(flags.low);
    end_with_window();
}

// race code/branches: What a rank does depends on its number and on data.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the data are others.
RACE(branches) {
    begin_with_window();
    const int choices[3] = {0, WRONG(2) RIGHT(3), 2};
    MPI_Win_fence(0, win);
    switch (choices[rank]) {
        case 2: MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win); break;  // race: both
        case 3: MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win); break;
        default: break;
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/cases: Two cases of a switch that look alike, too.
// synchronisation: fence
// ranks: 3
// compiler: -O2
// rule: MM-PAIR-1
// mended: the places differ.
RACE(cases) {
    begin_with_window();
    const int choices[3] = {0, 3, 2};
    const int place = rank == 2 ? WRONG(1) RIGHT(2) : 1;
    MPI_Win_fence(0, win);
    switch (choices[rank]) {
        case 2: MPI_Put(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, win); break;  // race: first
        case 3: MPI_Put(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, win); break;  // race: second
        default: break;
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/every-second: A loop stores every second cell; a put is to one of them.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: it is to a cell between them.
RACE(every_second) {
    begin_with_window();
    int data = 7;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, WRONG(4) RIGHT(5), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        for (int i = 0; i < cells; i += 2) window[i] = i;  // race: second
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/first-half: A store in front of another one, in the same eight bytes.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: the put is elsewhere.
RACE(first_half) {
    begin_with_window();
    int data = 7;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, WRONG(0) RIGHT(2), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        window[1] = 1;
        keep(window);
        window[0] = 2;  // race: second
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/last-byte: A put to the last byte of what is loaded.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it is to the next byte.
RACE(last_byte) {
    begin_with_window();
    const char letter = 'a';
    const MPI_Aint at = WRONG(7) RIGHT(8);
    MPI_Datatype one;
    MPI_Type_create_hindexed(1, &(int){1}, &at, MPI_CHAR, &one);
    MPI_Type_commit(&one);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&letter, 1, MPI_CHAR, 0, 0, 1, one, win);  // race: first
    if (rank == 0) use(window[1]);                                    // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&one);
    end_with_window();
}

// race code/loaded-again: A rank loads again what it has loaded before a barrier.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: the put is elsewhere.
RACE(loaded_again) {
    begin_with_window();
    const long* const cell = (const long*)window;
    MPI_Win_lock_all(0, win);
    if (rank == 0) use((int)cell[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(4) RIGHT(6), 1, MPI_INT, win);  // race: first
    if (rank == 0) use((int)cell[2]);                                                  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/loaded-then-stored: A cell is loaded and then stored to while another rank gets it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the other rank gets another cell.
RACE(loaded_then_stored) {
    begin_with_window();
    int data = 0;
    long* const cell = (long*)window;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, WRONG(4) RIGHT(6), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        use((int)cell[2]);
        cell[2] = 7;  // race: second
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/next-iteration: A loop stores to the buffer that its last iteration has put.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: two buffers in turn, with a flush of the one before.
RACE(next_iteration) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < 4; ++i) {
            int* buffer = &data[WRONG(0) RIGHT(i % 2)];
            *buffer = i;                                         // race: second
            MPI_Put(buffer, 1, MPI_INT, 1, i, 1, MPI_INT, win);  // race: first
            RIGHT(if (i % 2 == 1) MPI_Win_flush_local(1, win);)
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/second-half: A store behind another one, in the same eight bytes.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: the put is elsewhere.
RACE(second_half) {
    begin_with_window();
    int data = 7;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, WRONG(1) RIGHT(2), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        window[0] = 1;
        keep(window);
        window[1] = 2;  // race: second
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/sixteen-bytes: A store of sixteen bytes reaches into a window from in front of it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it ends in front of it.
static char sixteen_bytes_bytes[64] __attribute__((aligned(8)));
typedef __int128 sixteen_bytes_word __attribute__((aligned(4)));

RACE(sixteen_bytes) {
    begin();
    int data = 7;
    sixteen_bytes_word* at = (sixteen_bytes_word*)(sixteen_bytes_bytes + WRONG(4) RIGHT(0));
    __asm__("" : "+r"(at));  // the compiler does not know how it is aligned
    MPI_Win_create(sixteen_bytes_bytes + 16, 32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    if (rank == 0) *at = rank;                                         // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race code/stencil: A line with ghost cells: neighbours put into them, and the owner reads the last one too early.
// synchronisation: fence
// ranks: 4
// rule: MM-PAIR-2
// access: second load
// mended: the inner cells are computed first, the outer ones behind the fence.
RACE(stencil) {
    begin_with_window();
    static int next[cells];
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    for (int step = 0; step < 2; ++step) {
        MPI_Win_fence(0, win);
        MPI_Put(window + 1, 1, MPI_INT, left, cells - 1, 1, MPI_INT, win);  // race: first
        for (int i = 2; i < cells - WRONG(1) RIGHT(2); ++i) {
            next[i] = window[i - 1] + window[i + 1];  // race: second
        }
        MPI_Put(window + cells - 2, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        use(next[1] = window[0] + window[2]);
        use(next[cells - 2] = window[cells - 3] + window[cells - 1]);
        keep(next);
    }
    end_with_window();
}

// race code/structure-copied: A structure is copied by an assignment while a get changes a member.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// access: second load
// mended: behind a flush.
struct many {
    int values[12];
};

RACE(structure_copied) {
    begin_with_window();
    struct many data = {{0}};
    static struct many copy;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data.values + 10, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        copy = data;  // race: second
    }
    MPI_Win_unlock_all(win);
    use(copy.values[0]);
    end_with_window();
}

// race code/ternary: Only one of the two pointers that a condition chooses from is in use.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the other one.
RACE(ternary) {
    begin_with_window();
    int data[2] = {1, 2}, other[2] = {3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        int* chosen = size WRONG(==) RIGHT(!=) 2 ? data : other;
        chosen[1]++;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race code/vectorised: A loop that the compiler vectorises reads the last element that a get is bringing.
// synchronisation: lock_all
// ranks: 2
// compiler: -O3
// rule: MM-BUF-1
// mended: it ends before.
RACE(vectorised) {
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
    end_with_window();
}
