#include "protocol/ch3/routines/supply.h"

namespace rmasim::ch3 {

OperationElement* try_take_op(EngineState& engine, Window& window) {
    const auto level = take_element(window.local_ops, engine.global_ops);
    if (!level) {
        engine.world.observer.element_exhausted(engine.rank, window.id, ElementKind::operation);
        return nullptr;
    }
    engine.world.observer.element_taken(engine.rank, window.id, ElementKind::operation, *level);
    const OpId id = engine.ops.take();
    OperationElement& op = engine.ops[id];
    op = OperationElement{};
    op.operation.number = id;
    op.level = *level;
    return &op;
}

void free_op(EngineState& engine, Window& window, OperationElement& op) {
    (op.level == PoolLevel::local ? window.local_ops : engine.global_ops).give_back();
    engine.world.observer.element_freed(engine.rank, window.id, ElementKind::operation, op.level);
}

void forget_op(EngineState& engine, OperationElement& op) {
    if (op.rest != no_rest) engine.rests.give_back(op.rest);
    engine.ops.give_back(op.id(), op);
}

TargetElement* try_take_target(EngineState& engine, Window& window, Rank rank) {
    const auto level = take_element(window.local_targets, engine.global_targets);
    if (!level) {
        engine.world.observer.element_exhausted(engine.rank, window.id, ElementKind::target);
        return nullptr;
    }
    engine.world.observer.element_taken(engine.rank, window.id, ElementKind::target, *level);
    const std::uint32_t index = engine.targets.take();
    TargetElement& target = engine.targets[index];
    target = TargetElement{};
    target.index = index;
    target.rank = rank;
    target.level = *level;
    window.table.insert(&target, window.comm_rank_of(rank));
    engine.world.observer.target_created(engine.rank, window.id, rank, name_of(target.state));
    return &target;
}

void free_target(EngineState& engine, Window& window, TargetElement& target) {
    // The other thread's call in MPICH would continue with the freed element, which may then belong to another target.
    if (target.users > 0) {
        fail(engine, FailureKind::crash,
             "the element of target " + std::to_string(target.rank) +
                 " is freed while a call of another thread still uses it");
    }
    window.table.remove(&target, window.comm_rank_of(target.rank));
    (target.level == PoolLevel::local ? window.local_targets : engine.global_targets).give_back();
    engine.world.observer.target_freed(engine.rank, window.id, target.rank);
    engine.world.observer.element_freed(engine.rank, window.id, ElementKind::target, target.level);
    engine.targets.give_back(target.index, target);
}

void free_all_targets(EngineState& engine, Window& window) {
    for_each_target(engine, window, [&](TargetElement& target) { free_target(engine, window, target); });
}

void shrink_local_pool(Window& window, ElementKind kind, std::uint32_t size) {
    (kind == ElementKind::operation ? window.local_ops : window.local_targets).shrink_to(size);
}

void shrink_global_pool(EngineState& engine, ElementKind kind, std::uint32_t size) {
    (kind == ElementKind::operation ? engine.global_ops : engine.global_targets).shrink_to(size);
}

}  // namespace rmasim::ch3
