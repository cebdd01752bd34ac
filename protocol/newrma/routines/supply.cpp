#include "protocol/newrma/routines/supply.h"

namespace rmasim::newrma {

namespace {

PoolLevel give_back(PoolLevelCounter& local, PoolLevelCounter& global) {
    if (!local.full()) {
        local.give_back();
        return PoolLevel::local;
    }
    global.give_back();
    return PoolLevel::global;
}

}  // namespace

OperationElement* try_take_op(EngineState& engine, Window& window) {
    const auto level = take_element(window.local_ops, engine.global_ops);
    if (!level) {
        engine.world.observer.element_exhausted(engine.rank, window.id, ElementKind::operation);
        return nullptr;
    }
    engine.world.observer.element_taken(engine.rank, window.id, ElementKind::operation, *level);
    const OpId id = engine.ops.take();
    OperationElement& op = engine.ops[id];
    op.operation.number = id;
    return &op;
}

void free_op(EngineState& engine, Window& window, OperationElement& op) {
    const PoolLevel level = give_back(window.local_ops, engine.global_ops);
    engine.world.observer.element_freed(engine.rank, window.id, ElementKind::operation, level);
    if (op.rest != no_rest) engine.rests.give_back(op.rest);
    engine.ops.give_back(op.id(), op);
}

TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank, TargetState state) {
    const auto level = take_element(window.local_targets, engine.global_targets);
    if (!level) {
        engine.world.observer.element_exhausted(engine.rank, window.id, ElementKind::target);
        return nullptr;
    }
    engine.world.observer.element_taken(engine.rank, window.id, ElementKind::target, *level);
    require_transition(Call::none, TargetState::absent, state);
    const std::uint32_t index = engine.targets.take();
    TargetElement& target = engine.targets[index];
    target = TargetElement{};
    target.index = index;
    target.rank = rank;
    target.window = window.id;
    target.state = state;
    target.acks_asked = target.acknowledged = window.last_ack_id;
    window.table.insert(&target, comm_rank_of(engine, window, rank));
    engine.world.observer.target_created(engine.rank, window.id, rank, name_of(state));
    return &target;
}

void free_target(EngineState& engine, Window& window, TargetElement& target) {
    require_transition(Call::none, target.state, TargetState::absent);
    window.table.remove(&target, comm_rank_of(engine, window, target.rank));
    const PoolLevel level = give_back(window.local_targets, engine.global_targets);
    engine.world.observer.target_freed(engine.rank, window.id, target.rank);
    engine.world.observer.element_freed(engine.rank, window.id, ElementKind::target, level);
    engine.targets.give_back(target.index, target);
}

void free_idle_targets(EngineState& engine, Window& window) {
    for_each_target(engine, window, [&](TargetElement& target) {
        if (target.users == 0 && target.quiet() && !target.unproven) free_target(engine, window, target);
    });
}

void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size) {
    (kind == ElementKind::operation ? window.local_ops : window.local_targets).shrink_to(size);
}

void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size) {
    (kind == ElementKind::operation ? engine.global_ops : engine.global_targets).shrink_to(size);
}

bool counts_own_acks(const EngineState& engine, const Window& window) {
    return !engine.ordered || window.state == WindowState::per_target || window.state == WindowState::lock_all_called;
}

// In LOCK_ALL_CALLED, and in a fall-back that has not reached the target yet, a target without an element means "lock
// not requested". The element of a requested lock must therefore stay (NR-REST-3).
bool removable(const EngineState& engine, const Window& window, const TargetElement& target) {
    if (target.users > 0 || window.state == WindowState::lock_all_called) return false;
    return window.fall_back == nullptr || comm_rank_of(engine, window, target.rank) < window.fall_back->asked;
}

}  // namespace rmasim::newrma
