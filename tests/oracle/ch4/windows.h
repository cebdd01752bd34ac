// The windows of a case, and what its words mean on them.
#pragma once

#include "tests/oracle/ch4/case.h"

#include <mpi.h>
#include <stdint.h>

enum { initial_value = 1000, not_yet = -1, window_elements = 1 << 17 };

struct window {
    MPI_Win win;
    MPI_Comm comm;
    int rank, size;    // in comm
    int share;         // elements of each rank in every window: it writes to no others
    int used;          // of its share
    int64_t* memory;   // its own part
    int64_t* local;    // what its operations send; element i goes to element i of a window
    int64_t* results;  // what they fetch, likewise
    MPI_Aint* bases;   // of a dynamic window: the address of each rank's memory
};

void make_windows(const struct one_case* played, const char* flavour);
void free_windows(void);

// The window that the call names by win=, or the first one.
struct window* window_of(const struct call* call);
// "1", "me", "+1" and "-1" (neighbours in a ring), "nobody" (MPI_PROC_NULL).
int rank_of(const struct window* window, const char* word);
// Of a list as is_in takes it, or a neighbour.
MPI_Group group_of(const struct window* window, const char* list);
// "parity": ranks that are all even or all odd; NULL: all ranks.
MPI_Comm comm_named(const char* name);

// Where the next operation's elements go, behind those of the operations before it, or from place `at` if that is not
// negative.
int next_place(struct window* window, int elements, int at);
MPI_Aint disp_of(const struct window* window, int target, int place);

// Tells the tracer, if there is one.
void mark(const char* format, ...);
