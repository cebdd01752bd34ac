// Windows are made and freed.
#pragma once

#include "sim/mpi/checked_call.h"

namespace rmasim::sim {

// What MPI_Win_create and the like have made: `window` has the rank's memory, unit and flavor. Collective.
int make_window(const Caller& caller, MPI_Comm comm, ProgramWindow window, MPI_Win* win);
// The memory is ours, too; its address goes to `base`, which is a pointer to a pointer.
// By its info.
bool leaves_accumulates_unordered(MPI_Info info);
int allocate_window(const Caller& caller, MPI_Aint bytes, int disp_unit, MPI_Info info, MPI_Comm comm, void* base,
                    int flavor, MPI_Win* win);
int free_window(const Caller& caller, MPI_Win* win);

}  // namespace rmasim::sim
