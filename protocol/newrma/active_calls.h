// The active calls of a process's threads on one window, and the rule for concurrent calls (design, "RMA + threads").
// Operations may be concurrent with operations, with flushes, and with a fence without NOPRECEDE and NOSUCCEED. Flushes
// may be concurrent with flushes. Any other combination of concurrent calls is an error of the program.
#pragma once

#include "protocol/base/types.h"

namespace rmasim::newrma {

// The active calls on one window.
class ActiveCalls {
public:
    // Registers a call for its duration. An Entry is a local variable of the call.
    class Entry {
    public:
        // Throws ErroneousProgram, with the names of both calls, if another thread is inside a conflicting call.
        Entry(ActiveCalls& calls, Call call, Assert asserts = Assert::none);
        ~Entry();
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

    private:
        friend class ActiveCalls;
        ActiveCalls& calls_;
        Call call_;
        Assert asserts_;
        Entry* next_;
    };

    // True if a thread is inside `call`.
    bool contains(Call call) const;

private:
    Entry* first_ = nullptr;
};

}  // namespace rmasim::newrma
