// Taking elements from the two-level pools and giving them back: local first, both ways (NR-POOL-2, NR-POOL-3).
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

namespace {

std::optional<PoolLevel> take(PoolLevelCounter& local, PoolLevelCounter& global) {
    if (local.try_take()) return PoolLevel::local;
    if (global.try_take()) return PoolLevel::global;
    return std::nullopt;
}

PoolLevel give_back(PoolLevelCounter& local, PoolLevelCounter& global) {
    if (!local.full()) {
        local.give_back();
        return PoolLevel::local;
    }
    global.give_back();
    return PoolLevel::global;
}

void shrink(PoolLevelCounter& level, std::uint32_t size) { level.shrink_to(std::min(size, level.size())); }

}  // namespace

OperationElement* Engine::try_take_op(Window& window) {
    const auto level = take(window.local_ops, global_ops_);
    if (!level) {
        world_.observer.element_exhausted(rank_, window.id, ElementKind::operation);
        return nullptr;
    }
    world_.observer.element_taken(rank_, window.id, ElementKind::operation, *level);
    const OpId id = ops_.take();
    OperationElement& op = ops_[id];
    op = OperationElement{};
    op.id = id;
    return &op;
}

void Engine::free_op(Window& window, OperationElement& op) {
    const PoolLevel level = give_back(window.local_ops, global_ops_);
    world_.observer.element_freed(rank_, window.id, ElementKind::operation, level);
    ops_.give_back(op.id);
}

TargetElement* Engine::try_take_target(Window& window, Rank rank, TargetState state) {
    const auto level = take(window.local_targets, global_targets_);
    if (!level) {
        world_.observer.element_exhausted(rank_, window.id, ElementKind::target);
        return nullptr;
    }
    world_.observer.element_taken(rank_, window.id, ElementKind::target, *level);
    const std::uint32_t index = targets_.take();
    TargetElement& target = targets_[index];
    target = TargetElement{};
    target.index = index;
    target.rank = rank;
    target.state = state;
    window.table.insert(&target);
    world_.observer.target_created(rank_, window.id, rank, name_of(state));
    return &target;
}

void Engine::free_target(Window& window, TargetElement& target) {
    window.table.remove(&target);
    const PoolLevel level = give_back(window.local_targets, global_targets_);
    world_.observer.target_freed(rank_, window.id, target.rank);
    world_.observer.element_freed(rank_, window.id, ElementKind::target, level);
    targets_.give_back(target.index);
}

void Engine::shrink_local_pool(ElementKind kind, WindowId id, std::uint32_t size) {
    Window& window = windows_[id];
    shrink(kind == ElementKind::operation ? window.local_ops : window.local_targets, size);
}

void Engine::shrink_global_pool(ElementKind kind, std::uint32_t size) {
    shrink(kind == ElementKind::operation ? global_ops_ : global_targets_, size);
}

bool Engine::counts_own_acks(const Window& window) const {
    return !ordered_ || window.state == WindowState::per_target || window.state == WindowState::lock_all_called;
}

// At the end of an epoch. What another thread holds on to, or has just posted, stays for the next.
void Engine::free_idle_targets(Window& window) {
    window.table.for_each([&](TargetElement& target) {
        if (target.users == 0 && target.quiet() && !target.unproven) free_target(window, target);
    });
}

// Without lazy deallocation (NR-OPT-7) an element goes as soon as its operations are done. What it knew has to be
// proven first: RMA_DONE is sent, and under a lock its acknowledgement is awaited (NR-LOCK-5). In LOCK_ALL before the
// window protocol it has to stay: nobody else knows that its target was asked for the lock.
void Engine::retire_if_idle(Window& window, TargetElement& target) {
    if (config_.optimizations.lazy_free || target.users > 0 || !target.quiet()) return;
    if (!may_issue(window, target) || !removable(window, target)) return;
    raise_sync(target, SyncFlag::flush);
    issue_ops_target(window, target);
    if (target.acks_due() > 0 && counts_own_acks(window)) return;  // the acknowledgement comes back here
    if (window.state == WindowState::per_target) ++window.lost_elements;
    free_target(window, target);
}

}  // namespace rmasim::newrma
