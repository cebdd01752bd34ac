// Registers a call of the program from its begin to its return, and polls at its begin.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// A call that has not returned. The object lives in the coroutine frame of the call. The constructor raises
// ErroneousProgram if another thread is inside a call that may not run concurrently with this one.
class Entry {
public:
    Entry(EngineState& engine, Window& window, Call call);
    // For BARRIER, SEND, RECV and other calls without a window.
    explicit Entry(EngineState& engine);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

private:
    // True if the call handles queued requests even if the setting `serves` is "synchronisation". This holds for
    // synchronisation calls and not for operations.
    bool serves() const { return inside_.call() != Call::none && !is_operation(inside_.call()); }
    void enter();

    EngineState& engine_;
    ActiveCalls::Entry inside_;
};

}  // namespace rmasim::oldqueue
