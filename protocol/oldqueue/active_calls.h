// Registers the calls that the threads of a process are executing on one window. Operations may be concurrent with
// operations. Any other combination of concurrent calls on one window is an error of the program (OQ-THREAD-1).
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"

namespace rmasim::oldqueue {

class ActiveCalls {
public:
    // Registers a call from its begin to its end. An object of this class lives in the coroutine frame of the call.
    class Inside {
    public:
        Inside() = default;  // a call without a window
        // Raises ErroneousProgram, which names both calls, if another thread is inside a call on the window that may
        // not run concurrently with `call`.
        Inside(ActiveCalls& calls, Call call) : calls_(&calls), call_(call) { calls.enter(call); }
        ~Inside() {
            if (calls_ != nullptr) calls_->leave(call_);
        }
        Inside(const Inside&) = delete;
        Inside& operator=(const Inside&) = delete;

        Call call() const { return call_; }

    private:
        ActiveCalls* calls_ = nullptr;
        Call call_ = Call::none;
    };

private:
    void enter(Call call) {
        const bool excluded = is_operation(call) ? other_ != Call::none : other_ != Call::none || operations_ > 0;
        if (excluded) {
            const Call concurrent = other_ != Call::none ? other_ : operation_;
            throw ErroneousProgram(call,
                                   "another thread of the rank is inside {} on the same window; only operations may "
                                   "run beside operations",
                                   {concurrent});
        }
        if (is_operation(call)) {
            ++operations_;
            operation_ = call;
        } else {
            other_ = call;
        }
    }
    void leave(Call call) {
        if (is_operation(call)) --operations_;
        else other_ = Call::none;
    }

    std::uint32_t operations_ = 0;
    Call operation_ = Call::none;  // the last operation that entered
    Call other_ = Call::none;
};

}  // namespace rmasim::oldqueue
