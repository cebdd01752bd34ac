// The windows of a case, and the meaning of its words for them.
#pragma once

#include "tests/oracle/ch4/case.h"

#include <mpi.h>
#include <stdint.h>

enum { initial_value = 1000, not_yet = -1, window_elements = 1 << 17 };

struct window {
    MPI_Win win;
    MPI_Comm comm;
    int rank, size;    // in comm
    int share;         // elements in every window that belong to each rank as an origin: it writes to no others
    int used;          // elements of these that are used
    int64_t* memory;   // its own window segment
    int64_t* local;    // data that its operations send; element i goes to element i of a window
    int64_t* results;  // data that they fetch; element i comes from element i of a window
    MPI_Aint* bases;   // for a dynamic window: the address of each rank's memory
};

void make_windows(const struct one_case* played, const char* flavour);
void free_windows(void);

// Returns the window that the call names by win=, or the first one.
struct window* window_of(const struct call* call);
// Returns the rank for "1", "me", "+1" and "-1" (neighbours in a ring), or "nobody" (MPI_PROC_NULL).
int rank_of(const struct window* window, const char* word);
// Returns the group of a list (see is_in), or of a neighbour.
MPI_Group group_of(const struct window* window, const char* list);
// Returns a communicator: "parity" for ranks that are all even or all odd; NULL for all ranks.
MPI_Comm comm_named(const char* name);

// Returns the index for the next operation's elements: behind those of earlier operations, or `at` if that is not
// negative.
int next_place(struct window* window, int elements, int at);
MPI_Aint disp_of(const struct window* window, int target, int place);

// Sends a mark to the tracer, if there is one.
void mark(const char* format, ...);
