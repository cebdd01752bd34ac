#include "protocol/ch4/routines/target_side.h"

namespace rmasim::ch4 {

namespace {

void change(EngineState& engine, const Packet& packet, const Region& region) {
    Memory& memory = engine.world.memory;
    const Rank own = engine.rank;
    switch (packet.kind) {
        case PacketKind::put: return memory.write(own, own, packet.window, region, packet.payload);
        case PacketKind::compare_and_swap:
            return memory.compare_and_swap(own, own, packet.window, region, packet.payload);
        default: return memory.accumulate(own, own, packet.window, region, packet.reduce, packet.payload);
    }
}

Payload read(EngineState& engine, const Packet& packet, const Region& region) {
    Memory& memory = engine.world.memory;
    if (packet.kind == PacketKind::get) return memory.read(engine.rank, engine.rank, packet.window, region);
    return memory.read_atomic(engine.rank, engine.rank, packet.window, region, packet.reduce);
}

bool changes_memory(const Packet& packet) { return packet.kind != PacketKind::get && packet.reduce != ReduceOp::no_op; }

Packet answer(const EngineState& engine, const Packet& request, PacketKind kind) {
    Packet packet = packet_to(engine, request.source, request.window, kind);
    packet.op = request.op;
    return packet;
}

void grant(EngineState& engine, Window& window, const WindowLock::Request& request) {
    engine.world.observer.lock_granted(engine.rank, window.id, request.origin, request.type);
    const PacketKind kind = request.of_lock_all ? kind::lock_all_ack : kind::lock_ack;
    send(engine, packet_to(engine, request.origin, window.id, kind));
}

// CH4-LOCK-4: grants the lock to the first requests in the queue. No request overtakes.
void serve_queue(EngineState& engine, Window& window) {
    while (window.lock.can_serve()) grant(engine, window, window.lock.serve());
}

}  // namespace

void on_operation(EngineState& engine, Window& window, const Packet& packet) {
    engine.world.observer.op_applied(engine.rank, packet);
    const Region region = in_bytes(packet.region, window.disp_unit);
    Packet reply = answer(engine, packet, answer_to(packet.kind));
    const bool fetched = fetches(op_kind_of(packet.kind));
    if (packet.kind == PacketKind::get) mem_sync(engine, window, MemSync::apply_before);
    if (fetched) {
        reply.region = packet.region;
        reply.data_bytes = region.bytes();
        reply.payload = read(engine, packet, region);
    }
    if (changes_memory(packet)) {
        change(engine, packet, region);
        mem_sync(engine, window, MemSync::apply_after);
    }
    engine.world.memory.release(packet.payload);
    send(engine, reply);
}

void on_lock(EngineState& engine, Window& window, const Packet& packet) {
    const LockType type = lock_type_of(packet);
    window.lock.enqueue({packet.source, type, packet.kind == kind::lock_all});
    const bool waits = window.lock.waiting().size() > 1 || !window.lock.can_serve();
    if (waits) engine.world.observer.lock_queued(engine.rank, window.id, packet.source, type);
    serve_queue(engine, window);
}

// Handles UNLOCK and UNLOCKALL. The next grants are sent before the answer (CH4-LOCK-5).
void on_unlock(EngineState& engine, Window& window, const Packet& packet) {
    if (window.lock.holds(packet.source)) {
        engine.world.observer.lock_released(engine.rank, window.id, packet.source);
    }
    window.lock.release(packet.source);
    serve_queue(engine, window);
    Packet reply = answer(engine, packet, kind::unlock_ack);
    if (packet.kind == kind::unlock_all) reply.set_why(why::of_unlock_all);
    send(engine, reply);
}

}  // namespace rmasim::ch4
