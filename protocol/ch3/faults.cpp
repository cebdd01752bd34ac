#include "protocol/ch3/faults.h"

#include "protocol/base/call_table.h"
#include "protocol/ch3/routines/lists.h"

namespace rmasim::ch3 {

namespace {

// If more lock requests are sent again after DISCARDED, this counts as an endless loop.
constexpr std::uint32_t max_repeated = 1000;

constexpr std::string_view own_discarded_text =
    "the rank's request for its own lock found no free entry in the lock queue, and is never sent again (cause 4)";

std::string target_text(const TargetElement& target) { return "target " + std::to_string(target.rank); }

// Describes cause 1: the hook visits only active windows, and only listed operations make a window active.
std::string inactive_text(const Window& window, const TargetElement& target) {
    const bool may_issue = target.state != TargetState::lock_issued;
    if (!window.ready() || window.active || !may_issue || target.first != nullptr) return {};
    if (target.held != nullptr) {
        return "the held operation of " + target_text(target) +
               " does not make the window active, so the operation is never issued (cause 1)";
    }
    if (target.sync == Sync::none || target.sync == Sync::flush_local) return {};
    return "the issue list of " + target_text(target) +
           " is empty, so the window is not active, and FLUSH is never sent to this target (cause 1)";
}

// True if the call waits for remote completion while other threads can issue operations to its target.
bool awaits_remote_completion(const WaitReason& reason) {
    const CallDescription& call = description_of(reason.call);
    const bool flushes = call.kind == CallClass::flush && call.guarantee == Guarantee::applied;
    return flushes || reason.awaited == Awaited::target_element;
}

std::string text_of_other_thread(const Window& window, const TargetElement& target) {
    if (target.sync >= Sync::flush) return {};
    if (target.unflushed > 0) {
        return "the call that flushes " + target_text(target) +
               " executed CHECK only once, so no FLUSH follows the operations that another thread issued later (cause "
               "9)";
    }
    if (target.sync == Sync::none || target.acks > 0 || !is_locally_complete(window, target)) return {};
    return "after FLUSH was sent to " + target_text(target) +
           ", another thread set FLUSH_LOCAL for this target, which is never reset: remote completion is never "
           "detected (cause 13)";
}

std::string fault_of(const EngineState& engine, const Window& window, const TargetElement& target,
                     const WaitReason& reason) {
    if (target.answer_misread && target.state == TargetState::lock_issued) {
        return "the answer of " + target_text(target) +
               " to a lock request was counted as one of the window's own grants: the target stays LOCK_ISSUED (cause "
               "2)";
    }
    if (target.sent_again && target.acks > 0) {
        return "the ACK of " + target_text(target) +
               " was counted twice, because an operation with LOCK was sent twice: the second ACK never arrives (cause "
               "3)";
    }
    if (target.state == TargetState::lock_called && target.request_discarded) {
        if (target.rank == engine.rank) return std::string(own_discarded_text);
        return "the lock request to " + target_text(target) + " was discarded, and is never sent again (cause 4)";
    }
    if (awaits_remote_completion(reason)) {
        if (std::string text = text_of_other_thread(window, target); !text.empty()) return text;
    }
    return inactive_text(window, target);
}

// Describes a fault of the window's lock, even if it blocks no call.
std::string fault_of_lock(const Window& window) {
    const WindowLock& lock = window.lock;
    if (window.forgot_nocheck) {
        return "NOCHECK was lost with the target's element, so UNLOCK is sent for a lock that was never acquired: this "
               "UNLOCK may release the lock of another rank, and no call waits for its arrival, not even WIN_FREE "
               "(cause 10)";
    }
    if (!window.life.present() && !lock.is_free()) {
        return "WIN_FREE checks the lock of its window before its BARRIER: a lock that is acquired during the BARRIER "
               "may outlive the window (cause 14)";
    }
    if (window.counted_foreign_grant) {
        return "a grant for an operation's lock request was counted as one of the window's own grants: the window is "
               "LOCK_ALL_GRANTED without the lock of one target, and operations are sent to this target (cause 2)";
    }
    if (lock.robbed()) {
        return "a rank that did not hold the window's lock has released the lock, because the target does not check "
               "the sender of UNLOCK (cause 10)";
    }
    if (!lock.forgot_holder()) return {};
    return "the target treated its lock as free while a rank held the lock: an exclusive lock may be granted at the "
           "same time (cause 8)";
}

std::string fault_of(const EngineState& engine, const Window& window) {
    if (window.state == WindowState::pscw_issued && window.sync_requests() == 0) {
        return "the last event that START waited for was the IBARRIER of an earlier fence, but only a POST makes the "
               "window PSCW_GRANTED (cause 5)";
    }
    if (window.state == WindowState::lock_all_issued && window.locks == 0) {
        return "the window became LOCK_ALL_ISSUED without sending a lock request, so no answer makes the window "
               "LOCK_ALL_GRANTED (cause 6)";
    }
    if (window.own_discarded) return std::string(own_discarded_text);
    if (engine.spins) {
        return "no operation element is free, none of this window's targets has operations, and the call searches for "
               "an element forever without making progress (cause 7)";
    }
    return {};
}

}  // namespace

bool awaits_responses(const WaitReason& reason) {
    return is_operation(reason.call) && reason.awaited == Awaited::operations;
}

std::string fault_behind(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return {};
    if (reason.call == Call::none && reason.target != no_rank) return {};
    const Window& window = engine.windows[reason.window];
    if (reason.call == Call::none && window.decremented_twice) {
        return "DECR_AT was sent twice, because CHECK was executed again inside ISSUE while DECR_AT was still "
               "requested (cause 11)";
    }
    if (reason.call == Call::none && window.asked_again > max_repeated) {
        return "a discarded lock request is sent again at once, and is discarded again: this may repeat forever "
               "(cause 12)";
    }
    if (reason.call == Call::none) return fault_of_lock(window);
    if (awaits_responses(reason)) return {};
    std::string found = fault_of(engine, window);
    window.table.all_of([&](TargetElement& target) {
        const bool concerned = reason.target == no_rank || reason.target == target.rank;
        if (found.empty() && concerned) found = fault_of(engine, window, target, reason);
        return found.empty();
    });
    return found;
}

}  // namespace rmasim::ch3
