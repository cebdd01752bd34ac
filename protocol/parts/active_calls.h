// The active calls of a process's threads on one window, and rules for concurrent calls. A combination of concurrent
// calls that the family's rule does not allow is an error of the program.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

struct ActiveCall {
    Call call = Call::none;
    Assert asserts = Assert::none;
};

// A family's rule for concurrent calls on one window.
struct ConcurrencyRule {
    bool (*may_run_concurrently)(const ActiveCall& call, const ActiveCall& other);
    // Throws ErroneousProgram, with the names of both calls.
    void (*refuse)(const ActiveCall& call, const ActiveCall& other);
};

// The calls of a process's threads that are active on one window.
class ActiveCalls {
public:
    class Entry {
    public:
        Entry() = default;  // a call without a window
        Entry(ActiveCalls& calls, ActiveCall call, const ConcurrencyRule& rule);
        ~Entry() {
            if (calls_ != nullptr) leave();
        }
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

        Call call() const { return call_.call; }

    private:
        friend class ActiveCalls;
        void leave();

        ActiveCalls* calls_ = nullptr;
        Entry* next_ = nullptr;
        ActiveCall call_{};
    };

    // True if a thread is inside `call`.
    bool contains(Call call) const {
        const Entry* one = first_;
        while (one != nullptr && one->call() != call) one = one->next_;
        return one != nullptr;
    }

private:
    Entry* first_ = nullptr;
};

// The active calls of a family with this rule.
template <const ConcurrencyRule& rule>
class ActiveCallsBy : public ActiveCalls {
public:
    // Registers a call for its duration. An Entry is a local variable of the call.
    class Entry : public ActiveCalls::Entry {
    public:
        Entry() = default;  // a call without a window
        // Throws ErroneousProgram if another thread is inside a call on the window that may not run concurrently with
        // this call.
        Entry(ActiveCallsBy& calls, Call call, Assert asserts = Assert::none)
            : ActiveCalls::Entry(calls, {call, asserts}, rule) {}
    };
};

// The rule of the families that model MPICH: operations and flushes may run concurrently with each other.
extern const ConcurrencyRule operations_with_flushes;

}  // namespace rmasim
