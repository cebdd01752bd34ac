// The state of one window at one process.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/parts/barrier.h"
#include "protocol/synccount/packets.h"
#include "protocol/synccount/target.h"

#include <memory>

namespace rmasim::synccount {

// Counts of events of a window's counters at one process, for reports.
struct CounterUse {
    std::uint64_t allocated = 0;
    std::uint64_t sent = 0;     // signals that this process has sent
    std::uint64_t applied = 0;  // signals that have lowered a counter of this process
    std::uint64_t resets = 0;   // resets by START or `restart`
    std::uint64_t lost = 0;     // signals that a reset or an INIT has overwritten
    std::uint64_t vacuous = 0;  // sent signals of a request that has modes but covered no operation
    std::uint64_t negative = 0;
    std::int64_t lowest = 0;
};

// A WIN_CHANGE_COMM that has not returned.
struct GroupChange {
    std::unique_ptr<Barrier> barrier;  // null until this process has the sizes
    Sizes sizes;
};

// Sentinel for `disp_unit`: this process has not created the window. Other processes may have created it.
inline constexpr std::uint32_t not_created = 0;

struct Window {
    Window(WindowId id, std::uint32_t disp_unit, Rank ranks, bool member, bool of_all)
        : id(id), disp_unit(disp_unit), ranks(ranks), member(member), of_all(of_all) {}

    WindowId id;
    std::uint32_t disp_unit;  // bytes; of this process's window segment
    Rank ranks;   // number of ranks of the group that have the window, from communicator rank 0 on; valid if `member`
    bool member;  // this process has the window
    bool of_all;  // the group is all processes; false: a communicator
    TargetList targets;
    CounterUse use;
    std::unique_ptr<GroupChange> change;  // null outside WIN_CHANGE_COMM
    std::unique_ptr<const Packet> info;   // WIN_INFO that no call has taken; null: none
    std::vector<Packet> early;            // BARRIERs of a WIN_CHANGE_COMM that this process has not begun

    std::size_t bytes() const {
        return targets.bytes() + early.capacity() * sizeof(Packet) + (info ? sizeof(Packet) : 0) +
               (change ? sizeof(GroupChange) + sizeof(Barrier) : 0);
    }
};

}  // namespace rmasim::synccount
