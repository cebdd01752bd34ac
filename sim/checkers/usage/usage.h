// The rules of MPI that no process can check alone: they concern two ranks, or what the process has forgotten because
// the design keeps no data per rank. Worlds ask before each call, so the core never sees a call that breaks one.
//
// Rules that the core checks are left to it.
#pragma once

#include "sim/checkers/usage/access.h"
#include "sim/checkers/usage/change_rules.h"
#include "sim/checkers/usage/collective_rules.h"
#include "sim/checkers/usage/fence_rules.h"
#include "sim/checkers/usage/group_rules.h"
#include "sim/checkers/usage/lock_rules.h"
#include "sim/checkers/usage/rules_needed.h"
#include "sim/checkers/usage/window_key.h"
#include "sim/checkers/usage/window_rules.h"
#include "sim/programs/interpreter.h"

#include <memory>
#include <span>
#include <vector>

namespace rmasim::sim::usage {

class Usage final : public StoreWatcher {
public:
    // Both must outlive this object. `communicators`: of the scenario, or of a program that runs; null: there is only
    // that of all ranks.
    Usage(const Scenario& scenario, const Communicators* communicators);
    explicit Usage(const Scenario& scenario);
    Usage(const Usage&) = delete;
    Usage& operator=(const Usage&) = delete;
    // Null if the programs cannot break any of the rules.
    static std::unique_ptr<Usage> of_programs(const Scenario& scenario);

    // Where only one of all orders with the same causes is played; may be null.
    void follow(const check::Causality* causality) { happens_before_.follow(causality); }

    // Whether it holds what one rank does against what others do. If not, each rank may be watched by itself.
    bool compares_ranks() const;
    // Whether it has to know of other ranks, in whichever order ranks are played: of a target that no operation may
    // update (NOPUT).
    bool knows_other_ranks() const;

    // `thread`, one of the threads of its rank, is about to make this call. Raises ErroneousProgram (BrokenBetween if
    // two ranks break the rule together).
    void begins(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call);
    void returned(const Thread& thread) {
        if (returns_matter_) note_return(thread);
    }
    // A store to the window of rank `owner`.
    void stored(const Thread& thread, Rank owner, WindowId window) override;
    // A window of a running program, the `nth` of the run, at these ranks. All rules hold for it: what its program will
    // call is not known.
    void window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members);
    // Forgets everything, for another run.
    void reset();

private:
    Access& at(Rank rank, WindowId window) { return accesses_.at(rank, window); }
    bool needs(WindowId window, Rule rule) const { return rules_[window].contains(rule); }
    void note_return(const Thread& thread);
    void note_local_updates(const Thread& thread, const CallRequest& call);
    void require_locked(const CallRequest& call, const Thread& thread, const Access& access) const;
    void operation(const Thread& thread, const CallRequest& call, Access& access);
    void synchronisation(const Thread& thread, const CallRequest& call, const Access& access);

    Rank ranks_;
    WindowKeys keys_;
    std::vector<Rules> rules_;   // by window
    std::vector<bool> by_call_;  // by window: it does not exist from the start
    bool own_windows_ = false;   // some window needs WindowRules
    bool collectives_differ_ = false;
    bool returns_matter_ = false;  // some window has rules about what lasts until a call returns
    ByWindow<Access> accesses_;
    HappensBefore happens_before_;
    GroupRules groups_;
    LockRules locks_;
    WindowRules own_;
    FenceRules fences_;
    ChangeRules changes_;
    CollectiveRules collectives_;
};

}  // namespace rmasim::sim::usage
