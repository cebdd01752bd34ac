#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch4 {

namespace {

void require_no_epoch(const Window& window) {
    if (window.epoch != Epoch::none && window.epoch != Epoch::fence) {
        refuse_in_access(Call::lock_all);
    }
    if (window.fence_has_operations) {
        refuse_in_fence_operations(Call::lock_all);
    }
}

void ask_next(EngineState& engine, Window& window) {
    const Rank rank = window.group().member(window.lock_all->asked++);
    send(engine, packet_to(engine, rank, window.id, kind::lock_all));
}

// Requests the locks of all members. With setting `fixed`, each lock is requested only when all earlier locks are held:
// two processes can then not block each other.
Task<> ask_all(EngineState& engine, Window& window) {
    const Rank members = window.group().size();
    while (window.lock_all->asked < members) {
        ask_next(engine, window);
        if (!engine.config.fixed && window.lock_all->asked < members) continue;
        wait_until(engine, {Call::lock_all, window.id, Awaited::lock_granted, no_rank},
                   [&window] { return window.lock_all->granted == window.lock_all->asked; });
        co_await engine.waits;
    }
}

Task<> release_all(EngineState& engine, Window& window) {
    LockAll& all = *window.lock_all;
    const WindowGroup group = window.group();
    all.unanswered = group.size();
    all.answers.assign(static_cast<std::size_t>(group.size()), false);
    for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
        send(engine, packet_to(engine, group.member(comm_rank), window.id, kind::unlock_all));
    }
    wait_until(engine, {Call::unlock_all, window.id, Awaited::acknowledgements, no_rank},
               [&all] { return all.unanswered == 0; });
    co_await engine.waits;
}

}  // namespace

Task<> lock_all(EngineState& engine, Window& window, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::lock_all);
    require_no_epoch(window);
    set_epoch(engine, window, Epoch::lock_all);
    window.lock_all = std::make_unique<LockAll>();
    window.lock_all->nocheck = has(asserts, Assert::nocheck);
    window.lock_all->answers.assign(static_cast<std::size_t>(window.group().size()), false);
    if (!window.lock_all->nocheck) co_await ask_all(engine, window);
    mem_sync(engine, window, MemSync::lock_all_after);
}

Task<> unlock_all(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::unlock_all);
    if (window.epoch != Epoch::lock_all) refuse_without_lock_all();
    progress(engine);
    const NativeFlush native(window, Reach::remote);
    wait_for_all_targets(engine, Call::unlock_all, window, native);
    co_await engine.waits;
    mem_sync(engine, window, MemSync::unlock_all_before);
    if (!window.lock_all->nocheck) co_await release_all(engine, window);
    window.lock_all.reset();
    if (engine.config.mem_efficient) window.targets.forget_all();
    set_epoch(engine, window, Epoch::none);
}

}  // namespace rmasim::ch4
