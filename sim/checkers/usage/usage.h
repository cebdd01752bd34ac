// Checks the rules of MPI that a process cannot check alone. Such a rule concerns calls of two ranks, or needs data
// about every other rank, which the protocol's design forbids a process to store. The simulator calls this class before
// each MPI call, so the protocol's code never executes a call that breaks one of these rules. The protocol's code
// itself checks all other rules.
#pragma once

#include "sim/checkers/usage/access.h"
#include "sim/checkers/usage/change_rules.h"
#include "sim/checkers/usage/collective_rules.h"
#include "sim/checkers/usage/fence_rules.h"
#include "sim/checkers/usage/group_rules.h"
#include "sim/checkers/usage/lock_rules.h"
#include "sim/checkers/usage/open_epochs.h"
#include "sim/checkers/usage/promise_rules.h"
#include "sim/checkers/usage/rules_needed.h"
#include "sim/checkers/usage/window_calls.h"
#include "sim/checkers/usage/window_key.h"
#include "sim/checkers/usage/window_rules.h"
#include "sim/programs/interpreter.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::sim::usage {

// True if the result of the rules that the programs can break depends on the order in which the simulator executes the
// ranks.
bool compares_ranks(const Scenario& scenario);

class Usage final : public StoreWatcher {
public:
    // `communicators` are those of the scenario or of a running program; null if the only communicator is that of all
    // ranks. Both arguments must outlive this object.
    Usage(const Scenario& scenario, const Communicators* communicators, Checks checks = Checks::all);
    explicit Usage(const Scenario& scenario, Checks checks = Checks::all);
    Usage(const Usage&) = delete;
    Usage& operator=(const Usage&) = delete;
    // Returns an object for the programs of a scenario. Returns null if the programs can break none of the rules that a
    // Usage with Checks::all checks.
    static std::unique_ptr<Usage> of_programs(const Scenario& scenario, Checks checks = Checks::all);

    // Sets the happens-before relation of an exploration, which executes only one order of each class of equivalent
    // orders (sim/checkers/invariants/causality.h). The argument is null in all other runs.
    void follow(const check::Causality* causality) { happens_before_.follow(causality); }

    // Checks a call that `thread`, one of the threads `of_rank`, is about to make. Raises ErroneousProgram if the call
    // breaks a rule, or BrokenBetween if it breaks a rule together with a call of another rank. If the call is
    // collective and does not match another rank's call on the same window (window_calls.h), returns the record of the
    // other rank's call; the caller must then not begin the call. Otherwise returns null. The record is valid until the
    // next use of this object.
    [[nodiscard]] const CallRecord* begins(std::span<const Thread> of_rank, const Thread& thread,
                                           const CallRequest& call);
    // Makes the object record the epochs that ranks open and close. Only reports use this record.
    void record_epochs() { epochs_.emplace(ranks_); }
    // Returns the record of epochs; null unless record_epochs() was called.
    const OpenEpochs* epochs() const { return epochs_ ? &*epochs_ : nullptr; }
    // Changes the behaviour of `begins` for errors after which the run can continue: `begins` then stores such an error
    // instead of raising it. `take_broken` returns the stored errors.
    void keep_broken() { keeps_ = true; }
    bool has_broken() const { return !broken_.empty(); }
    // Returns the errors that the last call of `begins` has collected, and removes them from this object.
    std::vector<ErroneousProgram> take_broken() { return std::exchange(broken_, {}); }
    // True if the open epochs of the calling rank permit the call. The result depends only on the rank's own earlier
    // calls.
    bool permitted(const Thread& thread, const CallRequest& call) const;
    void returned(const Thread& thread) {
        if (returns_matter_) note_return(thread);
        if (epochs_) epochs_->returned(thread);
    }
    // Records a store to the window of rank `owner`.
    void stored(const Thread& thread, Rank owner, WindowId window) override;
    // Records that a running program creates a window at the ranks `members`. `nth` is the number of the window in the
    // run. All rules apply to the window, because the later calls of the program are unknown.
    void window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members);
    // Records that a rank of a running program has freed a window.
    void window_freed(Rank rank, WindowId window) {
        locks_.window_freed(rank, window);
        window_calls_.window_freed(rank, window);
    }
    // Clears all state, for another run.
    void reset();

private:
    template <class Check>
    void check(Check check) {
        if (!keeps_) return check();
        try {
            check();
        } catch (const ErroneousProgram& error) {
            broken_.push_back(error);
        }
    }
    Access& at(Rank rank, WindowId window) { return accesses_.at(rank, window); }
    bool needs(WindowId window, Rule rule) const { return rules_[window].contains(rule); }
    const CallRecord* check_begin(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call);
    void note_return(const Thread& thread);
    std::optional<WindowId> window_received_in(const CallRequest& call) const;
    void note_local_updates(const Thread& thread, const CallRequest& call);
    void note_creation(const Thread& thread);
    void require_locked(const CallRequest& call, const Access& access) const;
    void operation(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call, Access& access);
    void synchronisation(const Thread& thread, const CallRequest& call, const Access& access);

    Rank ranks_;
    WindowKeys keys_;
    std::vector<Rules> rules_;   // by window
    std::vector<bool> by_call_;  // by window: true if a call creates the window
    bool own_windows_ = false;   // true if some window needs WindowRules
    bool collectives_differ_ = false;
    bool keeps_ = false;
    // For WindowRules: the window in which each persistent request receives, and the same for the last call of a thread
    // that has created a request.
    std::map<std::pair<Rank, RequestId>, WindowId> persistent_;
    std::map<std::pair<Rank, ThreadId>, std::optional<WindowId>> created_;
    std::vector<ErroneousProgram> broken_;
    bool returns_matter_ = false;  // true if some window has rules about intervals that end when a call returns
    ByWindow<Access> accesses_;
    HappensBefore happens_before_;
    GroupRules groups_;
    LockRules locks_;
    WindowRules own_;
    FenceRules fences_;
    WindowCalls window_calls_;
    PromiseRules promises_;
    ChangeRules changes_;
    CollectiveRules collectives_;
    std::optional<OpenEpochs> epochs_;
};

}  // namespace rmasim::sim::usage
