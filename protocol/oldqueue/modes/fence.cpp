// FENCE, by counts or by barrier.
#include "protocol/oldqueue/modes/modes.h"

#include "protocol/oldqueue/routines/drain.h"
#include "protocol/oldqueue/routines/entry.h"
#include "protocol/oldqueue/routines/fence_barrier.h"
#include "protocol/oldqueue/routines/rounds.h"
#include "protocol/oldqueue/routines/send.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::oldqueue {

namespace {

void require_legal(const Window& window, Assert asserts) {
    if (window.locks > 0 || window.is_started()) {
        refuse_in_access(Call::fence);
    }
    if (window.is_posted()) {
        refuse_in_exposure(Call::fence);
    }
    if (has(asserts, Assert::noprecede) && window.fence_operations) {
        refuse_noprecede();
    }
}

// Sends all operations that are held back. If the transport keeps the order, the last operation to each target carries
// the number of operations.
void send_all_held(EngineState& engine, Window& window) {
    const PacketFlag closing = engine.ordered ? flag::complete : PacketFlag::none;
    window.for_each_target([&](Target& target) { send_held(engine, window, target, closing); });
}

void send_counts(EngineState& engine, Window& window) {
    for_each_other(group_of(engine, window), engine.rank, [&](Rank rank) {
        const Target* const target = window.targets.find(rank);
        if (target != nullptr && target->count_announced) return;
        send_count(engine, window, kind::op_counts, rank, {Need::Kind::fence, window.fences},
                   target == nullptr ? 0 : target->operations);
    });
}

// The fence by counts (OQ-FENCE-2). The data of this process's long operations must have been sent before the fence
// returns: otherwise CTS would arrive after the fence.
Task<> exchange_counts(EngineState& engine, Window& window) {
    send_all_held(engine, window);
    if (!engine.ordered) {
        until_all_complete(engine, window, Call::fence, Awaited::acknowledgements);
        co_await engine.waits;
    }
    send_counts(engine, window);
    const auto others = static_cast<std::uint32_t>(group_of(engine, window).size() - 1);
    engine.waits.until({Call::fence, window.id, Awaited::op_counts, no_rank}, [&window, others] {
        const Announced& announced = window.with_announced();
        return announced.heard_from == others && announced.all_done();
    });
    co_await engine.waits;
    until_all_complete(engine, window, Call::fence, Awaited::operations);
    co_await engine.waits;
}

// Waits until the operations on the own window have been executed (OQ-FENCE-5).
void until_own_executed(EngineState& engine, Window& window) {
    engine.waits.until({Call::fence, window.id, Awaited::operations, engine.rank}, [&engine, &window] {
        const Target* const own = window.targets.find(engine.rank);
        return own == nullptr || own->incomplete == 0;
    });
}

// The fence by barrier (OQ-FENCE-3).
Task<> await_barrier(EngineState& engine, Window& window) {
    window.for_each_target([&](Target& target) { ask_for_proof(engine, window, target); });
    until_own_executed(engine, window);
    co_await engine.waits;
    until_all_complete(engine, window, Call::fence, Awaited::acknowledgements);
    co_await engine.waits;
    const Barrier::Instance instance = enter_fence_barrier(engine, window);
    engine.waits.until({Call::fence, window.id, Awaited::barrier, no_rank},
                       [&window, instance] { return window.barrier->completed(instance); });
    co_await engine.waits;
}

// Begins the next fence epoch (OQ-FENCE-4).
void open_next(EngineState& engine, Window& window, bool opens) {
    window.targets.clear();
    window.announced.reset();
    ++window.fences;
    window.fenced = true;
    window.fence_exposes = window.fence_open = opens;
    window.fence_operations = false;
    serve_queue(engine);
}

}  // namespace

// The first fence of the window, or a fence with NOPRECEDE, completes no epoch (OQ-FENCE-1).
Task<> fence(EngineState& engine, Window& window, Assert asserts) {
    const Entry entry(engine, window, Call::fence);
    require_legal(window, asserts);
    const bool completes_epoch = window.fenced && !has(asserts, Assert::noprecede);
    if (completes_epoch && engine.config.fence == FenceKind::counts) co_await exchange_counts(engine, window);
    if (completes_epoch && engine.config.fence == FenceKind::barrier) co_await await_barrier(engine, window);
    open_next(engine, window, !has(asserts, Assert::nosucceed));
}

}  // namespace rmasim::oldqueue
