// Functions that create and free windows for the MPI functions.
#pragma once

#include "sim/mpi/windows/checked_call.h"

namespace rmasim::sim {

// Returns a displacement unit as an int; negative if it is negative. Refuses one that is too large.
int small_unit(const Caller& caller, MPI_Aint disp_unit);
// Creates a window for MPI_Win_create and similar functions. `window` has the rank's memory, displacement unit and
// flavor. The function sets its other members. The call is collective.
int make_window(const Caller& caller, MPI_Info info, MPI_Comm comm, ProgramWindow window, MPI_Win* win);
// Returns the alignment of memory that MPI allocates: a cache line, or that of the hint mpi_minimum_memory_alignment.
std::size_t alignment_of(MPI_Info info);
// Creates a window and allocates its memory. For a shared window, one block has the memory of all members. `base`
// points to the pointer in which the function stores the address of the rank's memory. The call is collective.
int allocate_window(const Caller& caller, MPI_Aint bytes, int disp_unit, MPI_Info info, MPI_Comm comm, void* base,
                    int flavor, MPI_Win* win);
// The addresses at which MPI_Win_shared_query stores its results.
struct SharedPart {
    MPI_Aint* bytes;
    int* disp_unit;
    void** base;
};
// Stores the size, the displacement unit and the address of a member's segment of a shared window.
int query_shared(const Caller& caller, MPI_Win win, int rank, const SharedPart& found);
// Frees the window. Also frees its memory if `allocate_window` allocated the memory. The call is collective.
int free_window(const Caller& caller, MPI_Win* win);

}  // namespace rmasim::sim
