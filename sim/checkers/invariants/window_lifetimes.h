// The lifetimes of windows, from WIN_CREATE to WIN_FREE, at each rank by its own calls. Nothing outlives a window:
//
//  - When WIN_FREE returns at a rank, every packet of the window that was sent to the rank has arrived. No later packet
//    to the rank belongs to the ended lifetime: the number of ended lifetimes identifies the one of a packet. (A
//    BARRIER of the next WIN_CREATE may arrive early. BARRIERs are counted, so the order of two BARRIERs does not
//    matter.)
//  - Its elements have been returned to their pools, and no rank holds its lock.
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
    // A window is created during the run. `life` is the number of its lifetime, which is greater than all earlier
    // numbers.
    void window_created(WindowId window, std::uint32_t life, const std::vector<Rank>& members);
    // WIN_FREE has returned at `rank`. Checks that no packet of the window is in flight to the rank, and that no
    // element is in use.
    void freed(Rank rank, WindowId window);
    void reset();

private:
    struct Life {
        std::uint32_t ended = 0;    // number of ended lifetimes; for windows created during the run, the number of this
                                    // one
        std::int64_t due = 0;       // packets sent to the rank in this lifetime and not yet delivered
        std::int64_t early = 0;     // packets to the rank, sent in the window's next lifetime
        std::int64_t elements = 0;  // elements in use for the window, of both pool levels
    };
    Life& at(Rank rank, WindowId window) { return lifetimes_.at(rank, window); }

    const CheckerContext& context_;
    Findings& findings_;
    ByWindow<Life> lifetimes_;
};

}  // namespace rmasim::sim::check
