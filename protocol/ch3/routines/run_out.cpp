#include "protocol/ch3/routines/run_out.h"

#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/send.h"
#include "protocol/ch3/routines/supply.h"

namespace rmasim::ch3 {

namespace {

// Counts a call that uses a target element during a wait.
class InUse {
public:
    explicit InUse(TargetElement& target) : target_(target) { ++target_.users; }
    ~InUse() { --target_.users; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

private:
    TargetElement& target_;
};

// Returns the first target element for which `suits` returns true, from slot 0 up, in the order of each slot's list.
// Null if there is none.
template <class Suits>
TargetElement* first_target(EngineState& engine, const Window& window, Suits suits) {
    note_walk(engine, window);
    TargetElement* found = nullptr;
    window.table.all_of([&](TargetElement& target) {
        if (!suits(target)) return true;
        found = &target;
        return false;
    });
    return found;
}

// Blocks the process for ever: no element becomes free, and it handles no packets (CH3-OUT-3).
Task<> spin(EngineState& engine, Call call, Window& window) {
    engine.spins = true;
    engine.waits.until({call, window.id, Awaited::operation_element, no_rank}, [] { return false; });
    co_await engine.waits;
}

// With setting `fixed`, executes PROGRESS_TARGET again. This also issues an operation that is still held because a
// READ, whose LOCK was answered in the poke, served `sync`.
void call_again(EngineState& engine, Window& window, TargetElement& target, Sync sync) {
    if (!engine.config.fixed) return;
    if (target.held != nullptr) raise(target, sync);
    progress_again(engine, window, target);
}

Task<> empty_one(EngineState& engine, Call call, Window& window, TargetElement& target) {
    const InUse use(target);
    raise(target, Sync::flush_local);
    progress_target(engine, window, &target);
    wait_until(engine, {call, window.id, Awaited::operation_element, target.rank}, [&] {
        if (is_locally_complete(window, target)) return true;
        call_again(engine, window, target, Sync::flush_local);
        return is_locally_complete(window, target);
    });
    co_await engine.waits;
}

// Falls back to the window-wide protocol: requests the locks of the other members (CH3-OUT-4). Omits members on this
// node, even if the window is not shared.
void lock_the_others(EngineState& engine, Call call, Window& window) {
    engine.world.observer.fall_back_began(engine.rank, window.id, call, window.id);
    const WindowGroup group = window.group();
    for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
        const Rank rank = group.member(comm_rank);
        if (window.node.contains(rank) || find_target(engine, window, rank) != nullptr) continue;
        window.expect_grant(rank);
        send_lock(engine, window, rank, LockType::shared, why::fall_back);
    }
    set_state(engine, window, WindowState::lock_all_issued);
}

// Flushes the first target of the window and frees its element (CH3-OUT-5).
Task<> flush_first(EngineState& engine, Call call, Window& window) {
    TargetElement* const target = first_target(engine, window, [](const TargetElement&) { return true; });
    if (target == nullptr) {
        fail(engine, FailureKind::crash,
             std::string(name_of(call)) +
                 " finds no target element to free: other windows hold all elements, and the search continues past the "
                 "last slot");
    }
    {
        const InUse use(*target);
        raise(*target, Sync::flush);
        progress_target(engine, window, target);
        const WaitReason reason{call, window.id, Awaited::target_element, target->rank};
        wait_until(engine, reason, [&engine, &window, target] {
            if (is_remotely_complete(window, *target)) return true;
            call_again(engine, window, *target, Sync::flush);
            return is_remotely_complete(window, *target);
        });
        co_await engine.waits;
    }
    if (window.state == WindowState::per_target) ++window.lost_elements;
    window.forgot_nocheck = window.forgot_nocheck || target->nocheck;
    engine.world.observer.target_restored(engine.rank, window.id, target->rank, window.id);
    free_target(engine, window, *target);
}

}  // namespace

Task<OperationElement*> obtain_op(EngineState& engine, Call call, Window& window) {
    OperationElement* op = nullptr;
    while (op == nullptr) {
        TargetElement* const busy = first_target(engine, window, [](const TargetElement& target) {
            return target.first != nullptr || target.held != nullptr;
        });
        if (busy == nullptr) co_await spin(engine, call, window);
        else co_await empty_one(engine, call, window, *busy);
        op = try_take_op(engine, window);
    }
    co_return op;
}

Task<TargetElement*> obtain_target(EngineState& engine, Call call, Window& window, Rank rank) {
    if (window.state == WindowState::lock_all_called) lock_the_others(engine, call, window);
    TargetElement* target = nullptr;
    while (target == nullptr) {
        co_await flush_first(engine, call, window);
        target = try_take_target(engine, window, rank);
    }
    co_return target;
}

}  // namespace rmasim::ch3
