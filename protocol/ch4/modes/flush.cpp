#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/native.h"
#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch4 {

namespace {

void require_passive(Call call, const Window& window) {
    if (window.epoch == Epoch::lock || window.epoch == Epoch::lock_all) return;
    refuse_without_passive(call);
}

void require_locked(Call call, const Window& window, Rank rank) {
    require_passive(call, window);
    const Target* const target = window.targets.find(rank);
    if (window.epoch == Epoch::lock_all || (target != nullptr && target->locked)) return;
    refuse_unlocked(call, rank);
}

}  // namespace

// Like MPICH, visits each process of the window, which costs time: the visit is reported to the observer.
void wait_for_all_targets(EngineState& engine, Call call, Window& window, const NativeFlush& native) {
    engine.world.observer.table_walked(engine.rank, window.id, static_cast<std::size_t>(window.group().size()));
    wait_until(engine, {call, window.id, Awaited::operations, no_rank},
               [&engine, &window, &native] { return native.is_done(engine) && window.targets_unanswered == 0; });
}

Task<> flush(EngineState& engine, Call call, Window& window, Rank rank) {
    const ActiveCalls::Entry under_way(window.calls, call);
    require_locked(call, window, rank);
    progress_at_flush(engine);
    const NativeFlush native(window, call == Call::flush_local ? Reach::local : Reach::remote, rank);
    wait_until(engine, {call, window.id, Awaited::operations, rank}, [&engine, &window, &native, rank] {
        return native.is_done(engine) && window.targets.unanswered(rank) == 0;
    });
    co_await engine.waits;
    mem_sync(engine, window, MemSync::flush);
}

Task<> flush_all(EngineState& engine, Call call, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, call);
    require_passive(call, window);
    progress_at_flush(engine);
    const NativeFlush native(window, call == Call::flush_local_all ? Reach::local : Reach::remote);
    wait_for_all_targets(engine, call, window, native);
    co_await engine.waits;
    mem_sync(engine, window, MemSync::flush);
}

// SYNC is only a memory barrier of the process and sends no packet.
Task<> sync(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::sync);
    require_passive(Call::sync, window);
    mem_sync(engine, window, MemSync::sync);
    co_return;
}

}  // namespace rmasim::ch4
