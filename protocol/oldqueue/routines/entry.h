// A call from its begin to its return. It begins with a poll.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Lives in the frame of the call. Raises ErroneousProgram if another thread is inside a call that excludes this one.
class Entry {
public:
    Entry(EngineState& engine, Window& window, Call call);
    // BARRIER, SEND, RECV.
    explicit Entry(EngineState& engine);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

private:
    // Under `serves: "synchronisation"`.
    bool serves() const { return inside_.call() != Call::none && !is_operation(inside_.call()); }
    void enter();

    EngineState& engine_;
    ActiveCalls::Inside inside_;
};

}  // namespace rmasim::oldqueue
