#include "protocol/synccount/routines/send.h"

#include "protocol/synccount/routines/signal.h"

namespace rmasim::synccount {

namespace {

bool is_held_back(const EngineState& engine, const Operation& operation) {
    return engine.config.optimizations.piggyback && engine.ordered && !fetches(operation.kind);
}

Packet operation_packet(EngineState& engine, const Window& window, const Target& target, OpId id) {
    const StoredOperation& operation = engine.operations[id];
    Packet packet = packet_to(engine, target.rank, window.id, packet_kind_of(operation.kind));
    packet.op = id;
    packet.region = operation.region;
    packet.reduce = operation.reduce;
    if (fetches(operation.kind)) return packet;
    packet.data_bytes = operation.region.bytes();
    packet.payload =
        engine.world.memory.gather(engine.rank, operation.buffer, operation.region.datatype, operation.elements_sent());
    return packet;
}

// Sends the packet of an operation. The operation is then complete, or stays open until its answer arrives.
void send_packet(EngineState& engine, Target& target, const Packet& packet) {
    const bool fetched = fetches(engine.operations[packet.op].kind);
    engine.world.observer.op_issued(engine.rank, packet.op, target.rank);
    engine.world.transport.send(packet);
    if (fetched || engine.acknowledges()) return;
    engine.world.observer.op_completed(engine.rank, packet.op, target.rank);
    engine.operations.give_back(packet.op);
}

void send_operation(EngineState& engine, const Window& window, Target& target, OpId id) {
    Packet packet = operation_packet(engine, window, target, id);
    if (!engine.ordered && !fetches(engine.operations[id].kind)) packet.flags |= flag::rma_done;
    send_packet(engine, target, packet);
}

// Sends an operation. On unordered transports, an ACC is sent only when the previous ACC to the target is acknowledged:
// they are then applied in order.
void issue(EngineState& engine, const Window& window, Target& target, OpId id) {
    const StoredOperation& operation = engine.operations[id];
    if (fetches(operation.kind) || engine.acknowledges()) {
        target.make_unfinished().open.push_back({operation.number, mode_of(operation.kind), id});
    }
    if (!engine.ordered && operation.kind == OpKind::accumulate) {
        if (target.accumulating) return target.make_unfinished().line.push_back(id);
        target.accumulating = true;
    }
    send_operation(engine, window, target, id);
}

}  // namespace

void count_operation(Target& target, SyncModes mode) { target.last[index_of(mode)] = ++target.posted; }

void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation) {
    const OpId id = engine.operations.take();
    engine.operations[id] = StoredOperation(operation, target.posted);
    count_operation(target, mode_of(operation.kind));
    engine.world.observer.op_posted(engine.rank, id, operation);
    send_held(engine, window, target);
    if (is_held_back(engine, operation)) target.held = id;
    else issue(engine, window, target, id);
}

void send_held(EngineState& engine, Window& window, Target& target) {
    if (target.held != no_operation) issue(engine, window, target, std::exchange(target.held, no_operation));
}

void send_held_with_signal(EngineState& engine, Window& window, Target& target, const SyncRequest& request,
                           RequestId id) {
    Packet packet = operation_packet(engine, window, target, std::exchange(target.held, no_operation));
    signal_with(engine, request, id, packet);
    send_packet(engine, target, packet);
}

void ask_for(EngineState& engine, Window& window, Target& target, SyncModes modes, std::uint32_t upto) {
    if (!engine.ordered) return;  // each operation was sent with RMA_DONE
    const bool held = target.held != no_operation && has(modes, mode_of(engine.operations[target.held].kind));
    if (held) {
        const OpId id = std::exchange(target.held, no_operation);
        const StoredOperation& operation = engine.operations[id];
        target.asked = operation.number + 1;
        target.make_unfinished().open.push_back({operation.number, mode_of(operation.kind), id});
        Packet packet = operation_packet(engine, window, target, id);
        packet.flags |= flag::rma_done;
        set_covered(packet, target.asked);
        return send_packet(engine, target, packet);
    }
    std::uint32_t last = 0;
    for (const Target::Open& open : target.open()) {
        if (open.mode != SyncModes::get && has(modes, open.mode) && open.number < upto) last = open.number + 1;
    }
    if (last <= target.asked) return;
    target.asked = last;
    Packet packet = packet_to(engine, target.rank, window.id, kind::rma_done);
    set_covered(packet, target.asked);
    engine.world.transport.send(packet);
}

void send_next_accumulate(EngineState& engine, Window& window, Target& target) {
    target.accumulating = false;
    std::vector<OpId>& line = target.make_unfinished().line;
    if (line.empty()) return;
    const OpId id = line.front();
    line.erase(line.begin());
    target.accumulating = true;
    send_operation(engine, window, target, id);
}

}  // namespace rmasim::synccount
