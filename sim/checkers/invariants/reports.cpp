// The checker's handlers of the events that the protocol's code reports.
#include "sim/checkers/invariants/checker.h"

namespace rmasim::sim::check {

void Checker::exposure_ended(Rank rank, WindowId window) {
    epochs_.exposure_ended(rank, window);
    operations_.require_exposed(rank, window);
}

void Checker::element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    elements_.taken(rank, window, kind, level);
    lifetimes_.element_taken(rank, window);
}

void Checker::element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    elements_.freed(rank, window, kind, level);
    lifetimes_.element_freed(rank, window);
}

void Checker::op_posted(Rank rank, OpId op, const Operation& operation) {
    ++checked_.operations;
    operations_.posted(rank, op, operation);
    reach_.posted(rank, op, operation);
}

void Checker::op_issued(Rank rank, OpId op, Rank target) {
    if (target == rank) operations_.issued_here(rank, op);
}

void Checker::op_completed(Rank rank, OpId op, Rank) {
    operations_.completed(rank, op);
    reach_.completed(rank, op);
}

void Checker::request_stepped(Rank rank, RequestId id, RequestStep step, WindowId window, Rank target, unsigned modes) {
    signals_.request_stepped(rank, id, step, window, target, modes, known_operations(rank, window));
}

void Checker::op_applied(Rank rank, const Packet& packet) {
    if (const Posted* const posted = operations_.applied(rank, packet)) {
        epochs_.applied(pairs_.at(packet.source, rank, packet.window), posted->mode, posted->epochs);
        locks_.applied(packet.source, rank, packet.window, posted->mode, posted->nocheck);
    }
    reach_.accessed(rank, packet.window);
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
}

void Checker::lock_granted(Rank rank, WindowId window, Rank origin, LockType type) {
    ++checked_.lock_grants;
    locks_.granted(rank, window, origin, type);
}

void Checker::lock_data_dropped(Rank rank, WindowId window, Rank origin) {
    operations_.dropped(rank, window, origin);
    locks_.dropped(rank, window, origin);
}

}  // namespace rmasim::sim::check
