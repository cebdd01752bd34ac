#include "protocol/oldqueue/routines/replies.h"

#include "protocol/oldqueue/routines/done.h"
#include "protocol/oldqueue/routines/send.h"

namespace rmasim::oldqueue {

namespace {

Target& known_target(Window& window, const Packet& packet) {
    Target* const target = window.targets.find(packet.source);
    if (target == nullptr) throw ProtocolError("a reply from a rank that is not a target of the epoch");
    return *target;
}

void note_complete(EngineState& engine, Window& window, const Packet& packet) {
    window.note_completion(known_target(window, packet));
    complete_operation(engine, packet.op, packet.source);
}

}  // namespace

void on_cts(EngineState& engine, Window& window, const Packet& packet) {
    const StoredOperation& operation = engine.operations[packet.op].operation;
    Packet data = packet_to(engine, packet.source, window.id, kind::rma_data);
    data.op = packet.op;
    data.region = operation.region;
    data.reduce = operation.reduce;
    set_of_accumulate(data, operation.kind == OpKind::accumulate);
    data.data_bytes = operation.region.bytes();
    data.payload =
        engine.world.memory.gather(engine.rank, operation.buffer, operation.region.datatype, operation.elements_sent());
    engine.world.transport.send(data);
    note_complete(engine, window, packet);
}

void on_data(EngineState& engine, Window& window, const Packet& packet) {
    const Packet* const rts = half_done_of(engine, packet);
    if (rts == nullptr) throw ProtocolError("RMA_DATA that this rank did not request");
    const Need need = part(*rts).need;
    apply(engine, announced_operation(*rts), packet.payload);
    engine.half_done.erase(engine.half_done.begin() + (rts - engine.half_done.data()));
    count_done(window, need);
}

void on_response(EngineState& engine, Window& window, const Packet& packet) {
    const StoredOperation& operation = engine.operations[packet.op].operation;
    engine.world.memory.scatter(engine.rank, operation.buffer, operation.region.datatype, operation.region.count,
                                packet.payload);
    engine.world.memory.release(packet.payload);
    note_complete(engine, window, packet);
}

OpId next_accumulate(Window& window, const Packet& acknowledgement) {
    return of_accumulate(acknowledgement) ? known_target(window, acknowledgement).first_waiting : no_operation;
}

void on_acknowledgement(EngineState& engine, Window& window, const Packet& packet) {
    Target& target = known_target(window, packet);
    if (target.acks_due == 0) throw ProtocolError("RMA_DONE_ACK that no RMA_DONE requested");
    window.note_ack(target);
    if (of_accumulate(packet)) send_next_accumulate(engine, window, target);
}

}  // namespace rmasim::oldqueue
