#include "protocol/ch4/routines/progress.h"

#include "protocol/ch4/routines/origin_side.h"
#include "protocol/ch4/routines/target_side.h"

namespace rmasim::ch4 {

namespace {

void on_barrier(EngineState& engine, Window& window, const Packet& packet) {
    window.barrier.arrived(packet.round, [&](Rank comm_rank, unsigned round) {
        const Rank peer = window.group().member(comm_rank);
        engine.world.transport.send(
            barrier_packet(PacketKind::barrier, engine.rank, peer, window.id, round, packet.why()));
    });
}

void on_post(Window& window, const Packet& packet) {
    ++window.pscw().posts;
    window.pscw().post_senders.add(packet.source);
}

void on_complete(Window& window, const Packet& packet) {
    ++window.pscw().completes;
    window.pscw().complete_senders.add(packet.source);
}

void handle(EngineState& engine, const Packet& packet) {
    if (!is_window(packet.window)) return engine.two_sided.deliver(engine.world, packet);
    if (nic::is_answer(packet.kind)) return on_nic_answer(engine, packet);
    Window& window = engine.windows[packet.window];
    if (is_operation(packet.kind)) return on_operation(engine, window, packet);
    if (dt_reqs.contains(packet.kind)) return on_dt_req(engine, packet);
    if (dt_acks.contains(packet.kind)) return on_dt_ack(engine, packet);
    if (dat_reqs.contains(packet.kind)) return on_dat_req(engine, packet);
    if (asks_for_lock(packet)) return on_lock(engine, window, packet);
    if (unlocks(packet)) return on_unlock(engine, window, packet);
    if (grants_lock(packet)) return on_grant(engine, window, packet);
    if (packet.kind == kind::unlock_ack) return on_unlock_ack(engine, window, packet);
    if (packet_vocabulary.is_reply(packet.kind)) return on_answer(engine, window, packet);
    if (packet.kind == kind::post) return on_post(window, packet);
    if (packet.kind == kind::complete) return on_complete(window, packet);
    if (packet.kind == PacketKind::barrier) return on_barrier(engine, window, packet);
    throw ProtocolError("family ch4 has no packet " + packet_vocabulary.name(packet.type()));
}

}  // namespace

EngineState::Handler packet_handler() { return handle; }

void progress(EngineState& engine) {
    for (std::size_t i = 0; i < engine.unpolled.size(); ++i) handle(engine, engine.unpolled[i]);
    engine.unpolled.clear();
}

void progress_at_flush(EngineState& engine) {
    const std::uint32_t interval = engine.config.flush_progress_interval;
    if (interval == 0 || ++engine.flushes < interval) return;
    engine.flushes = 0;
    progress(engine);
}

}  // namespace rmasim::ch4
