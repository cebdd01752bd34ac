// The rules of MPI that a process cannot check alone: they concern two ranks, or need data that the process does not
// keep, because the design keeps no data per rank. Worlds call this class before each call, so the core never executes
// a call that breaks one of these rules.
//
// The core itself checks all other rules.
#pragma once

#include "sim/checkers/usage/access.h"
#include "sim/checkers/usage/change_rules.h"
#include "sim/checkers/usage/collective_rules.h"
#include "sim/checkers/usage/fence_rules.h"
#include "sim/checkers/usage/group_rules.h"
#include "sim/checkers/usage/lock_rules.h"
#include "sim/checkers/usage/promise_rules.h"
#include "sim/checkers/usage/rules_needed.h"
#include "sim/checkers/usage/window_calls.h"
#include "sim/checkers/usage/window_key.h"
#include "sim/checkers/usage/window_rules.h"
#include "sim/programs/interpreter.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::sim::usage {

class Usage final : public StoreWatcher {
public:
    // Both arguments must outlive this object. `communicators` are those of the scenario or of a running program; null:
    // there is only the communicator of all ranks.
    Usage(const Scenario& scenario, const Communicators* communicators);
    explicit Usage(const Scenario& scenario);
    Usage(const Usage&) = delete;
    Usage& operator=(const Usage&) = delete;
    // Returns null if the programs cannot break any of the rules.
    static std::unique_ptr<Usage> of_programs(const Scenario& scenario);

    // Sets the happens-before relation of an exploration that executes only one of all equivalent orders; may be null.
    void follow(const check::Causality* causality) { happens_before_.follow(causality); }

    // True if some rule compares calls of different ranks. If false, each rank may have its own checker.
    bool compares_ranks() const;
    // True if some rule needs the calls of other ranks for any order of simulating ranks: the rule about targets that
    // no operation may update (NOPUT).
    bool knows_other_ranks() const;

    // Checks a call that `thread`, one of the threads `of_rank`, is about to make. Raises ErroneousProgram, or
    // BrokenBetween if two ranks break the rule together. Returns the call of another rank that does not match this
    // one, which must then not begin (window_calls.h); otherwise null. The record is valid until the next call of this
    // object.
    [[nodiscard]] const CallRecord* begins(std::span<const Thread> of_rank, const Thread& thread,
                                           const CallRequest& call);
    // From now on `begins` does not raise errors after which the core can continue, but keeps them for `take_broken`.
    void keep_broken() { keeps_ = true; }
    bool has_broken() const { return !broken_.empty(); }
    // Returns the errors of the last call of `begins`, and forgets them.
    std::vector<ErroneousProgram> take_broken() { return std::exchange(broken_, {}); }
    // True if the caller's epochs permit the call. A rank's own library can check that.
    bool permitted(const Thread& thread, const CallRequest& call) const;
    void returned(const Thread& thread) {
        if (returns_matter_) note_return(thread);
    }
    // Records a store to the window of rank `owner`.
    void stored(const Thread& thread, Rank owner, WindowId window) override;
    // A running program creates a window, number `nth` of the run, at these ranks. All rules apply to it, because the
    // later calls of the program are unknown.
    void window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members);
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
    void note_return(const Thread& thread);
    void note_local_updates(const Thread& thread, const CallRequest& call);
    void require_locked(const CallRequest& call, const Thread& thread, const Access& access) const;
    void operation(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call, Access& access);
    void synchronisation(const Thread& thread, const CallRequest& call, const Access& access);

    Rank ranks_;
    WindowKeys keys_;
    std::vector<Rules> rules_;   // by window
    std::vector<bool> by_call_;  // by window: true if a call creates it
    bool own_windows_ = false;   // some window needs WindowRules
    bool collectives_differ_ = false;
    bool keeps_ = false;
    std::vector<ErroneousProgram> broken_;
    bool returns_matter_ = false;  // some window has rules about intervals that end when a call returns
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
};

}  // namespace rmasim::sim::usage
