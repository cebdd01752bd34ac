#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/drain.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

// Sets FENCE_GRANTED if the IBARRIER of the current fence is complete: every process has entered it, and queued
// operations may be issued (NR-RMAOP-3). A window that has left FENCE for another mode keeps that mode (NR-FENCE-11).
void note_fence_granted(EngineState& engine, Window& window) {
    if (window.state != WindowState::fence_issued || !window.fence_complete()) return;
    set_state(engine, Call::fence, window, WindowState::fence_granted);
    make_progress_window(engine, window);
}

void start_ibarrier(EngineState& engine, Window& window) {
    set_state(engine, Call::fence, window, WindowState::fence_issued);
    window.fence_req =
        window.barrier.enter([&](Rank comm_rank, unsigned round) { send_barrier(engine, window, comm_rank, round); });
    note_fence_granted(engine, window);
}

}  // namespace

Task<> fence(EngineState& engine, Window& window, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::fence, asserts);
    if (window.state != WindowState::unset && !window.in_fence()) {
        refuse_in_access(Call::fence);
    }
    if (window.exposure != WindowState::unset) {
        refuse_in_exposure(Call::fence);
    }
    const bool noprecede = has(asserts, Assert::noprecede);
    if (noprecede && window.fence_has_operations) {
        refuse_noprecede();
    }

    if (window.fence_req && noprecede) {
        window.fence_req.reset();  // not awaited; the progress engine still handles its packets (NR-FENCE-1)
    } else if (window.fence_req) {
        engine.waits.until({Call::fence, window.id, Awaited::barrier, no_rank},
                           [&window] { return window.fence_complete(); });
        co_await engine.waits;
        window.fence_req.reset();  // NR-FENCE-2
    }

    if (!noprecede) {
        const std::uint32_t posted = begin_drain_all(engine, window, SyncFlag::flush);  // NR-FENCE-4
        until_all_sent(engine, Call::fence, window, posted);
        co_await engine.waits;
        until_all_data_sent(engine, Call::fence, window, posted);
        co_await engine.waits;
        until_all_acknowledged(engine, Call::fence, window);  // NR-FENCE-5
        co_await engine.waits;
        free_idle_targets(engine, window);
        // Operations that another thread posted during the waits belong to the next epoch. An element without
        // operations does not indicate such a post: a call on another window may use it.
        window.fence_has_operations =
            !window.table.all_of([](const TargetElement& target) { return target.ops == nullptr && !target.unproven; });
    }
    mem_sync(engine, window, MemSync::fence_before);  // NR-SHM-7
    if (noprecede && window.shared) co_await node_barrier(engine, Call::fence, window);
    start_ibarrier(engine, window);
    if (!noprecede) {
        engine.waits.until({Call::fence, window.id, Awaited::barrier, no_rank},
                           [&window] { return window.fence_complete(); });
        co_await engine.waits;
        window.fence_req.reset();  // NR-FENCE-7
    }
    mem_sync(engine, window, MemSync::fence_after);
    if (has(asserts, Assert::nosucceed)) set_state(engine, Call::fence, window, WindowState::unset);  // NR-FENCE-8
}

void on_barrier(EngineState& engine, Window& window, const Packet& packet) {
    window.barrier.arrived(packet.round, [&](Rank comm_rank, unsigned round) {
        send_barrier(engine, window, comm_rank, round, packet.why());
    });
    note_fence_granted(engine, window);
}

}  // namespace rmasim::newrma
