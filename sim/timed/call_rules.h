// Checks the rules of MPI that concern several calls or ranks (sim/checkers/usage) for the calls of a run. Runs whose
// programs cannot break these rules check none.
#pragma once

#include "sim/checkers/usage/shared_calls.h"
#include "sim/checkers/usage/usage.h"
#include "sim/timed/event_order.h"
#include "sim/timed/ranks/program_errors.h"

#include <memory>
#include <vector>

namespace rmasim::sim {

class CallRules {
public:
    enum class Verdict : std::uint8_t {
        begins,
        refused,    // the call fails at once, and the program handles the error
        unmatched,  // another rank makes a different collective call; the thread remains inside the call
    };

    // `recorder` receives the calls for the rules that another process checks; null if there are none. All arguments
    // must outlive this object.
    CallRules(RunParts& run, ProgramErrors& errors, EventOrder order, usage::Checks checks,
              usage::CallRecorder* recorder);

    // Returns the object that must receive the program's stores; null if no rule concerns them.
    StoreWatcher* store_watcher() { return usage_.get(); }
    // Checks a call that the thread is about to make. Ends the run after an error with which it cannot continue.
    Verdict check(RankState& rank, Thread& thread, const CallRequest& call) {
        return usage_ ? check_by_usage(rank, thread, call) : Verdict::begins;
    }
    // Records the end of the thread's call.
    void returned(const Thread& thread) {
        if (usage_) returned_by_usage(thread);
    }
    // Report a window that a running program has created, or that a rank of it has freed.
    void window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members) {
        usage_->window_created(window, nth, members);
    }
    void window_freed(Rank rank, WindowId window) { usage_->window_freed(rank, window); }

private:
    Verdict check_by_usage(RankState& rank, Thread& thread, const CallRequest& call);
    void returned_by_usage(const Thread& thread);
    [[gnu::noinline]] void add_broken(const Thread& thread);
    [[gnu::noinline]] Verdict leave_unmatched(Thread& thread, const CallRequest& call, const usage::CallRecord& other);

    RunParts& run_;
    ProgramErrors& errors_;
    usage::CallRecorder* recorder_;
    std::unique_ptr<usage::Usage> usage_;  // null if the programs cannot break its rules
};

}  // namespace rmasim::sim
