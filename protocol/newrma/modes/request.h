// The requests of r-forms: complete when their operation is complete at its origin. The waiting call counts as a
// closing call: operations deferred until the user's next closing call are issued.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> request_wait(EngineState& engine, RequestId id);
// Returns true if the request was complete, and then closes it.
Task<bool> request_test(EngineState& engine, RequestId id);

}  // namespace rmasim::newrma
