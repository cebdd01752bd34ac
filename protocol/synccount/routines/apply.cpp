#include "protocol/synccount/routines/apply.h"

#include "protocol/synccount/routines/counter_value.h"
#include "protocol/synccount/routines/seek.h"
#include "protocol/synccount/routines/send.h"

namespace rmasim::synccount {

namespace {

void apply(EngineState& engine, const Window& window, const Packet& packet) {
    Memory& memory = engine.world.memory;
    const Region region = in_bytes(packet.region, window.disp_unit);
    engine.world.observer.op_applied(engine.rank, packet);
    if (packet.kind == PacketKind::put) {
        memory.write(engine.rank, engine.rank, window.id, region, packet.payload);
    } else {
        memory.accumulate(engine.rank, engine.rank, window.id, region, packet.reduce, packet.payload);
    }
    memory.release(packet.payload);
}

void respond(EngineState& engine, const Window& window, const Packet& get) {
    Packet response = packet_to(engine, get.source, window.id, PacketKind::get_resp);
    response.op = get.op;
    response.region = get.region;
    response.data_bytes = get.region.bytes();
    engine.world.observer.op_applied(engine.rank, get);
    response.payload =
        engine.world.memory.read(engine.rank, engine.rank, window.id, in_bytes(get.region, window.disp_unit));
    engine.world.transport.send(response);
}

void acknowledge(EngineState& engine, const Packet& packet) {
    Packet answer = packet_to(engine, packet.source, packet.window, kind::rma_done_ack);
    answer.op = packet.op;
    set_covered(answer, covered_by(packet));
    engine.world.transport.send(answer);
}

Target& known_target(Window& window, Rank rank) {
    Target* const target = window.targets.find(rank);
    if (target == nullptr) throw ProtocolError("a reply from a rank from which no reply is due");
    return *target;
}

void complete(EngineState& engine, Window& window, Target& target, std::size_t index) {
    std::vector<Target::Open>& open = target.make_unfinished().open;
    const Target::Open done = open[index];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(index));
    engine.world.observer.op_completed(engine.rank, done.op, target.rank);
    engine.operations.give_back(done.op);
    note_complete(engine, window, target, done);
}

std::size_t index_of_operation(const Target& target, OpId op) {
    const auto open = target.open();
    const auto at = std::find_if(open.begin(), open.end(), [op](const Target::Open& one) { return one.op == op; });
    if (at == open.end()) throw ProtocolError("a reply to an operation that is complete");
    return static_cast<std::size_t>(at - open.begin());
}

void on_response(EngineState& engine, Window& window, Target& target, const Packet& packet) {
    const StoredOperation& operation = engine.operations[packet.op];
    engine.world.memory.scatter(engine.rank, operation.buffer, operation.region.datatype, operation.region.count,
                                packet.payload);
    engine.world.memory.release(packet.payload);
    complete(engine, window, target, index_of_operation(target, packet.op));
}

// Handles an acknowledgement. On ordered transports, it covers all PUTs and ACCs up to the operation that requested it;
// on other transports, only this operation.
void on_acknowledgement(EngineState& engine, Window& window, Target& target, const Packet& packet) {
    if (!engine.ordered) {
        const std::size_t index = index_of_operation(target, packet.op);
        const bool accumulate = target.open()[index].mode == SyncModes::accumulate;
        complete(engine, window, target, index);
        if (accumulate) send_next_accumulate(engine, window, target);
        return;
    }
    for (std::size_t index = 0; index < target.open().size();) {
        const Target::Open& open = target.open()[index];
        if (open.mode == SyncModes::get || open.number >= covered_by(packet)) ++index;
        else complete(engine, window, target, index);
    }
}

}  // namespace

void on_request(EngineState& engine, Window& window, const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::get: respond(engine, window, packet); break;
        case PacketKind::put:
        case PacketKind::accumulate: apply(engine, window, packet); break;
        default: break;
    }
    if (packet.kind == kind::rma_done || has(packet.flags, flag::rma_done)) acknowledge(engine, packet);
    if (signals(packet)) lower(engine, window.id, counter_of(packet), packet.source);
}

void on_reply(EngineState& engine, Window& window, const Packet& packet) {
    Target& target = known_target(window, packet.source);
    if (packet.kind == PacketKind::get_resp) on_response(engine, window, target, packet);
    else on_acknowledgement(engine, window, target, packet);
    tidy(window, packet.source);
}

void run_own(EngineState& engine, const Window& window, Operation operation) {
    Memory& memory = engine.world.memory;
    operation.region = in_bytes(operation.region, window.disp_unit);
    const Region& region = operation.region;
    engine.world.observer.op_local(engine.rank, operation);
    if (operation.kind == OpKind::get) {
        const Payload data = memory.read(engine.rank, engine.rank, window.id, region);
        memory.scatter(engine.rank, operation.result, region.datatype, region.count, data);
        memory.release(data);
        return;
    }
    const Payload data = memory.gather(engine.rank, operation.origin, region.datatype, operation.elements_sent());
    if (operation.kind == OpKind::put) memory.write(engine.rank, engine.rank, window.id, region, data);
    else memory.accumulate(engine.rank, engine.rank, window.id, region, operation.reduce, data);
    memory.release(data);
}

}  // namespace rmasim::synccount
