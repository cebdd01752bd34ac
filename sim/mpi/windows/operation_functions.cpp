// The MPI functions for RMA operations: put, get, accumulate and their variants. Also those that create windows.
#include "sim/mpi/windows/operation_call.h"
#include "sim/mpi/windows/window_making.h"

#include <optional>

namespace rmasim::sim {

namespace {

// The type of the second argument of MPI_Compare_and_swap, which SMPI does not declare as const.
template <class Function>
struct SecondArgument;
template <class Result, class First, class Second, class... Others>
struct SecondArgument<Result (*)(First, Second, Others...)> {
    using Type = Second;
};
using AddressToCompare = SecondArgument<decltype(&PMPI_Compare_and_swap)>::Type;

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;

#define RMASIM_NAME(name) name
#define RMASIM_COUNT int
#define RMASIM_UNIT int

extern "C" {
#include "sim/mpi/windows/counted_functions.inc"

int MPI_Fetch_and_op(const void* from, void* into, MPI_Datatype type, int target, MPI_Aint disp, MPI_Op op,
                     MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::fetch_and_op, {target, disp, 1, type}, win, OriginData{from, 1, type},
                          OriginData{into, 1, type}, {.op = op});
}

int MPI_Compare_and_swap(const void* value, AddressToCompare compare, void* into, MPI_Datatype type, int target,
                         MPI_Aint disp, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::compare_and_swap, {target, disp, 1, type}, win,
                          OriginData{value, 1, type}, OriginData{into, 1, type}, {.compare = compare});
}

}  // extern "C"
