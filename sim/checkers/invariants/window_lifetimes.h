// The invariants of the lifetimes of windows. At each rank, a lifetime lasts from the rank's WIN_CREATE to its
// WIN_FREE. When WIN_FREE returns at a rank:
//
//  - Every packet of the window that was sent to the rank has arrived, and no later packet to the rank belongs to this
//    lifetime. The number of lifetimes that have ended at the sender identifies the lifetime of a packet. (A BARRIER of
//    the next WIN_CREATE may arrive before this WIN_FREE returns. The checker only counts packets, so the order of two
//    BARRIERs does not matter.)
//  - The window's elements at the rank have been returned to their pools. locks.h checks that no rank holds its lock.
#pragma once

#include "protocol/base/packet.h"
#include "sim/checkers/invariants/checker_context.h"
#include "sim/checkers/findings/violation.h"
#include "sim/programs/by_window.h"

#include <vector>

namespace rmasim::sim::check {

class WindowLifetimes {
public:
    WindowLifetimes(const CheckerContext& context, Findings& findings);

    void sent(const Packet& packet);
    void delivered(const Packet& packet);
    void element_taken(Rank rank, WindowId window) { ++at(rank, window).elements; }
    void element_freed(Rank rank, WindowId window) { --at(rank, window).elements; }
    // Begins the lifetime of a window that is created during the run. `life` is the number of the lifetime. It must be
    // greater than the numbers of all earlier lifetimes of this window number.
    void window_created(WindowId window, std::uint32_t life, const std::vector<Rank>& members);
    // Must be called when WIN_FREE returns at `rank`. Checks that no packet of the window is in flight to the rank, and
    // that no pool element of the window is in use at the rank.
    void freed(Rank rank, WindowId window);
    void reset();

private:
    struct Life {
        // The number of lifetimes that have ended. For a window that was created during the run, the number of its
        // lifetime.
        std::uint32_t ended = 0;
        std::int64_t due = 0;       // number of packets to the rank sent in this lifetime and not yet delivered
        std::int64_t early = 0;     // number of packets to the rank that their senders sent in the next lifetime
        std::int64_t elements = 0;  // number of elements of the window that are in use, in both pool levels
    };
    Life& at(Rank rank, WindowId window) { return lifetimes_.at(rank, window); }

    const CheckerContext& context_;
    Findings& findings_;
    ByWindow<Life> lifetimes_;
};

}  // namespace rmasim::sim::check
