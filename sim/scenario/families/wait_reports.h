// The state of a family's processes for reports on runs that cannot finish: state of other processes than the waiting
// one, and lost packets.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/process.h"

#include <vector>

namespace rmasim::sim {

// A request for a window's lock that waits at the target, because the lock is not free.
struct LockRequestAtTarget {
    Rank origin = no_rank;
    LockType type = LockType::shared;
    // True for a shared request that may overtake exclusive requests while others share the lock.
    bool overtakes = false;
};

// The state of a window's lock at the target.
struct LockAtTarget {
    WindowId window = 0;
    Rank exclusive_holder = no_rank;
    std::vector<Rank> holders;                  // the exclusive holder, or all shared holders
    std::vector<LockRequestAtTarget> requests;  // the waiting requests, in order of arrival
};

// A rank's requests for a counter of another rank, each of which signals the counter when it completes (synccount):
// none, at least one that is started, or only such that are not started.
enum class Signaller : std::uint8_t { none, started, not_started };

// A rank's node in the tree through which COMPLETE reaches the target of an exposure epoch.
struct TreeNode {
    WindowId window = 0;
    Rank root = no_rank;
    Rank parent = no_rank;
    std::uint32_t completes_due = 0;  // number of COMPLETEs that the children and the rank itself have not sent yet
    bool owes_own = false;            // True if the rank itself has not sent its COMPLETE yet.
};

// A lost packet and a wait that its loss may explain.
struct SuspectedLoss {
    const Packet& packet;
    Rank rank;  // the rank that waits
    const AwaitedRank& awaited;

    // True if the awaited rank sent the packet to the waiting rank.
    bool to_waiter() const { return packet.target == rank && packet.source == awaited.rank; }
    // True if the waiting rank sent the packet to the awaited rank.
    bool from_waiter() const { return packet.source == rank && packet.target == awaited.rank; }
};

// Reads the state of one family's processes for reports. The defaults are for a family without locks and trees. A
// process must be one of the family's.
class WaitReports {
public:
    virtual ~WaitReports() = default;
    // True if `rank` waits because the packet `lost` was lost. The rank waits for this packet, or for an answer that
    // the receiver of `lost` would have sent.
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const;

    // The locks of the target's windows for which requests wait.
    virtual std::vector<LockAtTarget> locks_awaited(const Process& /*target*/) const { return {}; }
    // The ranks that must send data before the target executes further accumulates.
    virtual std::vector<Rank> data_awaited(const Process& /*target*/) const { return {}; }
    // The nodes of the process in the trees through which COMPLETEs reach their targets.
    virtual std::vector<TreeNode> tree_nodes(const Process&) const { return {}; }
    // The rank from which a barrier of the window still needs a message, if that barrier proceeds outside of the
    // process's calls. no_rank if there is no such barrier, or if no message is missing.
    virtual Rank awaited_in_background(const Process&, WindowId) const { return no_rank; }
    // The state of the requests of `other` that signal the counter for which `waiter` waits (Awaited::counter).
    virtual Signaller signaller(const Process& /*other*/, const Process& /*waiter*/, const WaitReason&) const {
        return Signaller::none;
    }

protected:
    // `waits_because_of_loss` for waits other than those for messages and collective calls.
    virtual bool loss_explains(const SuspectedLoss& lost) const = 0;
};

}  // namespace rmasim::sim
