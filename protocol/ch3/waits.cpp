#include "protocol/ch3/waits.h"

#include "protocol/base/call_table.h"
#include "protocol/ch3/faults.h"
#include "protocol/parts/groups/awaited_parts.h"

namespace rmasim::ch3 {

namespace {

void add_ibarrier(AwaitedRanks& awaited, const Window& window) {
    add_barrier(awaited, window.ibarrier, window.oldest_ibarrier(), window.id, window.group().group());
}

// Adds the ranks whose packets the window awaits before it is granted.
void add_of_window(AwaitedRanks& awaited, const Window& window) {
    if (window.state == WindowState::pscw_issued) add_missing(awaited, window.posts, Awaited::post, window.id);
    const bool of_fence = window.state == WindowState::fence_issued || window.state == WindowState::pscw_issued;
    if (of_fence && window.ibarriers_pending > 0) add_ibarrier(awaited, window);
    for (const Rank rank : window.granting) awaited.add(rank, Awaited::lock_granted, window.id);
}

void add_of_target(AwaitedRanks& awaited, const Window& window, const TargetElement& target) {
    if (target.state == TargetState::lock_issued) {
        const bool rode = target.first != nullptr && has(target.first->sent_flags, flag::any_lock);
        awaited.add(target.rank, rode ? Awaited::operations : Awaited::lock_granted, window.id);
    } else if (target.responses > 0) {
        awaited.add(target.rank, Awaited::operations, window.id);
    } else if (target.acks > 0) {
        awaited.add(target.rank, Awaited::acknowledgements, window.id);
    }
}

// Adds the ranks that WIN_FREE waits for before its barrier.
void add_of_own_window(AwaitedRanks& awaited, const Window& window) {
    for (const Rank rank : window.lock.holders()) awaited.add(rank, Awaited::complete, window.id);
    if (window.ibarriers_pending > 0) add_ibarrier(awaited, window);
    awaited.others = window.at_counter > 0;
}

void add_collective(AwaitedRanks& awaited, const EngineState& engine, const Window& window, Awaited what) {
    const RareParts& rare = *window.rare_if_any();
    if (what == Awaited::reduction) {
        const Rank sender = window.group().member(rare.reduce_scatter.step().receive_from);
        awaited.add(sender, Awaited::reduction, window.id);
        return;
    }
    const Barrier& node = rare.node_barrier;
    if (window.shared && !node.completed(node.entered())) {
        const Rank sender = node_member(engine, window, node.missing_from(node.entered()));
        awaited.add(sender, Awaited::barrier, window.id);
        return;
    }
    add_barrier(awaited, rare.barrier, window.id, window.group().group());
}

// Adds the targets with missing responses in all windows: responses are counted by process, not by window.
void add_responses(AwaitedRanks& awaited, const EngineState& engine) {
    for (const Window& window : engine.windows) {
        window.table.for_each([&](const TargetElement& target) {
            if (target.responses > 0) awaited.add(target.rank, Awaited::operations, window.id);
        });
    }
}

}  // namespace

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason) {
    AwaitedRanks awaited;
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::barrier || reason.awaited == Awaited::reduction) {
        add_collective(awaited, engine, window, reason.awaited);
    } else if (reason.awaited == Awaited::post) {
        add_missing(awaited, window.posts, Awaited::post, window.id);
        if (reason.call == Call::complete && window.ibarriers_pending > 0) add_ibarrier(awaited, window);
    } else if (reason.call == Call::win_free && reason.awaited == Awaited::complete) {
        add_of_own_window(awaited, window);
    } else if (reason.awaited == Awaited::complete) {
        for (const Rank origin : window.completing) awaited.add(origin, Awaited::complete, window.id);
        awaited.others = window.completing.empty();  // a fence counts origins, and names none
    } else if (awaits_responses(reason)) {
        add_responses(awaited, engine);
    } else if (reason.call == Call::lock && reason.target == engine.rank) {
        awaited.add(engine.rank, Awaited::lock_granted, window.id);
    } else {
        add_of_window(awaited, window);
        window.table.for_each([&](const TargetElement& target) {
            if (reason.target == no_rank || reason.target == target.rank) add_of_target(awaited, window, target);
        });
    }
    return awaited;
}

namespace {

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
    const AwaitedRanks awaited = ranks_awaited(engine, reason);
    if (reason.awaited == Awaited::complete && window.sync_requests() == 0) return origins_text(window, awaited);
    const std::string whom = from_text(awaited);
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

std::string text_of_wait(const EngineState& engine, const WaitReason& reason) {
    const std::string text = what_is_awaited(engine, engine.windows[reason.window], reason);
    const std::string fault = fault_behind(engine, reason);
    return fault.empty() ? text : text + "; " + fault;
}

}  // namespace rmasim::ch3
