#include "protocol/ch3/routines/collectives.h"

#include "protocol/ch3/routines/lists.h"

#include <cstring>

namespace rmasim::ch3 {

namespace {

auto sender(EngineState& engine, const Window& window, PacketKind kind, Why why = Why::usual) {
    return [&engine, &window, kind, why](Rank comm_rank, unsigned round) {
        const Rank peer = window.group().member(comm_rank);
        engine.world.transport.send(barrier_packet(kind, engine.rank, peer, window.id, round, why));
    };
}

auto node_sender(EngineState& engine, const Window& window) {
    return [&engine, &window](Rank node_rank, unsigned round) {
        const Rank peer = node_member(engine, window, node_rank);
        engine.world.transport.send(barrier_packet(kind::node_barrier, engine.rank, peer, window.id, round));
    };
}

void note_ibarriers(EngineState& engine, Window& window) {
    while (window.ibarriers_pending > 0 && window.ibarrier.completed(window.oldest_ibarrier())) {
        --window.ibarriers_pending;
    }
    if (window.sync_requests() > 0 || window.state != WindowState::fence_issued) return;
    grant_window(engine, window, WindowState::fence_granted);
}

void send_step(EngineState& engine, const Window& window, ReduceScatter& reduction) {
    const ReduceStep& step = reduction.step();
    reduction.note_sent();
    if (step.send_to == no_rank) return;
    Packet packet = packet_to(engine, window.group().member(step.send_to), window, kind::reduce_scatter);
    set_reduction(packet, reduction.instance());
    packet.data_bytes = step.send_count * static_cast<std::uint32_t>(sizeof(std::uint32_t));
    packet.payload = engine.world.memory.allocate(packet.data_bytes);
    std::memcpy(packet.payload.bytes, reduction.marks() + step.send_first, packet.data_bytes);
    engine.world.transport.send(packet);
}

// Finishes the current step of the reduction. Returns false if the message of the step has not arrived.
bool finish_step(EngineState& engine, const Window& window, ReduceScatter& reduction) {
    const Rank from = reduction.step().receive_from;
    if (from == no_rank) {
        reduction.advance(nullptr);
        return true;
    }
    Packet packet;
    if (!reduction.take(packet, window.group().member(from))) return false;
    std::vector<std::uint32_t> data(reduction.step().receive_count);
    std::memcpy(data.data(), packet.payload.bytes, data.size() * sizeof(std::uint32_t));
    engine.world.memory.release(packet.payload);
    reduction.advance(data.data());
    return true;
}

void advance_reduction(EngineState& engine, Window& window) {
    ReduceScatter& reduction = window.rare().reduce_scatter;
    while (reduction.under_way()) {
        if (!reduction.sent()) send_step(engine, window, reduction);
        if (!finish_step(engine, window, reduction)) return;
    }
}

}  // namespace

void start_ibarrier(EngineState& engine, Window& window, Why why) {
    ++window.ibarriers_pending;
    set_state(engine, window, WindowState::fence_issued);
    window.ibarrier.enter(sender(engine, window, kind::ibarrier, why));
    note_ibarriers(engine, window);
}

void start_reduction(EngineState& engine, Window& window, std::vector<std::uint32_t> marks) {
    window.rare().reduce_scatter.begin(std::move(marks));
    advance_reduction(engine, window);
}

Barrier::Instance enter_node_barrier(EngineState& engine, Window& window) {
    return window.rare().node_barrier.enter(node_sender(engine, window));
}

Barrier::Instance enter_barrier(EngineState& engine, Window& window) {
    return window.rare().barrier.enter(sender(engine, window, PacketKind::barrier));
}

void on_collective(EngineState& engine, Window& window, const Packet& packet) {
    if (packet.kind == kind::ibarrier) {
        window.ibarrier.arrived(packet.round, sender(engine, window, kind::ibarrier, packet.why()));
        return note_ibarriers(engine, window);
    }
    RareParts& rare = window.rare();
    if (packet.kind == PacketKind::barrier) {
        return rare.barrier.arrived(packet.round, sender(engine, window, PacketKind::barrier, packet.why()));
    }
    if (packet.kind == kind::node_barrier) return rare.node_barrier.arrived(packet.round, node_sender(engine, window));
    rare.reduce_scatter.arrived(packet);
    advance_reduction(engine, window);
}

}  // namespace rmasim::ch3
