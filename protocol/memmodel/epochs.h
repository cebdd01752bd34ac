// The epochs of all ranks on all windows, as their calls open and close them; which operations end with which call.
#pragma once

#include "protocol/base/world.h"
#include "protocol/memmodel/access.h"
#include "protocol/memmodel/collective.h"
#include "protocol/memmodel/counters.h"
#include "protocol/memmodel/values.h"

#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

// The target side of an operation that cannot have reached its target yet: the target has not opened its epoch, or has
// not granted the lock.
struct Pending {
    Access access;
    Moment call;
};

// A lock that brings results, for who has one of them: it has been granted. Apart from its epoch, which another thread
// may close first.
struct Granted {
    bool known = false;
    Knowledge gates{};               // the releases that the lock came after, ...
    ThreadIndex joined = no_thread;  // ... which this thread knows already
};
using GrantedRef = std::shared_ptr<Granted>;

// What an origin does to one target in the present epoch.
struct Toward {
    Rank target = no_rank;
    Mode mode = Mode::none;
    bool nocheck = false;
    bool known = false;              // the gate is
    bool closing = false;            // UNLOCK has begun
    Moment released{};               // ... then
    Moment gate{};                   // POST, FENCE of the target
    Knowledge gates{};               // the locks that were held before, ...
    Knowledge includes{};            // ... which include all of this (null: they may not) ...
    ThreadIndex joined = no_thread;  // ... and which this thread knows already
    std::uint64_t nth = 0;           // fence: the epoch; PSCW: the START of this pair of ranks
    SpanRef remote, local;           // of the operations from now on; null: there are none since the last flush
    std::vector<SpanRef> apart;      // of updates that end earlier for those who find their values
    SpanRef reads;                   // of what only reads there, under a lock: over with local completion
    std::vector<SpanRef> r_reads;    // ... by r-forms
    std::vector<SpanRef> requests;   // the buffers of r-forms
    std::vector<FoundRef> finds;     // by operations that are not known to be complete
    GrantedRef granted;              // under a lock, if an operation of this epoch brings a result; otherwise null
    std::vector<Pending> pending;
};

struct OriginState {              // of one rank on one window
    std::vector<Toward> targets;  // ascending
    std::vector<Rank> locked;     // by LOCK, ascending
    bool lock_all = false;
    bool started = false;
    bool nocheck = false;  // of LOCK_ALL
    Group start_group;
    std::uint64_t fences = 0;  // begun

    Toward* find(Rank target);
    Toward& toward(Rank target);  // makes it if it is new
};

// What the ranks have locked at one target, and have released.
struct LockState {
    Sum exclusive;               // the releases of exclusive locks
    std::vector<Moment> shared;  // those of shared locks since then
    std::size_t next_clean_up = 16;
    void add_shared(const Moment& moment);
};

// The call of one rank in it.
struct FenceEntry {
    Moment call;     // what those know that leave the fence
    Moment returns;  // what the operations of the next epoch come after
};

// One fence on a window, by all ranks.
struct FenceRound {
    std::size_t begun = 0;
    std::size_t returned = 0;
    bool noprecede = false;
    Sum sum;
    std::vector<FenceEntry> entries;                // by rank
    std::vector<std::pair<SpanRef, Rank>> spans;    // of the epoch that this fence opens, with their targets
    std::vector<std::pair<Rank, Pending>> waiting;  // for the entry of their target
};

// PSCW between one origin and one target, in the order of the calls.
struct PairOfGroups {
    std::uint64_t posts = 0, starts = 0, waits = 0;
    struct Round {
        Moment posted{}, completed{};
        bool left_by_origin = false, left_by_target = false;  // COMPLETE, WAIT have returned
        std::vector<SpanRef> spans;
        std::vector<Pending> waiting;  // for POST
    };
    Round& round(std::uint64_t nth);
    void forget_rounds();  // that both have left

private:
    std::deque<Round> rounds_;
    std::uint64_t first_ = 0;
};

struct Window {
    // `members`: how many of the ranks have it; what is kept by rank has room for all.
    Window(std::size_t ranks, std::size_t members)
        : origins(ranks), members(members), fences_returned(ranks, 0), exposed_to(ranks), locks(ranks),
          pending(ranks, 0), lives(ranks, members), ranks(static_cast<Rank>(members)) {}
    std::vector<OriginState> origins;  // by rank
    std::size_t members;
    std::deque<FenceRound> fences;  // from `first_fence`
    std::uint64_t first_fence = 1;
    std::vector<std::uint64_t> fences_returned;           // by rank
    std::vector<Group> exposed_to;                        // by rank: the group of its POST
    std::map<std::pair<Rank, Rank>, PairOfGroups> pairs;  // by origin, target
    std::vector<LockState> locks;                         // by target
    std::vector<std::uint32_t> pending;                   // by target: operations that wait for their lock
    std::vector<std::uint32_t> disp_units;                // by rank
    bool in_any_order = false;                            // see Checker::created_in_any_order
    Collectives lives;                                    // WIN_CREATE and WIN_FREE
    Sum syncs{};                                          // see Setup::looks_after_sync
    Rank ranks;                                           // the first so many have it ...
    std::shared_ptr<GroupChange> change;                  // ... until the last WIN_CHANGE_COMM that began
    std::size_t gone_at = 0;                              // so many members' number is free

    FenceRound& fence(std::uint64_t nth, std::size_t ranks);
};

class Windows {
public:
    // `communicators`: null if all windows are of all ranks.
    Windows(std::size_t ranks, const Communicators* communicators)
        : ranks_(ranks), communicators_(communicators), known_(communicators == nullptr ? 1 : ranks) {}
    // That of the number that the rank has a part of: each communicator has one of its own. Asked for with each access.
    Window& of(Rank rank, WindowId id) {
        const Known& known = known_of(rank);
        if (id < known.size() && known[id] != nullptr) return *known[id];
        return find_or_make(rank, id);
    }
    // The number is free at the rank: what comes next there is another window.
    void forget(Rank rank, WindowId id);
    // See Checker::opened_to.
    void opened_to(WindowId id, Rank ranks) { opened_to_[id] = ranks; }

private:
    using Known = std::vector<Window*>;  // by number; null: not asked for yet
    // Without communicators all ranks have the same windows.
    Known& known_of(Rank rank) { return known_[communicators_ == nullptr ? 0 : static_cast<std::size_t>(rank)]; }
    Window& find_or_make(Rank rank, WindowId id);

    std::size_t ranks_;
    const Communicators* communicators_;
    // By the members' group, null for all ranks: while some have yet to free a window, others may have a new one.
    std::map<std::pair<WindowId, const RankGroup*>, std::unique_ptr<Window>> windows_{};
    std::vector<Known> known_;
    std::map<WindowId, Rank> opened_to_{};
};

}  // namespace rmasim::memmodel
