// Changes of the value of a counter, at the process that owns the counter.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Lowers the counter with this name, because a signal of `by` has arrived (SC-OPS-3). If the signal is an error,
// records the error for the next call.
void lower(EngineState& engine, WindowId window, CounterName name, Rank by);

// These functions set a counter to a new value (SC-OBJ-1, SC-OBJ-2, SC-INFO-1). If the new value satisfies the request,
// the request is complete. `init` executes OBJECT_INIT. `start` executes START as the setting `protocol.start`
// specifies. `restart` executes the START that follows in the same step as the report of completion.
void init(EngineState& engine, Counter& counter, std::int64_t count);
void start(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id);
void restart(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id);

// Raises MPI_ERR_WIN_COUNTER, which names `call`, if the counter has been below 0 (SC-OBJ-4).
void require_not_negative(const EngineState& engine, Call call, const Counter& counter);

void report_change(EngineState& engine, const Counter& counter, CounterStep step, std::int64_t from,
                   std::int64_t lost = 0, Rank by = no_rank);

}  // namespace rmasim::synccount
