// The requests of operations. A request is complete when its operation is acknowledged or the operation's data have
// arrived (CH4-OP-3).
#pragma once

#include "protocol/ch4/engine_state.h"
#include "protocol/parts/operation_requests.h"

namespace rmasim::ch4 {

// The functions of family ch4 that the template OperationRequests (parts/operation_requests.h) needs. That template
// implements the calls on lists of requests (MPI_Waitall, ...).
class RequestedOperations {
public:
    explicit RequestedOperations(EngineState& engine) : engine_(engine) {}
    RequestTable& requests() const { return engine_.requests; }
    void begin(const Request& request);
    void begin_message();
    WaitReason reason(Call call, OpId op) const;

private:
    EngineState& engine_;
};

inline OperationRequests<RequestedOperations> requests_of(EngineState& engine) {
    return {RequestedOperations(engine), engine.two_sided};
}

}  // namespace rmasim::ch4
