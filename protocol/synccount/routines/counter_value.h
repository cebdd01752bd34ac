// What changes the value of a counter at its process.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// A signal of `by` has come for the counter that it names (SC-OPS-3). What is wrong with it is noted for the next call.
void lower(EngineState& engine, WindowId window, CounterName name, Rank by);

// OBJECT_INIT sets the counter; START sets it again as `start` says; `restart` does so in the step that reports
// completion (SC-OBJ-1, SC-OBJ-2, SC-INFO-1). The request of the counter is complete if the value demands it.
void init(EngineState& engine, Counter& counter, std::int64_t count);
void start(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id);
void restart(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id);

// Raises MPI_ERR_WIN_COUNTER, naming `call`, if the counter has been below 0 (SC-OBJ-4).
void require_not_negative(const EngineState& engine, Call call, const Counter& counter);

void report_change(EngineState& engine, const Counter& counter, CounterStep step, std::int64_t from,
                   std::int64_t lost = 0, Rank by = no_rank);

}  // namespace rmasim::synccount
