#include "protocol/ch4/routines/origin_side.h"

namespace rmasim::ch4 {

namespace {

void count(Window& window, const OperationElement& element, int by) {
    const auto change = static_cast<std::uint32_t>(by);
    if (element.of_fence) {
        window.unanswered += change;
        return;
    }
    window.targets.make(element.target).unanswered += change;
    window.targets_unanswered += change;
}

void take_data(EngineState& engine, const OperationElement& element, const Packet& packet) {
    const StoredOperation& operation = element.operation;
    const OriginBuffer& result = operation.kind == OpKind::get ? operation.buffer : element.rest.result;
    engine.world.memory.scatter(engine.rank, result, operation.region.datatype, operation.region.count, packet.payload);
    engine.world.memory.release(packet.payload);
}

LockAll& lock_all_of(const Window& window, const Packet& packet) {
    if (window.lock_all) return *window.lock_all;
    throw ProtocolError("CH4-LOCKALL-1: " + packet_vocabulary.name(packet.type()) + " from rank " +
                        std::to_string(packet.source) + " outside lock_all");
}

Target& target_of(Window& window, const Packet& packet) {
    if (Target* const target = window.targets.find(packet.source)) return *target;
    throw ProtocolError("CH4-LOCK-1: " + packet_vocabulary.name(packet.type()) + " from rank " +
                        std::to_string(packet.source) + ", of which nothing is known");
}

}  // namespace

namespace {

OpId make_element(EngineState& engine, const Window& window, const Operation& operation) {
    const OpId id = engine.operations.take();
    engine.operations[id] = {StoredOperation(operation, id),
                             window.epoch == Epoch::fence,
                             operation.target,
                             window.id,
                             {operation.result, operation.request}};
    engine.world.observer.op_posted(engine.rank, id, operation);
    if (operation.request != no_request) engine.requests.find(operation.request)->op = id;
    return id;
}

Packet packet_of(EngineState& engine, const Operation& operation, OpId id, PacketKind kind) {
    Packet packet = packet_to(engine, operation.target, operation.window, kind);
    packet.op = id;
    packet.region = operation.region;
    packet.reduce = operation.reduce;
    packet.data_bytes = operation.bytes_sent();
    if (operation.elements_sent() > 0) {
        packet.payload = engine.world.memory.gather(engine.rank, operation.origin, operation.region.datatype,
                                                    operation.elements_sent());
    }
    return packet;
}

// Its request is complete.
void complete(EngineState& engine, OpId id) {
    const OperationElement& element = engine.operations[id];
    if (element.rest.request != no_request) engine.requests.find(element.rest.request)->done = true;
    engine.world.observer.op_completed(engine.rank, id, element.target);
    engine.operations.give_back(id);
}

// CH4-NATIVE-4.
void complete_request_early(EngineState& engine, Window& window, OpId id) {
    RequestId& request = engine.operations[id].rest.request;
    engine.requests.find(request)->done = true;
    request = no_request;
    window.request_early = true;
}

// With `mended` a put does not hide a get before it.
void mark(const EngineState& engine, Window& window, const Operation& operation) {
    Target& target = window.targets.make(operation.target);
    const bool stays = engine.config.mended && target.mark == Mark::local;
    target.mark = operation.kind == OpKind::get || stays ? Mark::local : Mark::remote;
    if (operation.kind == OpKind::get) ++target.gets;
}

}  // namespace

void send_operation(EngineState& engine, Window& window, const Operation& operation) {
    const OpId id = make_element(engine, window, operation);
    const bool early = window.native && !accumulates(operation.kind) && !engine.config.mended;
    if (early && operation.request != no_request) complete_request_early(engine, window, id);
    count(window, engine.operations[id], 1);
    const Packet packet = packet_of(engine, operation, id, packet_kind_of(operation.kind));
    // To the observer that means "without a packet" where the target is the process itself.
    if (operation.target != engine.rank) engine.world.observer.op_issued(engine.rank, id, operation.target);
    send(engine, packet);
}

bool is_native(const Window& window, const Operation& operation) {
    if (!window.native || accumulates(operation.kind) || !operation.region.basic()) return false;
    return operation.kind == OpKind::put || !operation.origin_derived;
}

void send_natively(EngineState& engine, Window& window, const Operation& operation) {
    const OpId id = make_element(engine, window, operation);
    engine.native.sent({operation.target, window.id});
    mark(engine, window, operation);
    engine.world.observer.op_issued(engine.rank, id, operation.target);
    engine.world.transport.send(packet_of(engine, operation, id, nic::request_for(operation.kind)));
    if (operation.kind == OpKind::put) complete(engine, id);
}

void on_nic_answer(EngineState& engine, const Packet& packet) {
    engine.native.answered({packet.source, packet.window});
    if (packet.kind != nic::read_data) return;
    take_data(engine, engine.operations[packet.op], packet);
    --engine.windows[packet.window].targets.find(packet.source)->gets;
    complete(engine, packet.op);
}

void on_answer(EngineState& engine, Window& window, const Packet& packet) {
    const OperationElement& element = engine.operations[packet.op];
    if (fetches(element.operation.kind)) take_data(engine, element, packet);
    count(window, element, -1);
    complete(engine, packet.op);
}

void on_grant(EngineState&, Window& window, const Packet& packet) {
    if (packet.kind == kind::lock_ack) {
        target_of(window, packet).granted = true;
        return;
    }
    LockAll& all = lock_all_of(window, packet);
    ++all.granted;
    all.answers[static_cast<std::size_t>(window.group().place_of(packet.source))] = true;
}

void on_unlock_ack(EngineState&, Window& window, const Packet& packet) {
    if (window.lock_all == nullptr) {
        target_of(window, packet).unlocking = false;
        return;
    }
    --window.lock_all->unanswered;
    window.lock_all->answers[static_cast<std::size_t>(window.group().place_of(packet.source))] = true;
}

}  // namespace rmasim::ch4
