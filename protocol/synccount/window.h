// The state of one window at one process.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/parts/collectives/barrier.h"
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
    // The processes that take part: first the members of the new group, in the order of that group, then the processes
    // that leave the window, in the order of the old group. Null until a new member has received WIN_INFO.
    std::unique_ptr<const RankGroup> participants;
    std::unique_ptr<const GroupTable> table;  // of `participants`; null if no table is needed
    std::unique_ptr<Barrier> barrier;         // of `participants`; null as long as `participants` is null
    ChangeName names;
};

// Sentinel for `disp_unit`: this process has not created the window. Other processes may have created it.
inline constexpr std::uint32_t not_created = 0;

struct Window {
    // `size`: the number of ranks of `group` that have the window.
    Window(WindowId id, std::uint32_t disp_unit, const RankGroup* group, Rank size, Rank rank)
        : id(id), member(group == nullptr ? rank < size : group->prefix(size).contains(rank)), disp_unit(disp_unit),
          group(group), ranks(size) {}

    WindowId id;
    bool member;                // this process has the window
    std::uint32_t disp_unit;    // bytes; of this process's window segment
    const RankGroup* group;     // the present communicator; null for all processes
    Rank ranks;                 // the first `ranks` ranks of `group` have the window; valid if `member`
    std::uint32_t changes = 0;  // number of the members' next WIN_CHANGE_COMM; valid if `member`
    TargetList targets;
    CounterUse use;
    std::unique_ptr<GroupChange> change;  // null outside WIN_CHANGE_COMM
    std::unique_ptr<const Packet> info;   // a WIN_INFO that no call has processed, or null
    std::vector<Packet> early;            // BARRIERs of a WIN_CHANGE_COMM that this process has not begun

    std::size_t bytes() const {
        return targets.bytes() + early.capacity() * sizeof(Packet) + (info ? sizeof(Packet) : 0) +
               (change ? sizeof(GroupChange) + sizeof(Barrier) : 0);
    }
};

}  // namespace rmasim::synccount
