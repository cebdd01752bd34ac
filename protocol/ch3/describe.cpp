#include "protocol/ch3/describe.h"

#include "protocol/ch3/awaited.h"
#include "protocol/ch3/faults.h"

namespace rmasim::ch3 {

namespace {

std::string text_of(const AwaitedRanks& awaited) {
    if (awaited.ranks.empty()) return {};
    return " from " + awaited.text();
}

std::string own_lock_text(const WindowLock& lock) {
    std::string text = "the lock of its own window, ";
    text += lock.is_exclusive() ? "held by" : "shared by";
    for (const Rank rank : lock.holders()) text += " rank " + std::to_string(rank);
    return text;
}

std::string element_text(const WaitReason& reason) {
    const std::string text = "a free " + std::string(name_of(reason.awaited));
    return reason.target == no_rank ? text
                                    : text + ", which target " + std::to_string(reason.target) + " has to give up";
}

// Returns the origins whose operations on the own window are not complete. Only POST names them (Window::completing).
std::string origins_text(const Window& window, const AwaitedRanks& awaited) {
    const std::string behind = " whose operations on its window are not complete";
    if (awaited.ranks.empty()) return "DECR_AT from " + std::to_string(window.at_counter) + " more origins" + behind;
    return "DECR_AT from " + awaited.text() + "," + behind;
}

std::string what_is_awaited(const EngineState& engine, const Window& window, const WaitReason& reason) {
    const bool only_own =
        window.granting.empty() || (window.granting.size() == 1 && window.granting.front() == engine.rank);
    if (reason.awaited == Awaited::lock_granted && reason.target == engine.rank && only_own) {
        return own_lock_text(window.lock);
    }
    if (reason.call == Call::win_free && reason.awaited == Awaited::complete && !window.lock.is_free()) {
        return "the release of " + own_lock_text(window.lock);
    }
    const AwaitedRanks awaited = awaited_ranks(engine, reason);
    if (reason.awaited == Awaited::complete && window.sync_requests() == 0) return origins_text(window, awaited);
    const std::string whom = text_of(awaited);
    switch (reason.awaited) {
        case Awaited::operation_element:
        case Awaited::target_element: return element_text(reason);
        case Awaited::operations: return "completion of operations" + whom;
        case Awaited::acknowledgements: return "ACK" + whom;
        case Awaited::lock_granted: return "GRANTED" + whom;
        default: return std::string(name_of(reason.awaited)) + whom;
    }
}

}  // namespace

std::string describe(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return engine.two_sided.describe(reason);
    const std::string text = what_is_awaited(engine, engine.windows[reason.window], reason);
    const std::string fault = fault_behind(engine, reason);
    return fault.empty() ? text : text + "; " + fault;
}

}  // namespace rmasim::ch3
