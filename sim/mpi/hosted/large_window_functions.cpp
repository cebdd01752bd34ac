// The functions of windows with large counts. SMPI has none of them.
#include "sim/mpi/windows/operation_call.h"
#include "sim/mpi/windows/window_making.h"

#include <optional>

using namespace rmasim::sim;
using rmasim::Call;

#define RMASIM_NAME(name) name##_c
#define RMASIM_COUNT MPI_Count
#define RMASIM_UNIT MPI_Aint

extern "C" {
#include "sim/mpi/windows/counted_functions.inc"
}
