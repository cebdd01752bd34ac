// Completion of the requests of r-forms: a request is complete when its operation is complete at its origin. The
// waiting call counts as a closing call: it issues operations that were deferred until the user's next closing call.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"
#include "protocol/parts/operation_requests.h"

namespace rmasim::newrma {

Task<> request_wait(EngineState& engine, RequestId id);

// The functions of family newrma that the template OperationRequests (parts/operation_requests.h) needs. That template
// implements the calls on lists of requests (MPI_Waitall, ...).
class RequestedOperations {
public:
    explicit RequestedOperations(EngineState& engine) : engine_(engine) {}
    RequestTable& requests() const { return engine_.requests; }
    void begin(const Request& request);
    void begin_message() {}
    WaitReason reason(Call call, OpId op) const;

private:
    EngineState& engine_;
};

inline OperationRequests<RequestedOperations> requests_of(EngineState& engine) {
    return {RequestedOperations(engine), engine.two_sided};
}

}  // namespace rmasim::newrma
