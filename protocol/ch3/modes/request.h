// The requests of operations. The request of a PUT or ACCUMULATE is complete when the operation is sent; the request of
// a READ, when the data have arrived (CH3-OP-6). Packets that have arrived are handled only when a call must wait.
#pragma once

#include "protocol/ch3/engine_state.h"
#include "protocol/parts/operation_requests.h"

namespace rmasim::ch3 {

// The functions of family ch3 that the template OperationRequests (parts/operation_requests.h) needs. That template
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

}  // namespace rmasim::ch3
