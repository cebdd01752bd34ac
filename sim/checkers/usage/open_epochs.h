// The epochs that ranks have opened and not closed, with the calls that opened them, and the numbers of some calls that
// ranks have made on windows. Reports name these calls. No rule is checked with this class.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/programs/by_window.h"
#include "sim/programs/thread.h"

#include <array>
#include <cstdint>
#include <vector>

namespace rmasim::sim::usage {

// An epoch of one rank. An open epoch begins with its opening call and lasts until its closing call returns.
struct Epoch {
    Call call = Call::none;  // LOCK, LOCK_ALL, START, POST or FENCE
    WindowId window = 0;
    Rank target = no_rank;      // only of LOCK
    std::vector<Rank> group{};  // only of START and POST
    ThreadId thread = 0;
    std::uint32_t location = 0;  // of the opening call
    bool under_way = true;       // true until the opening call returns
    // The closing call and its location; only of closed epochs.
    Call closed_by = Call::none;
    std::uint32_t closed_at = 0;
};

// The calls of FENCE, WIN_CREATE, WIN_FREE, START or POST that one rank has made on a window.
struct CallsMade {
    std::uint32_t count = 0;
    // The thread and the location are those of the last call.
    ThreadId thread = 0;
    std::uint32_t location = 0;
};

class OpenEpochs {
public:
    explicit OpenEpochs(Rank ranks)
        : ranks_(static_cast<std::size_t>(ranks)), made_{CallsByWindow(ranks, 0), CallsByWindow(ranks, 0),
                                                         CallsByWindow(ranks, 0), CallsByWindow(ranks, 0),
                                                         CallsByWindow(ranks, 0)} {}

    // `began` and `returned` record a call of the thread. Calls that are not collective and neither open nor close an
    // epoch change nothing. `returned` uses the call, window, target and answer that the thread has.
    void began(const Thread& thread, const CallRequest& call);
    void returned(const Thread& thread);
    // Removes the epochs and the numbers of calls of the rank on a window. The rank creates a window with this number.
    void created(Rank rank, WindowId window);
    void clear();

    // Returns the open epochs of the rank on all windows, in the order of their opening calls.
    const std::vector<Epoch>& of(Rank rank) const { return ranks_[static_cast<std::size_t>(rank)].open; }
    // Returns the epoch by which `holder` has locked the window segment of `target`; null if there is none.
    const Epoch* lock_of(Rank holder, WindowId window, Rank target) const;
    // Returns the last epoch on the window that the rank has closed; null if there is none. A FENCE with NOSUCCEED
    // counts as an epoch that is closed by this FENCE.
    const Epoch* last_closed(Rank rank, WindowId window) const;
    // Returns the calls of FENCE, WIN_CREATE, WIN_FREE, START or POST that the rank has begun on the window. Calls that
    // never begin, because they do not match the call of another rank, do not count.
    CallsMade calls_made(Rank rank, WindowId window, Call call) const;

private:
    using CallsByWindow = ByWindow<CallsMade>;
    struct OfRank {
        std::vector<Epoch> open;
        std::vector<Epoch> closed;  // the last closed epoch of each window
    };
    void close(OfRank& of_rank, const Thread& thread, Call opener);
    static void set_closed(OfRank& of_rank, Epoch closed);
    void forget(Rank rank, WindowId window);

    std::vector<OfRank> ranks_;
    std::array<CallsByWindow, 5> made_;  // by index_of(call); with room for the windows that were used
};

}  // namespace rmasim::sim::usage
