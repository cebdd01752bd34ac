// The windows of a case, and functions that find the window, rank or group that a word of a call means.
#pragma once

#include "tests/oracle/ch4/case.h"

#include <mpi.h>
#include <stdint.h>

enum { initial_value = 1000, not_yet = -1, window_elements = 1 << 17 };

struct window {
    MPI_Win win;
    MPI_Comm comm;
    int rank, size;    // in comm
    int share;         // number of elements of every window that belong to each rank as an origin; it writes only to
                       // these
    int used;          // number of these elements that are used
    int64_t* memory;   // the rank's own window segment
    int64_t* local;    // data that the rank's operations send; element i is sent to element i of a window
    int64_t* results;  // data that the rank's operations fetch; element i is fetched from element i of a window
    MPI_Aint* bases;   // for a dynamic window: the address of each rank's memory
};

void make_windows(const struct one_case* played, const char* flavour);
void free_windows(void);

// Returns the window that the call names by "win="; the first window if the call has no such word.
struct window* window_of(const struct call* call);
// Returns the rank for "1", "me", "+1" and "-1" (neighbours in a ring), or "nobody" (MPI_PROC_NULL).
int rank_of(const struct window* window, const char* word);
// Returns the group of the ranks in a list (see is_in), or of a neighbour.
MPI_Group group_of(const struct window* window, const char* list);
// Returns the communicator with a name. "parity" is a communicator of all even or all odd ranks; NULL is that of all
// ranks.
MPI_Comm comm_named(const char* name);

// Returns the index of the next operation's first element. This index is `at`, or if `at` is negative, the first index
// after the elements of earlier operations.
int next_place(struct window* window, int elements, int at);
MPI_Aint disp_of(const struct window* window, int target, int place);

// Sends a mark to the tracer, if there is one.
void mark(const char* format, ...);
