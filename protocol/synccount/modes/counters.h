// Counters and the requests that are made of them: allocated, freed, initialised.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// The counters of a call that has names for them (SC-SYNC-1, SC-SYNC-3).
void alloc_counters(EngineState& engine, Window& window, const RequestArguments& arguments);
void free_counters(EngineState& engine, Window& window, const RequestArguments& arguments);

// MPI_WIN_SYNC_OPS_INIT and MPI_WIN_SYNC_OBJECT_INIT; return the request.
RequestId ops_init(EngineState& engine, Window& window, Rank target, const RequestArguments& arguments);
RequestId object_init(EngineState& engine, Window& window, const RequestArguments& arguments);

// What MPI_HANDLE_SYNC makes of a handle that is sent (SC-SYNC-5).
std::uint64_t sent_handle(EngineState& engine, Call call, std::uint64_t word);

}  // namespace rmasim::synccount
