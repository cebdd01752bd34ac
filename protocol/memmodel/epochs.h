// The epochs of all ranks on all windows, and the calls that end the operations of these epochs.
#pragma once

#include "protocol/base/world.h"
#include "protocol/memmodel/collective.h"
#include "protocol/memmodel/counters.h"
#include "protocol/memmodel/shadow/access.h"
#include "protocol/memmodel/shadow/prediction.h"
#include "protocol/memmodel/shadow/values.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

// The accesses at the target of an operation that cannot have reached its target yet, because the target has not opened
// its exposure epoch or has not granted the lock.
struct Pending {
    Access access;
    Moment call;
    NeededRef needed{};  // null if the operation fetches nothing, or if nothing is predicted
};

// The grant of a lock under which operations have returned results. A thread that has such a result is ordered after
// the grant. This object outlives its epoch, because another thread may close the epoch before the result is used.
struct Granted {
    bool known = false;
    Knowledge gates{};               // the releases that the grant is ordered after
    ThreadIndex joined = no_thread;  // this thread is ordered after these releases already
    SectionRef section{};            // null if nothing is predicted
};
using GrantedRef = std::shared_ptr<Granted>;

// The calls that complete the operations of one rank at one target. Used if the rank has several threads. The spans
// share the moments of the calls, not this object, which owns the spans.
class CompletingCalls {
public:
    void add(const Moment& moment);
    // Records that these calls complete the operations of `span`.
    void note(const SpanRef& span) {
        span->is_noted = true;
        span->completed_by = moments_;
        spans_.push_back(span);
    }

private:
    std::shared_ptr<Synchronisations> moments_ = std::make_shared<Synchronisations>();
    std::vector<SpanRef> spans_{};
};
using CompletingCallsRef = std::shared_ptr<CompletingCalls>;

// Accesses of a rank's operations at one target that have not ended. Calls of the same kinds end all of them.
struct Outstanding {
    SpanRef open{};                 // span of new accesses; null if there is none since the last of these calls
    std::vector<SpanRef> others{};  // spans of other threads or of earlier steps, and spans that may end before `open`
    CompletingCallsRef calls{};     // null if the rank has one thread, or if there is no lock

    void clear() {
        open = nullptr;
        others.clear();
        calls = nullptr;
    }
    // Handles a call that ends these accesses: ends the accesses of operations that were called before this call.
    void end(const Moment& moment, Call call) {
        if (open != nullptr || calls != nullptr || !others.empty()) end_some(moment, call);
    }

private:
    void end_some(const Moment& moment, Call call);
};

// The values that an operation fetched or read. They are kept until calls of the rank's threads complete the operation
// at its origin.
struct Uncollected {
    FoundRef found{};                   // in Toward::finds
    NeededRef needed{};                 // in Toward::all_needed
    ThreadIndex called_by = no_thread;  // as in Span; no_thread if the rank has one thread
    Tick called = 0;
    std::vector<ThreadIndex> collected_by{};
};

struct PairOfGroups;

// The current access epoch of an origin at one target, with the operations of this epoch.
struct Toward {
    Rank target = no_rank;
    Mode mode = Mode::none;
    bool nocheck = false;
    bool known = false;              // the moment of the gate (access.h) is known
    bool closing = false;            // UNLOCK has begun
    Moment released{};               // the moment of that UNLOCK
    Knowledge gates{};               // the releases of earlier locks, which the grant of this lock followed
    Knowledge includes{};            // a clock that `gates` includes; null if no such clock is known
    ThreadIndex joined = no_thread;  // this thread is ordered after `gates` already
    std::uint64_t nth = 0;           // fence: number of the epoch; PSCW: number of the START of this pair of ranks
    PairOfGroups* pair = nullptr;    // PSCW; otherwise null
    // The accesses at the target. Member `others` also has updates that end earlier for a thread that reads their
    // values.
    Outstanding remote{};
    Outstanding reads{};                    // reads at the target: they end with local completion
    Outstanding local{};                    // buffers
    std::vector<Uncollected> finds;         // values fetched by operations that may be incomplete
    std::vector<Uncollected> all_needed{};  // what operations read that may be incomplete, for predictions
    NeededRef needed{};                     // the last entry of `all_needed` if later operations can add to it
    SectionRef section{};                   // under a lock without NOCHECK, for predictions; otherwise null
    GrantedRef granted;  // under a lock, if an operation of this epoch returns a result; otherwise null
    // Used if the origin has several threads: for each thread, the tick of its first operation that returns a result.
    std::vector<std::pair<ThreadIndex, Tick>> results;
    std::vector<Pending> pending;

    // Makes the object equal to a new one. Keeps the memory of its lists.
    void clear();
    // Returns a span for accesses of this epoch that are called at `now`. `among` is `remote`, `reads` or `local`.
    SpanRef new_span(const Outstanding& among, const Moment& now) const;
    // Returns the span of new accesses. Accesses share it that all threads are ordered after, or none: those of one
    // thread between two moments.
    const SpanRef& open_span(Outstanding& among, const Moment& now);
};

struct OriginState {           // of one rank on one window
    std::vector<Rank> locked;  // by LOCK, ascending
    bool lock_all = false;
    bool started = false;
    bool nocheck = false;      // LOCK_ALL with NOCHECK
    std::uint64_t fences = 0;  // number of fences begun
    // Used if the rank has several threads. For each target, three sets of completing calls: those that end accesses at
    // the target, reads at the target, and accesses to buffers.
    std::map<Rank, std::array<CompletingCallsRef, 3>> completing{};

    Toward* find(Rank target);
    Toward& toward(Rank target);      // creates it if it is new
    Toward& new_toward(Rank target);  // of a new epoch, instead of an earlier one
    // The targets of the current epochs, ascending.
    const std::vector<std::unique_ptr<Toward>>& targets() const { return targets_; }
    // Ends the accesses to the buffers of all operations that were called before.
    void end_local(const Moment& moment, Call call) {
        for (const auto& toward : targets_) toward->local.end(moment, call);
    }
    void forget_targets();
    void forget(Rank target);

private:
    using TowardRef = std::unique_ptr<Toward>;  // a pointer, because objects of this size are slow to move
    void keep(TowardRef old);

    static constexpr std::size_t max_unused = 8;
    std::vector<TowardRef> targets_;
    std::vector<TowardRef> unused_{};  // for later epochs: allocating an object takes longer than clearing it
};

// The lock of one target's window segment: its releases.
class LockState {
public:
    void release_shared(const Moment& moment);
    void release_exclusive(const Moment& moment);
    // Returns the clock of the releases that a grant is ordered after. Null if there are none, or if thread `by`, which
    // gets the lock, has made all of them. `by` is no_thread if any thread of a rank may use the lock.
    Knowledge before_grant(bool exclusive, ThreadIndex by) const;
    // Returns the clock of all releases up to the last exclusive one. Null if one thread has made all of them.
    const Knowledge& released() const { return exclusive_.known(); }

    std::optional<std::size_t> history{};  // the number of the lock in Orders; nullopt before the first grant

private:
    // Releases of exclusive locks, and of the shared locks before them. As long as one thread has made all of them, the
    // last one stands for all, since it is ordered after the others.
    Moment only_{};
    Sum exclusive_;
    std::vector<Moment> shared_;  // releases of shared locks since the last exclusive one
    std::size_t next_clean_up_ = 16;
};

// The FENCE call of one rank in one fence.
struct FenceEntry {
    Moment call;     // ranks that leave the fence are ordered after it
    Moment returns;  // operations of the next epoch are ordered after it
};

// One fence on a window: a FENCE call of each rank.
struct FenceRound {
    std::size_t begun = 0;
    std::size_t returned = 0;
    bool noprecede = false;
    Sum sum;
    std::vector<FenceEntry> entries;              // by rank
    std::vector<std::pair<SpanRef, Rank>> spans;  // spans of the epoch that this fence opens, with their targets
    // Operations that cannot start before their target calls this FENCE. Each entry has the target.
    std::vector<std::pair<Rank, Pending>> waiting;
};

// The PSCW epochs between one origin and one target, in the order of the calls. Round n consists of the n-th POST and
// the n-th START that name this pair of ranks.
struct PairOfGroups {
    std::uint64_t posts = 0, starts = 0, waits = 0;
    struct Round {
        Moment posted{}, completed{};
        bool left_by_origin = false, left_by_target = false;  // COMPLETE, WAIT have returned
        std::vector<SpanRef> spans;
        std::vector<Pending> waiting;  // operations that wait for POST

        // Makes the object equal to a new one. Keeps the memory of its lists.
        void clear();
    };
    Round& round(std::uint64_t nth);
    void forget_rounds();  // rounds that both ranks have left

private:
    std::vector<std::unique_ptr<Round>> rounds_;  // from round `first_`; unused ones follow, for later rounds
    std::size_t used_ = 0;
    std::uint64_t first_ = 0;
};

// The epochs, locks and pending operations of one window.
struct Window {
    // `ranks` is the length of vectors by rank. `members` is the number of ranks that have the window.
    Window(std::size_t ranks, std::size_t members)
        : origins(ranks), members(members), fences_returned(ranks, 0), exposed_to(ranks), locks(ranks),
          pending(ranks, 0), lives(ranks, members) {}
    std::vector<OriginState> origins;  // by rank
    std::size_t members;
    std::vector<std::unique_ptr<FenceRound>> fences;  // from number `first_fence`
    std::uint64_t first_fence = 1;
    std::vector<std::uint64_t> fences_returned;           // by rank
    std::vector<std::vector<PairOfGroups*>> exposed_to;   // by rank: its pairs with the group of its POST
    std::map<std::pair<Rank, Rank>, PairOfGroups> pairs;  // by origin, target
    std::vector<LockState> locks;                         // by target
    std::vector<std::uint32_t> pending;                   // by target: operations that wait for the lock
    std::vector<std::uint32_t> disp_units;                // by rank
    bool in_any_order = false;                            // see NewSegment::in_any_order
    bool same_op = false;                                 // see NewSegment::same_op
    Collectives lives;                                    // WIN_CREATE and WIN_FREE
    Sum syncs{};                                          // see Setup::looks_after_sync
    std::size_t freed_at = 0;                             // number of members whose window number is free again

    // Creates the round if it is new.
    FenceRound& fence(std::uint64_t nth, std::size_t ranks) {
        while (first_fence + fences.size() <= nth) add_fence(ranks);
        return *fences[nth - first_fence];
    }
    // Returns the pair of the origin with the target of `toward`.
    PairOfGroups& pair(Rank origin, Toward& toward) {
        if (toward.pair == nullptr) toward.pair = &pairs[{origin, toward.target}];
        return *toward.pair;
    }

private:
    void add_fence(std::size_t ranks);
};

// The windows of all ranks.
class Windows {
public:
    // `communicators` is null if all windows belong to all ranks.
    Windows(std::size_t ranks, const Communicators* communicators)
        : ranks_(ranks), communicators_(communicators), known_(communicators == nullptr ? 1 : ranks) {}
    // Returns the window with this number of which the rank is a member. Windows of different communicators may have
    // the same number. This function is short, because each access calls it.
    Window& of(Rank rank, WindowId id) {
        const Known& known = known_of(rank);
        if (id < known.size() && known[id] != nullptr) return *known[id];
        return find_or_make(rank, id);
    }
    // The rank has freed the window. If the rank uses the number again, it is the number of a new window.
    void forget(Rank rank, WindowId id);

private:
    using Known = std::vector<Window*>;  // by number; null if the number is not used yet
    // If there are no communicators, all ranks have the same windows and share one entry.
    Known& known_of(Rank rank) { return known_[communicators_ == nullptr ? 0 : static_cast<std::size_t>(rank)]; }
    Window& find_or_make(Rank rank, WindowId id);

    std::size_t ranks_;
    const Communicators* communicators_;
    // The windows by number and by the group of their members. The group is null if all ranks are members. Two windows
    // can have the same number at the same time: some ranks have created the new window while others have not freed the
    // old one.
    std::map<std::pair<WindowId, const RankGroup*>, std::unique_ptr<Window>> windows_{};
    std::vector<Known> known_;
};

}  // namespace rmasim::memmodel
