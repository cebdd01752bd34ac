// Which calls the threads of a process are inside of, window by window, and which of them may be (design, "RMA +
// threads"): operations beside operations, beside a fence without NOPRECEDE and NOSUCCEED, beside flushes; flushes
// beside flushes. Anything else is an error of the program.
#pragma once

#include "protocol/base/types.h"

namespace rmasim::newrma {

class CallsUnderWay {
public:
    // A call from its beginning to its end; lives in the call's frame.
    class Entry {
    public:
        // Raises ErroneousProgram naming both calls when another thread is inside one that may not run beside it.
        Entry(CallsUnderWay& calls, Call call, Assert asserts = Assert::none);
        ~Entry();
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

    private:
        friend class CallsUnderWay;
        CallsUnderWay& calls_;
        Call call_;
        Assert asserts_;
        Entry* next_;
    };

private:
    Entry* first_ = nullptr;
};

}  // namespace rmasim::newrma
