#include "protocol/oldqueue/routines/own_window.h"

namespace rmasim::oldqueue {

void queue_own(EngineState& engine, Packet packet) {
    engine.queue.append(packet, true);
    engine.world.observer.request_queued(engine.rank, packet);
    if (!asks_for_lock(packet)) return;
    engine.world.observer.lock_queued(engine.rank, packet.window, engine.rank, lock_type_of(packet));
}

namespace {

// A GET is incomplete until it has read. An operation of a fence epoch is incomplete until it has been executed: the
// lock of another process can delay it, and the fence completes it (OQ-FENCE-5).
bool is_incomplete(const Packet& own) {
    return own.kind == PacketKind::get || part(own).need.kind == Need::Kind::fence;
}

}  // namespace

void queue_own_operation(EngineState& engine, Window& window, Target& target, const Operation& operation) {
    const OpId id = engine.operations.take();
    engine.operations[id] = {StoredOperation(operation, no_operation)};
    ++target.operations;
    Packet packet = packet_to(engine, engine.rank, window.id, packet_kind_of(operation.kind));
    packet.op = id;
    packet.region = operation.region;
    set_need(packet, target.need);
    if (is_incomplete(packet)) window.expect_completion(target);
    if (!fetches(operation.kind)) {
        packet.data_bytes = operation.region.bytes();
        packet.payload = engine.world.memory.gather(engine.rank, operation.origin, operation.region.datatype,
                                                    operation.elements_sent());
    }
    queue_own(engine, packet);
}

void run_own_operation(EngineState& engine, Window& window, const Packet& request) {
    Memory& memory = engine.world.memory;
    Operation operation = engine.operations[request.op].operation.whole(window.id, engine.rank);
    operation.region = in_bytes(operation.region, window.disp_unit);
    const Region& region = operation.region;
    engine.world.observer.op_local(engine.rank, operation);
    if (operation.kind == OpKind::get) {
        const Payload data = memory.read(engine.rank, engine.rank, window.id, region);
        memory.scatter(engine.rank, operation.result, region.datatype, region.count, data);
        memory.release(data);
    } else if (operation.kind == OpKind::put) {
        memory.write(engine.rank, engine.rank, window.id, region, request.payload);
        memory.release(request.payload);
    } else {
        memory.accumulate(engine.rank, engine.rank, window.id, region, operation.reduce, request.payload);
        memory.release(request.payload);
    }
    if (is_incomplete(request)) window.note_completion(*window.targets.find(engine.rank));
    engine.operations.give_back(request.op);
}

}  // namespace rmasim::oldqueue
