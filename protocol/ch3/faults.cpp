#include "protocol/ch3/faults.h"

#include "protocol/ch3/awaited.h"
#include "protocol/ch3/routines/lists.h"

namespace rmasim::ch3 {

namespace {

// If more lock requests are sent again after DISCARDED, this counts as an endless loop.
constexpr std::uint32_t max_repeated = 1000;

constexpr std::string_view own_discarded_text =
    "the request for the own lock found no entry in the queue, and is not repeated (cause 4)";

std::string target_text(const TargetElement& target) { return "target " + std::to_string(target.rank); }

// Describes cause 1: the hook visits only active windows, and only listed operations make a window active.
std::string inactive_text(const Window& window, const TargetElement& target) {
    const bool may_issue = target.state != TargetState::lock_issued;
    if (!window.ready() || window.active || !may_issue || target.first != nullptr) return {};
    if (target.held != nullptr) {
        return "the held operation of " + target_text(target) + " is not counted as active: nobody issues it (cause 1)";
    }
    if (target.sync == Sync::none || target.sync == Sync::flush_local) return {};
    return "with nothing listed for " + target_text(target) +
           " the window is not active: nobody sends its FLUSH (cause 1)";
}

// True if the call waits for remote completion while other threads can issue operations to its target.
bool awaits_remote_completion(const WaitReason& reason) {
    return reason.call == Call::flush || reason.call == Call::flush_all || reason.awaited == Awaited::target_element;
}

std::string text_of_other_thread(const Window& window, const TargetElement& target) {
    if (target.sync >= Sync::flush) return {};
    if (target.unflushed > 0) {
        return "the call that flushes " + target_text(target) +
               " checked only once: nobody asks for the ACK of what another thread posted meanwhile (cause 9)";
    }
    if (target.sync == Sync::none || target.acks > 0 || !is_locally_complete(window, target)) return {};
    return "after FLUSH had left for " + target_text(target) +
           ", a call of another thread set FLUSH_LOCAL, which is never reset: remote completion is never seen (cause "
           "13)";
}

std::string fault_of(const EngineState& engine, const Window& window, const TargetElement& target,
                     const WaitReason& reason) {
    if (target.answer_misread && target.state == TargetState::lock_issued) {
        return "the answer of " + target_text(target) +
               " to its lock request was taken for one of the window's grants: it stays LOCK_ISSUED (cause 2)";
    }
    if (target.sent_again && target.acks > 0) {
        return "the ACK of " + target_text(target) +
               " was counted twice, since its operation with LOCK was sent twice: one will never come (cause 3)";
    }
    if (target.state == TargetState::lock_called && target.request_discarded) {
        if (target.rank == engine.rank) return std::string(own_discarded_text);
        return "the lock request to " + target_text(target) + " was discarded, and nobody repeats it (cause 4)";
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
        return "NOCHECK was forgotten with its element, so UNLOCK is sent for a lock that was never taken: it may take "
               "another rank's, and nobody waits for it, not even WIN_FREE (cause 10)";
    }
    if (!window.life.present() && !lock.is_free()) {
        return "WIN_FREE looks at the lock of its window before its BARRIER: one that is taken afterwards may outlive "
               "the window (cause 14)";
    }
    if (window.counted_foreign_grant) {
        return "a grant for an operation's request was counted as one of the window's: it is LOCK_ALL_GRANTED while a "
               "target's lock is missing, and operations go there (cause 2)";
    }
    if (lock.robbed()) {
        return "a rank that did not hold the lock has released it: the target does not ask who holds it (cause 10)";
    }
    if (!lock.forgot_holder()) return {};
    return "passing on the lock began again with no lock, while one was held: an exclusive one may be granted beside "
           "it (cause 8)";
}

std::string fault_of(const EngineState& engine, const Window& window) {
    if (window.state == WindowState::pscw_issued && window.sync_requests() == 0) {
        return "the IBARRIER of an earlier fence was the last thing that START waited for, and only a POST makes the "
               "window PSCW_GRANTED (cause 5)";
    }
    if (window.state == WindowState::lock_all_issued && window.locks == 0) {
        return "the window became LOCK_ALL_ISSUED without asking anybody for a lock: no answer makes it "
               "LOCK_ALL_GRANTED (cause 6)";
    }
    if (window.own_discarded) return std::string(own_discarded_text);
    if (engine.spins) {
        return "no operation element is free, none of this window's targets has operations, and the call tries again "
               "for ever without making progress (cause 7)";
    }
    return {};
}

}  // namespace

std::string fault_behind(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return {};
    if (reason.call == Call::none && reason.target != no_rank) return {};
    const Window& window = engine.windows[reason.window];
    if (reason.call == Call::none && window.decremented_twice) {
        return "DECR_AT was sent twice: progress was made in the middle of ISSUE, and what is wanted stays wanted "
               "(cause 11)";
    }
    if (reason.call == Call::none && window.asked_again > max_repeated) {
        return "a lock is asked for again whenever the request is discarded, at once: nobody else may get on "
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
