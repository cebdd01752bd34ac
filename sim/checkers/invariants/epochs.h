// The access and exposure epochs of all ranks, derived from the calls of programs. An epoch lasts from the beginning of
// the call that opens it to the return of the call that closes it. The window states that the protocol's code keeps are
// not used.
#pragma once

#include "protocol/base/packet.h"
#include "sim/checkers/invariants/causality.h"
#include "sim/checkers/invariants/checker_context.h"
#include "sim/checkers/findings/violation.h"
#include "sim/checkers/invariants/pairs.h"
#include "sim/programs/by_window.h"

#include <utility>
#include <vector>

namespace rmasim::sim::check {

enum class Mode : std::uint8_t { none, fence, pscw, locks, lock_all };

// The access epoch of one rank on one window.
struct Access {
    Mode mode = Mode::none;
    bool nocheck = false;     // true: LOCK_ALL with NOCHECK opened the epoch
    std::uint32_t locks = 0;  // number of LOCK calls whose UNLOCK has not returned
    bool granted = false;     // true: a target has granted a lock in this epoch
    std::uint32_t fences_begun = 0;
    std::uint32_t fences_returned = 0;
    std::uint64_t posted = 0;     // number of operations that the rank has called on the window
    std::uint64_t unapplied = 0;  // number of these operations that have not been applied
    std::vector<Rank> start_group;
    std::vector<Rank> post_group;
    // `fences_began_in` has the step in which each fence of the rank began. `handled` has the request packets of this
    // epoch that targets have handled. Both lists are filled only in explorations (causality.h).
    std::vector<std::uint32_t> fences_began_in;
    struct Handled {
        Rank target;
        std::uint32_t step;
        PacketType type;
    };
    std::vector<Handled> handled;
};

class Epochs {
public:
    Epochs(const CheckerContext& context, Pairs& pairs, Findings& findings);

    void follow(const Causality* causality) { causality_ = causality; }

    Access& at(Rank rank, WindowId window) { return accesses_.at(rank, window); }
    // Begins to record the epochs of a window that the ranks `members` create during the run.
    void window_created(WindowId window, const std::vector<Rank>& members);

    // ---- Functions that are called when an MPI call begins or returns.
    void fence_began(Rank rank, WindowId window);
    void fence_returned(Rank rank, WindowId window, Assert asserts);
    void post_began(Rank rank, WindowId window, const std::vector<Rank>& group);
    void start_began(Rank rank, WindowId window, const std::vector<Rank>& group);
    void complete_began(Rank rank, WindowId window);
    void complete_returned(Rank rank, WindowId window);
    void lock_began(Rank rank, WindowId window, Rank target, LockType type, Assert asserts);
    void unlock_returned(Rank rank, WindowId window, Rank target);
    void lock_all_began(Rank rank, WindowId window, Assert asserts);
    void unlock_all_returned(Rank rank, WindowId window);
    // Checks, when WAIT returns or TEST returns true, that every origin of the exposure epoch has called COMPLETE.
    void exposure_ended(Rank rank, WindowId window);

    // ---- Functions that are called for packets and operations.

    // Checks that the access epoch of `origin` is open when `packet` is handled. The packet is a request of `origin`,
    // or the reply of `target` to a request.
    void delivered(Rank origin, Rank target, const Packet& packet);
    // The range of epochs to which an operation may belong. Epochs are numbered from the beginning of the run. The
    // operation must not be applied before epoch `first` is open. It must be applied before epoch `last` is closed.
    struct Span {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    // Returns the range of epochs to which an operation may belong if the origin calls the operation in the current
    // state.
    Span span(const Access& access, const Pair& pair) const;
    // Checks that the target's epoch is open when an operation is applied to the target's memory. `mode` is the kind of
    // access epoch in which the operation was called.
    void applied(const Pair& pair, Mode mode, Span span);
    bool nocheck(const Access& access, const Pair& pair) const {
        return access.mode == Mode::lock_all ? access.nocheck : pair.nocheck;
    }

    void reset();

private:
    struct FenceFront {
        std::uint32_t lowest = 0;  // the number of fences that every rank has begun
        Rank at_lowest = 0;        // the number of ranks that have begun exactly `lowest` fences
        Rank members = 0;
    };
    // Returns the FenceFront of the rank's window: how many fences its ranks have begun. Windows of different
    // communicators may have the same number, but each has a FenceFront of its own.
    FenceFront& front_of(Rank rank, WindowId window) { return fences_[front_of_.at(rank, window)]; }
    const FenceFront& front_of(Rank rank, WindowId window) const { return fences_[front_of_.at(rank, window)]; }
    void make_fronts();

    bool has_begun(Rank rank, std::uint32_t fence, WindowId window) const;
    bool all_have_begun(Rank rank, std::uint32_t fence, WindowId window) const;
    bool node_has_begun(Rank rank, std::uint32_t fence, WindowId window) const;
    void require_fence_of_target(const Pair& pair, std::uint32_t fence);
    void require_handled(Rank origin, WindowId window, Rank target);
    void too_late(Rank origin, WindowId window, Rank target, PacketType type, bool under_lock);

    const CheckerContext& context_;
    CheckedRules rules_;
    Pairs& pairs_;
    Findings& findings_;
    const Causality* causality_ = nullptr;
    ByWindow<Access> accesses_;
    std::vector<FenceFront> fences_{};  // one for each pair of window and communicator
    ByWindow<std::uint32_t> front_of_;  // index in `fences_`
};

}  // namespace rmasim::sim::check
