// FENCE (design, "Algorithm for FENCE").
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::fence(WindowId id, Assert asserts) {
    Window& window = windows_[id];
    const CallsUnderWay::Entry under_way(window.calls, Call::fence, asserts);
    if (window.state != WindowState::unset && !window.in_fence()) {
        throw ErroneousProgram(Call::fence, "another access epoch is open on the window; close it first");
    }
    if (window.exposure != WindowState::unset) {
        throw ErroneousProgram(Call::fence, "an exposure epoch is open on the window; end it with wait");
    }
    const bool noprecede = has(asserts, Assert::noprecede);
    if (noprecede && window.fence_has_operations) {
        throw ErroneousProgram(Call::fence, "noprecede, but operations were posted since the last fence");
    }

    if (window.fence_req && noprecede) {
        window.fence_req.reset();  // nobody waits for it; its packets go on in the progress engine (NR-FENCE-1)
    } else if (window.fence_req) {
        co_await progress_until({Call::fence, id, Awaited::barrier, no_rank},
                                [&window] { return window.fence_complete(); });
        window.fence_req.reset();  // NR-FENCE-2
    }

    if (!noprecede) {
        co_await drain_all(Call::fence, window, SyncFlag::flush);  // NR-FENCE-4, NR-FENCE-5
        free_idle_targets(window);
        // Another thread's, in time for the next epoch. An element alone is none: a call on another window may hold it.
        window.fence_has_operations =
            !window.table.all_of([](const TargetElement& target) { return target.ops == nullptr && !target.unproven; });
    }
    mem_sync(window, MemSync::fence_before);  // NR-SHM-7
    if (noprecede && window.shared) co_await node_barrier(Call::fence, window);
    start_ibarrier(window);
    if (!noprecede) {
        co_await progress_until({Call::fence, id, Awaited::barrier, no_rank},
                                [&window] { return window.fence_complete(); });
        window.fence_req.reset();  // NR-FENCE-7
    }
    mem_sync(window, MemSync::fence_after);
    if (has(asserts, Assert::nosucceed)) set_state(Call::fence, window, WindowState::unset);  // NR-FENCE-8
}

void Engine::start_ibarrier(Window& window) {
    set_state(Call::fence, window, WindowState::fence_issued);
    window.fence_req = window.barrier.enter(
        [&](Rank peer, unsigned round) { send_barrier(PacketKind::barrier, window.id, peer, round); });
    note_fence_granted(window);
}

void Engine::on_barrier(const Packet& packet) {
    if (packet.window == no_window) return two_sided_.deliver(world_, packet);
    Window& window = windows_[packet.window];
    window.barrier.arrived(
        packet.round, [&](Rank peer, unsigned round) { send_barrier(PacketKind::barrier, window.id, peer, round); });
    note_fence_granted(window);
}

// The IBARRIER of the current fence is complete: everyone has entered, so what was queued may go (NR-RMAOP-3). A window
// that has left FENCE for another mode keeps that mode (NR-FENCE-11).
void Engine::note_fence_granted(Window& window) {
    if (window.state != WindowState::fence_issued || !window.fence_complete()) return;
    set_state(Call::fence, window, WindowState::fence_granted);
    make_progress_window(window);
}

void Engine::send_barrier(PacketKind kind, WindowId window, Rank peer, unsigned round) {
    world_.transport.send(barrier_packet(kind, rank_, peer, window, round));
}

}  // namespace rmasim::newrma
