// Allocation, deallocation and initialisation of counters and their requests.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Execute WIN_ALLOC_SYNC_OBJECTS and WIN_FREE_SYNC_OBJECTS (SC-SYNC-1, SC-SYNC-3). `arguments` contains the variables
// that receive the handles of the new counters, or the handles of the counters to free.
void alloc_counters(EngineState& engine, Window& window, const RequestArguments& arguments);
void free_counters(EngineState& engine, Window& window, const RequestArguments& arguments);

// MPI_WIN_SYNC_OPS_INIT and MPI_WIN_SYNC_OBJECT_INIT. Both return the new request.
RequestId ops_init(EngineState& engine, Window& window, Rank target, const RequestArguments& arguments);
RequestId object_init(EngineState& engine, Window& window, const RequestArguments& arguments);

// Returns the remote handles that a message or collective call of MPI_HANDLE_SYNC transfers for the handles in its
// arguments (SC-SYNC-4, SC-SYNC-5).
std::vector<std::uint64_t> sent_handles(EngineState& engine, const CallRequest& request);
// Returns a payload with these handles.
Payload payload_of(EngineState& engine, const std::vector<std::uint64_t>& handles);

}  // namespace rmasim::synccount
