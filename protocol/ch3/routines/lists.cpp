#include "protocol/ch3/routines/lists.h"

namespace rmasim::ch3 {

void append(Window& window, TargetElement& target, OperationElement& op) {
    if (target.first == nullptr) ++window.pending_targets;
    (target.first == nullptr ? target.first : target.last->next) = &op;
    target.last = &op;
    op.next = nullptr;
}

void remove_first(Window& window, TargetElement& target) {
    target.first = target.first->next;
    if (target.first != nullptr) return;
    target.last = nullptr;
    --window.pending_targets;
    if (window.pending_targets == 0) window.active = false;
}

void release_held(Window& window, TargetElement& target) {
    if (target.held == nullptr) return;
    append(window, target, *target.held);
    target.held = nullptr;
}

void grant_window(EngineState& engine, Window& window, WindowState state) {
    set_state(engine, window, state);
    if (window.pending_targets > 0) activate(engine, window);
}

bool is_locally_complete(const Window& window, const TargetElement& target) {
    if (window.state == WindowState::fence_issued || window.state == WindowState::pscw_issued ||
        window.state == WindowState::lock_all_issued) {
        return false;
    }
    if (target.state == TargetState::lock_called || target.state == TargetState::lock_issued) return false;
    return target.first == nullptr && target.held == nullptr && target.responses == 0;
}

bool is_remotely_complete(const Window& window, const TargetElement& target) {
    return target.acks == 0 && target.unflushed == 0 && target.sync == Sync::none &&
           is_locally_complete(window, target);
}

bool all_locally_complete(const Window& window) {
    if (window.pending_targets > 0) return false;
    return window.table.all_of([&window](const TargetElement& t) { return is_locally_complete(window, t); });
}

bool all_remotely_complete(const Window& window) {
    if (window.pending_targets > 0 || window.acks > 0) return false;
    return window.table.all_of([&window](const TargetElement& t) { return is_remotely_complete(window, t); });
}

}  // namespace rmasim::ch3
