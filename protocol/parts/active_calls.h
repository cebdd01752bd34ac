// The active calls of a process's threads on one window. Operations and flushes may run concurrently with each other.
// Any other combination of concurrent calls on a window is an error of the program. For the families that model MPICH.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"

namespace rmasim {

// The calls of a process's threads that are active on one window.
class ActiveCalls {
public:
    // Registers a call for its duration. An Entry is a local variable of the call.
    class Entry {
    public:
        // Throws ErroneousProgram, with the names of both calls, if another thread is inside a call on the window that
        // may not run concurrently with `call`.
        Entry(ActiveCalls& calls, Call call) : calls_(calls), call_(call) { calls_.enter(call); }
        ~Entry() { calls_.leave(call_); }
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

    private:
        ActiveCalls& calls_;
        Call call_;
    };

private:
    static bool mixes(Call call) { return is_operation(call) || description_of(call).kind == CallClass::flush; }

    void enter(Call call) {
        const bool excluded = mixes(call) ? other_ != Call::none : other_ != Call::none || mixing_ > 0;
        if (excluded) {
            const Call concurrent = other_ != Call::none ? other_ : last_mixing_;
            throw ErroneousProgram(call,
                                   "another thread of the rank is inside {} on the same window; only operations and "
                                   "flushes may run beside each other",
                                   {concurrent});
        }
        if (!mixes(call)) {
            other_ = call;
            return;
        }
        ++mixing_;
        last_mixing_ = call;
    }
    void leave(Call call) {
        if (mixes(call)) --mixing_;
        else other_ = Call::none;
    }

    std::uint32_t mixing_ = 0;
    Call last_mixing_ = Call::none;
    Call other_ = Call::none;
};

}  // namespace rmasim
