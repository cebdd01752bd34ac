// The checker's handlers of the core's reports. Each handler records the report and forwards it.
#include "sim/checkers/invariants/checker.h"

namespace rmasim::sim::check {

void Checker::exposure_ended(Rank rank, WindowId window) {
    epochs_.exposure_ended(rank, window);
    operations_.require_exposed(rank, window);
    next_.exposure_ended(rank, window);
}

void Checker::window_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    next_.window_state(rank, window, from, to);
}

void Checker::exposure_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    next_.exposure_state(rank, window, from, to);
}

void Checker::target_created(Rank rank, WindowId window, Rank target, std::string_view state) {
    next_.target_created(rank, window, target, state);
}

void Checker::target_state(Rank rank, WindowId window, Rank target, std::string_view from, std::string_view to) {
    next_.target_state(rank, window, target, from, to);
}

void Checker::target_freed(Rank rank, WindowId window, Rank target) { next_.target_freed(rank, window, target); }

void Checker::element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    elements_.taken(rank, window, kind, level);
    lifetimes_.element_taken(rank, window);
    next_.element_taken(rank, window, kind, level);
}

void Checker::element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    elements_.freed(rank, window, kind, level);
    lifetimes_.element_freed(rank, window);
    next_.element_freed(rank, window, kind, level);
}

void Checker::element_exhausted(Rank rank, WindowId window, ElementKind kind) {
    next_.element_exhausted(rank, window, kind);
}

void Checker::table_searched(Rank rank, WindowId window, std::uint32_t steps) {
    next_.table_searched(rank, window, steps);
}

void Checker::table_walked(Rank rank, WindowId window, std::size_t slots) { next_.table_walked(rank, window, slots); }

void Checker::target_restored(Rank rank, WindowId window, Rank target, WindowId needed_by) {
    next_.target_restored(rank, window, target, needed_by);
}

void Checker::target_made_again(Rank rank, WindowId window, Rank target) {
    next_.target_made_again(rank, window, target);
}

void Checker::fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by) {
    next_.fall_back_began(rank, window, call, needed_by);
}

void Checker::fall_back_ended(Rank rank, WindowId window) { next_.fall_back_ended(rank, window); }

void Checker::request_queued(Rank rank, const Packet& packet) {
    locks_.request_queued(packet);
    next_.request_queued(rank, packet);
}
void Checker::request_passed_over(Rank rank, const Packet& packet) { next_.request_passed_over(rank, packet); }
void Checker::request_left(Rank rank, const Packet& packet) {
    locks_.request_left(packet);
    next_.request_left(rank, packet);
}

void Checker::queue_searched(Rank rank, std::uint32_t rounds, std::uint32_t requests) {
    next_.queue_searched(rank, rounds, requests);
}

void Checker::op_posted(Rank rank, OpId op, const Operation& operation) {
    ++checked_.operations;
    operations_.posted(rank, op, operation);
    reach_.posted(rank, op, operation);
    next_.op_posted(rank, op, operation);
}

void Checker::op_issued(Rank rank, OpId op, Rank target) {
    if (target == rank) operations_.issued_here(rank, op);
    next_.op_issued(rank, op, target);
}

void Checker::op_completed(Rank rank, OpId op, Rank target) {
    operations_.completed(rank, op);
    reach_.completed(rank, op);
    next_.op_completed(rank, op, target);
}

void Checker::counter_changed(const CounterChange& change) {
    signals_.counter_changed(change);
    next_.counter_changed(change);
}

void Checker::request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target, unsigned modes) {
    signals_.request_stepped(rank, id, step, window, target, modes, known_operations(rank, window));
    next_.request_stepped(rank, id, step, window, target, modes);
}

void Checker::op_applied(Rank rank, const Packet& packet) {
    if (const Posted* const posted = operations_.applied(rank, packet)) {
        epochs_.applied(pairs_.at(packet.source, rank, packet.window), posted->mode, posted->epochs);
        locks_.applied(packet.source, rank, packet.window, posted->mode, posted->nocheck);
    }
    reach_.accessed(rank, packet.window);
    next_.op_applied(rank, packet);
}

void Checker::op_local(Rank rank, const Operation& operation) {
    ++checked_.operations;
    const Access& access = epochs_.at(rank, operation.window);
    const Pair& pair = pairs_.at(rank, operation.target, operation.window);
    const Posted* const queued = operation.target == rank ? operations_.applied_here(rank, operation) : nullptr;
    epochs_.applied(pair, access.mode, queued != nullptr ? queued->epochs : epochs_.span(access, pair));
    locks_.applied(rank, operation.target, operation.window, access.mode, epochs_.nocheck(access, pair));
    if (operation.target == rank) reach_.accessed(rank, operation.window);
    if (operation.kind == OpKind::get) reach_.got(rank, operation);
    next_.op_local(rank, operation);
}

void Checker::mem_sync(Rank rank, MemSync sync_point) { next_.mem_sync(rank, sync_point); }

void Checker::cache_flushed(Rank rank, WindowId window, std::uint32_t lines) {
    next_.cache_flushed(rank, window, lines);
}

void Checker::cache_invalidated(Rank rank, WindowId window, std::uint32_t lines) {
    next_.cache_invalidated(rank, window, lines);
}

void Checker::lock_queued(Rank rank, WindowId window, Rank origin, LockType type) {
    locks_.queued(rank, window, origin, type);
    next_.lock_queued(rank, window, origin, type);
}

void Checker::lock_granted(Rank rank, WindowId window, Rank origin, LockType type) {
    ++checked_.lock_grants;
    locks_.granted(rank, window, origin, type);
    next_.lock_granted(rank, window, origin, type);
}

void Checker::lock_released(Rank rank, WindowId window, Rank origin) {
    locks_.released(rank, window, origin);
    next_.lock_released(rank, window, origin);
}

void Checker::unlock_without_lock(Rank rank, WindowId window, Rank origin) {
    next_.unlock_without_lock(rank, window, origin);
}

void Checker::lock_data_dropped(Rank rank, WindowId window, Rank origin) {
    operations_.dropped(rank, window, origin);
    locks_.dropped(rank, window, origin);
    next_.lock_data_dropped(rank, window, origin);
}

}  // namespace rmasim::sim::check
