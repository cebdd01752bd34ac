// The calls that the threads of a process are inside of, by window, and which of them may run concurrently (design,
// "RMA + threads"): operations with operations, with flushes, and with a fence without NOPRECEDE and NOSUCCEED; flushes
// with flushes. Anything else is an error of the program.
#pragma once

#include "protocol/base/types.h"

namespace rmasim::newrma {

class ActiveCalls {
public:
    // Registers a call from its beginning to its end; lives in the frame of the call.
    class Entry {
    public:
        // Raises ErroneousProgram, naming both calls, if another thread is inside a conflicting call.
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

private:
    Entry* first_ = nullptr;
};

}  // namespace rmasim::newrma
