// Data structures from the literature, in windows. A program whose assertions hold in every order is right. With
// -DWRONG it has one error, which only some orders show.
#pragma once

#undef NDEBUG
#include <assert.h>
#include <mpi.h>

#ifdef WRONG
#define IF_WRONG(wrong, right) wrong
#else
#define IF_WRONG(wrong, right) right
#endif

enum { max_words = 32 };

static int rank, size;
static MPI_Win win;
static volatile int own[max_words];  // the rank's segment of the window

static void begin_structure(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create((void*)own, sizeof own, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
}

static void end_structure(void) {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}

// Each function is complete at the target when it returns, and returns the word before.
static inline int combine(int target, int word, int value, MPI_Op op) {
    int before = 0;
    MPI_Fetch_and_op(&value, &before, MPI_INT, target, word, op, win);
    MPI_Win_flush(target, win);
    return before;
}
static inline int add(int target, int word, int value) { return combine(target, word, value, MPI_SUM); }
static inline int exchange(int target, int word, int value) { return combine(target, word, value, MPI_REPLACE); }
static inline int read_word(int target, int word) { return combine(target, word, 0, MPI_NO_OP); }
static inline int swap_if(int target, int word, int expected, int value) {
    int before = 0;
    MPI_Compare_and_swap(&value, &expected, &before, MPI_INT, target, word, win);
    MPI_Win_flush(target, win);
    return before;
}

// Waits until a word of the rank's own segment has at least the value.
static inline void await_at_least(int word, int value) {
    while (own[word] < value) MPI_Win_sync(win);
}
