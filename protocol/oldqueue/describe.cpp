#include "protocol/oldqueue/describe.h"

#include "protocol/oldqueue/awaited.h"

namespace rmasim::oldqueue {

namespace {

std::string own_lock_text(const WindowLock& lock) {
    if (lock.exclusive_holder() != no_rank) {
        return "the lock of its own window, held by rank " + std::to_string(lock.exclusive_holder());
    }
    if (lock.is_free()) return "the lock of its own window, queued after an older exclusive request";
    return "the lock of its own window, shared by " + std::to_string(lock.shared_holders().size()) + " ranks";
}

}  // namespace

std::string describe(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return engine.two_sided.describe(reason);
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::barrier) {
        return barrier_text(*window.barrier, window.barrier->entered(), window.communicator);
    }
    if (reason.awaited == Awaited::lock_granted) return own_lock_text(window.lock);
    const AwaitedRanks awaited = awaited_ranks(engine, reason);
    const std::string whom = awaited.text();
    const bool all_counted = !awaited.ranks.empty() && awaited.ranks.front().what == Awaited::operations;
    if (awaited.others) return "operations that other ranks have announced";
    if (reason.awaited == Awaited::op_counts && all_counted) return "the data of operations of " + whom;
    if (reason.awaited != Awaited::operations) return std::string(name_of(reason.awaited)) + " from " + whom;
    if (reason.call == Call::wait) return "the data of operations of " + whom;
    return "completion of operations at " + whom;
}

}  // namespace rmasim::oldqueue
