// A second implementation of the rules of MPI that concern several ranks, as simple as possible. It keeps all calls of
// a run in lists, and searches all lists for each new call.
#pragma once

#include "protocol/base/types.h"
#include "sim/checkers/usage/usage.h"
#include "tests/unit/checkers/check_reference.h"

#include <map>
#include <optional>
#include <vector>

namespace rmasim::sim::usage {

class ReferenceUsage {
public:
    ReferenceUsage(Rank ranks, std::vector<bool> by_call, const check::Causality* causes)
        : ranks_(ranks), by_call_(std::move(by_call)), causes_(causes) {}

    // Returns the rule that the call breaks, as text of the report; empty if it breaks none. The text "no match for
    // rank 0 called fence" is for a collective call that does not match.
    std::string begins(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call);
    void returned(const Thread& thread);
    void stored(const Thread& thread, Rank owner, WindowId window);
    // True if the core itself refuses the call.
    bool refused_by_core(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call);

private:
    using WindowRank = std::pair<WindowId, Rank>;
    struct Did {
        std::string what;  // "rank 1 called post"
        Rank by = no_rank;
        std::uint32_t step = 0;
    };
    struct Own {  // the epochs of a rank on a window
        bool exists = true, lock_all = false, started = false, inside_fence = false, fence_open = false;
        bool fence_used = false, posted = false;
        std::vector<Rank> locked;
        std::string other;  // the last call that opened another access epoch within the fence epoch
        std::uint32_t fences = 0;
    };
    struct Lock {
        Rank target;  // no_rank for LOCK_ALL
        Did did;
        LockType type;
        bool nocheck;
        std::optional<std::uint32_t> ended;  // the step in which the lock ended
        std::uint32_t epoch;                 // number of the origin's fence epoch
        bool counts = true;                  // true if the lock belongs to that epoch
    };
    struct Exposure {
        Rank rank;
        Did did;
        std::optional<std::uint32_t> ended;
    };
    struct InFence {  // an operation in a fence epoch
        Rank target;
        Did did;
        std::uint32_t epoch;
        bool updates;
    };
    struct Half {  // POST or START
        Did did;
        Assert asserts;
        std::optional<Did> update;
    };
    struct Pair {
        std::vector<Half> posts, starts;  // the n-th POST belongs to the n-th START
        bool open = false;
    };
    struct Fence {
        Did did;
        Assert asserts;
    };
    struct Collective {  // FENCE, WIN_CREATE, WIN_FREE
        Did did;
        Call call;
    };
    struct Window {
        std::vector<Lock> locks;
        std::vector<Exposure> exposures;
        std::vector<InFence> in_fences;
        std::map<std::pair<Rank, Rank>, Pair> pairs;          // origin, target
        std::map<std::uint32_t, Fence> fences;                // by number: the first FENCE with that number
        std::map<Rank, std::pair<Did, std::uint32_t>> noput;  // by rank: the call with NOPUT, and its epoch
        std::vector<Collective> collectives;                  // by number: the first call with that number
        std::map<Rank, std::size_t> called;                   // by rank: the number of its collective calls
        std::map<Rank, Did> updated;                          // by rank: the update since the last call that publishes
                                                              // it
    };

    Own& own(Rank rank, WindowId window) {
        const auto [at, is_new] = own_.try_emplace({window, rank});
        if (is_new) at->second.exists = !by_call_[window];
        return at->second;
    }
    Did did(const Thread& thread, const std::string& what) const {
        return {thread.name() + what, thread.rank, causes_ == nullptr ? 0 : causes_->step()};
    }
    Did did(const Thread& thread, Call call) const { return did(thread, " called " + std::string(name_of(call))); }
    bool past(std::uint32_t step) const { return causes_ == nullptr || causes_->depends_on(step); }
    bool over(const std::optional<std::uint32_t>& ended) const { return ended && past(*ended); }
    static std::uint32_t epoch_of(const Own& mine) {
        const bool other = !mine.locked.empty() || mine.lock_all || mine.started;
        return other || mine.inside_fence || !mine.fence_open ? 0 : mine.fences;
    }
    std::string collective(const Thread& thread, const CallRequest& call);
    static bool fits(const Own& mine, const CallRequest& call);
    static void opens(Own& mine, const CallRequest& call);
    std::string operation(const Thread& thread, const CallRequest& call, Own& mine);
    std::string fence(const Thread& thread, const CallRequest& call, const Own& mine);
    std::string publishes(const Thread& thread, const CallRequest& call);
    std::string post(const Thread& thread, const CallRequest& call);
    std::string start(const Thread& thread, const CallRequest& call);
    std::string lock(const Thread& thread, const CallRequest& call, std::uint32_t epoch);
    std::string conflicts(const Thread& thread, const CallRequest& call, const Lock& mine);
    std::string exposes(const Thread& thread, const CallRequest& call);

    Rank ranks_;
    std::vector<bool> by_call_;
    const check::Causality* causes_;
    std::map<WindowRank, Own> own_;
    std::map<WindowId, Window> windows_;
};

}  // namespace rmasim::sim::usage
