// The requests of r-forms: complete when their operation is complete at its origin. The waiting call counts as a
// closing call: operations deferred until the user's next closing call are issued.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"
#include "protocol/parts/request_calls.h"

namespace rmasim::newrma {

Task<> request_wait(EngineState& engine, RequestId id);

// The requests of r-forms and of messages, for calls that take lists of them (request_calls.h).
class Requests {
public:
    explicit Requests(EngineState& engine) : engine_(engine), messages_(engine.two_sided) {}
    void begin(Call call, RequestId id);
    bool is_active(RequestId) const { return true; }
    bool is_done(RequestId id) const;
    bool report(Call call, RequestId id);
    void leave(RequestId) {}
    void free(Call call, RequestId id);
    WaitReason reason(Call call, RequestId id) const;

private:
    static bool is_message(RequestId id) { return (id & message_request) != 0; }
    EngineState& engine_;
    MessageCalls messages_;
};

}  // namespace rmasim::newrma
