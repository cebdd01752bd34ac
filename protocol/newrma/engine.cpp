#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Engine::Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, World world)
    : rank_(rank), ranks_(ranks), config_(config), world_(world), global_ops_(config.op_pool.global),
      global_targets_(config.target_pool.global), barrier_(rank, ranks) {
    windows_.reserve(windows);
    for (WindowId id = 0; id < windows; ++id) windows_.emplace_back(id, rank, ranks, config);
}

void Engine::deliver(const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::barrier: on_barrier(packet); break;
        case PacketKind::put:
        case PacketKind::accumulate:
        case PacketKind::get:
        case PacketKind::lock:
        case PacketKind::unlock:
        case PacketKind::rma_done: on_request(windows_[packet.window], packet); break;
        case PacketKind::lock_granted:
        case PacketKind::rma_done_ack:
        case PacketKind::get_resp: on_reply(windows_[packet.window], packet); break;
    }
    waits_.resume_ready();
}

void Engine::set_state(Call call, Window& window, WindowState state) {
    require_transition(call, window.state, state);
    world_.observer.window_state(rank_, window.id, name_of(window.state), name_of(state));
    window.state = state;
}

void Engine::set_state(Call call, Window& window, TargetElement& target, TargetState state) {
    require_transition(call, target.state, state);
    world_.observer.target_state(rank_, window.id, target.rank, name_of(target.state), name_of(state));
    target.state = state;
}

TargetElement* Engine::find_target(Window& window, Rank rank) {
    std::uint32_t steps = 0;
    TargetElement* const target = window.table.find(rank, steps);
    world_.observer.table_searched(rank_, window.id, steps);
    return target;
}

Packet Engine::packet_to(Rank target, const Window& window, PacketKind kind) const {
    Packet packet;
    packet.source = rank_;
    packet.target = target;
    packet.window = window.id;
    packet.kind = kind;
    return packet;
}

Task<> Engine::barrier() {
    const Barrier::Instance instance =
        barrier_.enter([&](Rank peer, unsigned round) { send_barrier(no_window, peer, round); });
    co_await progress_until({Call::barrier, no_window, Awaited::barrier, no_rank},
                            [this, instance] { return barrier_.completed(instance); });
}

void Engine::require_closed() const {
    for (const Window& window : windows_) {
        if (window.state == WindowState::per_target) {
            throw ErroneousProgram(Call::win_free, "a target is still locked; unlock is missing");
        }
        if (window.fence_has_operations) {
            throw ErroneousProgram(Call::win_free,
                                   "operations of a fence epoch were never completed; a fence is missing");
        }
    }
}

Engine::MemoryUse Engine::memory_use() const {
    MemoryUse use{sizeof(Engine), 0, ops_.bytes() + targets_.bytes()};
    for (const Window& window : windows_) {
        use.engine_bytes += sizeof(Window) + window.lock.bytes();
        use.table_bytes += window.table.bytes();
    }
    return use;
}

}  // namespace rmasim::newrma
