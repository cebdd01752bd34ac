// The functions of windows with large counts (MPI 4.1, chapter 12). SMPI has none of them.
#include "sim/mpi/windows/operation_call.h"
#include "sim/mpi/windows/window_making.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace rmasim::sim {

namespace {

int small_unit(const Caller& caller, MPI_Aint disp_unit) {
    constexpr int most = std::numeric_limits<int>::max();
    if (disp_unit > most) {
        world().refuse(caller, fmt::format("a displacement unit of {} bytes", disp_unit),
                       fmt::format("at most {} bytes", most));
    }
    return disp_unit < 0 ? -1 : static_cast<int>(disp_unit);
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;

extern "C" {

int MPI_Put_c(const void* from, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp, MPI_Count target_count,
              MPI_Datatype target_type, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::put, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt);
}

int MPI_Get_c(void* into, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp, MPI_Count target_count,
              MPI_Datatype target_type, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::get, {target, disp, target_count, target_type}, win, std::nullopt,
                          OriginData{into, count, type});
}

int MPI_Accumulate_c(const void* from, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
                     MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::accumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt, {.op = op});
}

int MPI_Get_accumulate_c(const void* from, MPI_Count count, MPI_Datatype type, void* into, MPI_Count into_count,
                         MPI_Datatype into_type, int target, MPI_Aint disp, MPI_Count target_count,
                         MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::get_accumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, OriginData{into, into_count, into_type}, {.op = op});
}

int MPI_Rput_c(const void* from, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp, MPI_Count target_count,
               MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::rput, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt, {.request = request, .makes_request = true});
}

int MPI_Rget_c(void* into, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp, MPI_Count target_count,
               MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::rget, {target, disp, target_count, target_type}, win, std::nullopt,
                          OriginData{into, count, type}, {.request = request, .makes_request = true});
}

int MPI_Raccumulate_c(const void* from, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
                      MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::raccumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, std::nullopt,
                          {.op = op, .request = request, .makes_request = true});
}

int MPI_Rget_accumulate_c(const void* from, MPI_Count count, MPI_Datatype type, void* into, MPI_Count into_count,
                          MPI_Datatype into_type, int target, MPI_Aint disp, MPI_Count target_count,
                          MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    return call_operation(RMASIM_CALLER, Call::rget_accumulate, {target, disp, target_count, target_type}, win,
                          OriginData{from, count, type}, OriginData{into, into_count, into_type},
                          {.op = op, .request = request, .makes_request = true});
}

int MPI_Win_create_c(void* base, MPI_Aint bytes, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    const int unit = small_unit(RMASIM_CALLER, disp_unit);
    return make_window(RMASIM_CALLER, info, comm, {.base = base, .bytes = bytes, .disp_unit = unit}, win);
}

int MPI_Win_allocate_c(MPI_Aint bytes, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    const int unit = small_unit(RMASIM_CALLER, disp_unit);
    return allocate_window(RMASIM_CALLER, bytes, unit, info, comm, base, MPI_WIN_FLAVOR_ALLOCATE, win);
}

int MPI_Win_allocate_shared_c(MPI_Aint bytes, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* base,
                              MPI_Win* win) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    const int unit = small_unit(RMASIM_CALLER, disp_unit);
    return allocate_window(RMASIM_CALLER, bytes, unit, info, comm, base, MPI_WIN_FLAVOR_SHARED, win);
}

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* bytes, MPI_Aint* disp_unit, void* base) {
    const LibraryCode inside(Caller RMASIM_CALLER);
    int unit = 0;
    const int code = query_shared(RMASIM_CALLER, win, rank,
                                  {bytes, disp_unit == nullptr ? nullptr : &unit, static_cast<void**>(base)});
    if (code == MPI_SUCCESS) *disp_unit = unit;
    return code;
}

}  // extern "C"
