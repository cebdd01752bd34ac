// FENCE (design, "Algorithm for FENCE").
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::fence(WindowId id, Assert asserts) {
    Window& window = windows_[id];
    const bool open = window.state != WindowState::unset && window.state != WindowState::fence_issued &&
                      window.state != WindowState::fence_granted;
    if (open) throw ErroneousProgram(Call::fence, "a passive-target epoch is open on the window; unlock first");
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

    if (!noprecede) co_await complete_epoch(window);
    start_ibarrier(window);
    if (!noprecede) {
        co_await progress_until({Call::fence, id, Awaited::barrier, no_rank},
                                [&window] { return window.fence_complete(); });
        window.fence_req.reset();  // NR-FENCE-7
    }
    if (has(asserts, Assert::nosucceed)) set_state(Call::fence, window, WindowState::unset);  // NR-FENCE-8
}

// Everything I posted is done at its targets, and I know it (NR-FENCE-4, NR-FENCE-5).
Task<> Engine::complete_epoch(Window& window) {
    window.table.for_each([&](TargetElement& target) {
        ++target.users;
        raise_sync(target, SyncFlag::flush);
    });
    make_progress_window(window);
    co_await progress_until({Call::fence, window.id, Awaited::operations, no_rank}, [&window] {
        return window.table.all_of([](const TargetElement& target) { return target.quiet(); });
    });
    co_await progress_until({Call::fence, window.id, Awaited::acknowledgements, no_rank},
                            [&window] { return window.ack_count == 0; });
    window.table.for_each([&](TargetElement& target) { free_target(window, target); });
    window.fence_has_operations = false;
}

void Engine::start_ibarrier(Window& window) {
    set_state(Call::fence, window, WindowState::fence_issued);
    window.fence_req = window.barrier.enter([&](Rank peer, unsigned round) { send_barrier(window.id, peer, round); });
    note_fence_granted(window);
}

void Engine::on_barrier(const Packet& packet) {
    const WindowId id = packet.window;
    const auto send = [&](Rank peer, unsigned round) { send_barrier(id, peer, round); };
    if (id == no_window) {
        barrier_.arrived(packet.round, send);
        return;
    }
    windows_[id].barrier.arrived(packet.round, send);
    note_fence_granted(windows_[id]);
}

// The IBARRIER of the current fence is complete: everyone has entered, so what was queued may go (NR-RMAOP-3). A window
// that has left FENCE for another mode keeps that mode (NR-FENCE-11).
void Engine::note_fence_granted(Window& window) {
    if (window.state != WindowState::fence_issued || !window.fence_complete()) return;
    set_state(Call::fence, window, WindowState::fence_granted);
    make_progress_window(window);
}

void Engine::send_barrier(WindowId window, Rank peer, unsigned round) {
    Packet packet;
    packet.source = rank_;
    packet.target = peer;
    packet.window = window;
    packet.kind = PacketKind::barrier;
    packet.round = static_cast<std::uint8_t>(round);
    world_.transport.send(packet);
}

}  // namespace rmasim::newrma
