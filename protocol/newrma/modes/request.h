// The requests of r-forms: complete when the operation is, at its origin. MPI_RMA gives them a waiting call of their
// own, so what is deferred to the user's next closing call goes out for this one as well.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> request_wait(EngineState& engine, RequestId id);
// True: it was complete, and is closed.
Task<bool> request_test(EngineState& engine, RequestId id);

}  // namespace rmasim::newrma
