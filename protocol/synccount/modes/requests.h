// START of persistent requests, and the calls that test persistent requests and requests of messages or wait for them.
#pragma once

#include "protocol/parts/request_calls.h"
#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// MPI_START (SC-REQ-1).
void start_request(EngineState& engine, Call call, RequestId id);

// The functions that calls on lists of requests (parts/request_calls.h) need for persistent requests and requests of
// messages.
class Requests {
public:
    explicit Requests(EngineState& engine) : engine_(engine), messages_(engine.two_sided) {}
    void begin(Call call, RequestId id);
    bool is_active(RequestId id) const;
    bool is_done(RequestId id) const;
    bool report(Call call, RequestId id);
    void leave(RequestId id);
    void free(Call call, RequestId id);
    WaitReason reason(Call call, RequestId id) const;

private:
    static bool is_message(RequestId id) { return (id & message_request) != 0; }
    EngineState& engine_;
    MessageCalls messages_;
};

}  // namespace rmasim::synccount
