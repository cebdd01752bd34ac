#include "protocol/ch4/routines/target_side.h"

#include <algorithm>

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

void execute(EngineState& engine, Window& window, const Packet& packet) {
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

// CH4-ACC-1: executes accumulates in their order, up to one that waits for its data.
void execute_accumulates(EngineState& engine) {
    std::vector<WaitingAccumulate>& waiting = engine.accumulates;
    while (!waiting.empty() && waiting.front().has_data) {
        const Packet packet = waiting.front().packet;
        waiting.erase(waiting.begin());
        execute(engine, engine.windows[packet.window], packet);
    }
}

}  // namespace

void on_operation(EngineState& engine, Window& window, const Packet& packet) {
    const bool waits = !engine.accumulates.empty() && accumulates(op_kind_of(packet.kind));
    if (waits) engine.accumulates.push_back({packet, true});
    else execute(engine, window, packet);
}

void on_dt_req(EngineState& engine, const Packet& packet) {
    const OpKind operation = operation_of(packet.kind);
    if (accumulates(operation)) engine.accumulates.push_back({packet, false});
    send(engine, answer(engine, packet, announced(operation).dt_ack));
}

void on_dat_req(EngineState& engine, const Packet& packet) {
    Packet whole = packet;
    whole.kind = packet_kind_of(operation_of(packet.kind));
    if (whole.kind == PacketKind::put) return execute(engine, engine.windows[packet.window], whole);
    const auto is_it = [&packet](const WaitingAccumulate& one) {
        return !one.has_data && one.packet.source == packet.source && one.packet.op == packet.op;
    };
    const auto at = std::find_if(engine.accumulates.begin(), engine.accumulates.end(), is_it);
    if (at == engine.accumulates.end()) {
        throw ProtocolError("CH4-LARGE-2: " + packet_vocabulary.name(packet.type()) + " without its datatype");
    }
    *at = {whole, true};
    execute_accumulates(engine);
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
