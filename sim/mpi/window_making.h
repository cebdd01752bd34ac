// Creation and release of windows.
#pragma once

#include "sim/mpi/checked_call.h"

namespace rmasim::sim {

// Creates a window for MPI_Win_create and similar functions. `window` has the rank's memory, unit and flavor; its other
// members follow from `info`. Collective.
int make_window(const Caller& caller, MPI_Info info, MPI_Comm comm, ProgramWindow window, MPI_Win* win);
// Creates a window over memory that this function allocates, unless it is shared. `base` points to a pointer, which
// receives the address of the memory. Collective.
int allocate_window(const Caller& caller, MPI_Aint bytes, int disp_unit, MPI_Info info, MPI_Comm comm, void* base,
                    int flavor, MPI_Win* win);
// Frees the window and its memory, if allocate_window allocated it. Collective.
int free_window(const Caller& caller, MPI_Win* win);

}  // namespace rmasim::sim
