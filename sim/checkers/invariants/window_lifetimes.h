// Windows begin and end by WIN_CREATE and WIN_FREE, at each rank by its own calls. Nothing outlives a window:
//
//  - When WIN_FREE returns at a rank, every packet of the window that was sent to it has arrived, and none is sent to
//    it that belongs to the life that has ended: the number of its lives tells which a packet belongs to. (A BARRIER of
//    the next WIN_CREATE may come early. BARRIERs are counted, so it does not matter which of two comes first.)
//  - Its elements are back in their pools, and no rank holds its lock.
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
    // A window that comes: its life has this number, which is greater than those of all before.
    void came(WindowId window, std::uint32_t life, const std::vector<Rank>& members);
    // WIN_FREE has returned.
    void freed(Rank rank, WindowId window);
    void reset();

private:
    struct Life {
        std::uint32_t ended = 0;    // how many; of windows that come, the number of this life
        std::int64_t due = 0;       // packets sent to the rank in this life, and not yet delivered
        std::int64_t early = 0;     // packets sent to it by ranks that are in their next life
        std::int64_t elements = 0;  // in use for the window, of both pool levels
    };
    Life& at(Rank rank, WindowId window) { return lifetimes_.at(rank, window); }

    const CheckerContext& context_;
    Findings& findings_;
    ByWindow<Life> lifetimes_;
};

}  // namespace rmasim::sim::check
