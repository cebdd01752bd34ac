// The MPI functions for RMA operations: put, get, accumulate and their variants.
#include "sim/mpi/windows/operation_call.h"

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

extern "C" {

int MPI_Put(const void* from, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::put, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt);
}

int MPI_Get(void* into, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::get, {target, disp, target_count, target_type}, win, std::nullopt,
                          OriginData{into, count, type});
}

int MPI_Accumulate(const void* from, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
                   MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::accumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt, {.op = op});
}

int MPI_Get_accumulate(const void* from, int count, MPI_Datatype type, void* into, int into_count,
                       MPI_Datatype into_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
                       MPI_Op op, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::get_accumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, OriginData{into, into_count, into_type}, {.op = op});
}

int MPI_Fetch_and_op(const void* from, void* into, MPI_Datatype type, int target, MPI_Aint disp, MPI_Op op,
                     MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::fetch_and_op, {target, disp, 1, type}, win, OriginData{from, 1, type},
                          OriginData{into, 1, type}, {.op = op});
}

int MPI_Compare_and_swap(const void* value, AddressToCompare compare, void* into, MPI_Datatype type, int target,
                         MPI_Aint disp, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::compare_and_swap, {target, disp, 1, type}, win,
                          OriginData{value, 1, type}, OriginData{into, 1, type}, {.compare = compare});
}

// ---- Operations with requests.

int MPI_Rput(const void* from, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
             MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::rput, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt, {.request = request, .makes_request = true});
}

int MPI_Rget(void* into, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
             MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::rget, {target, disp, target_count, target_type}, win, std::nullopt,
                          OriginData{into, count, type}, {.request = request, .makes_request = true});
}

int MPI_Raccumulate(const void* from, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
                    MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::raccumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt,
                          {.op = op, .request = request, .makes_request = true});
}

int MPI_Rget_accumulate(const void* from, int count, MPI_Datatype type, void* into, int into_count,
                        MPI_Datatype into_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
                        MPI_Op op, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::rget_accumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, OriginData{into, into_count, into_type},
                          {.op = op, .request = request, .makes_request = true});
}

}  // extern "C"
