#include "protocol/ch4/routines/origin_side.h"

namespace rmasim::ch4 {

namespace {

void count(Window& window, const OperationElement& element, int by) {
    const auto change = static_cast<std::uint32_t>(by);
    const std::uint32_t of_accumulates = accumulates(element.operation.kind) ? change : 0;
    if (element.of_fence) {
        window.unanswered += change;
        window.accumulates += of_accumulates;
        return;
    }
    Target& target = window.targets.make(element.target);
    target.unanswered += change;
    target.accumulates += of_accumulates;
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
                        std::to_string(packet.source) + ", for which the window has no target state");
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

// The bytes of the description of a region's datatype: a vector's, or a list of displacements (CH4-LARGE-1).
std::uint64_t description_bytes(const Region& region) {
    constexpr std::uint64_t of_a_vector = 336, of_a_displacement = 8;
    return of_a_vector + (region.irregular() ? of_a_displacement * region.blocks() : 0);
}

// True if the target's datatype is described, and does not fit into the header.
bool is_large(const Config& config, const Operation& operation) {
    constexpr std::uint64_t own_header_bytes = 72;
    const Region& region = operation.region;
    if (operation.kind == OpKind::get || (operation.kind == OpKind::put ? region.contiguous() : region.basic())) {
        return false;
    }
    return own_header_bytes + description_bytes(region) > max_header_bytes(config);
}

Packet announcement_of(const EngineState& engine, const Operation& operation, OpId id) {
    Packet packet = packet_to(engine, operation.target, operation.window, announced(operation.kind).dt_req);
    packet.op = id;
    packet.region = operation.region;
    packet.reduce = operation.reduce;
    packet.data_bytes = static_cast<std::uint32_t>(description_bytes(operation.region));
    return packet;
}

// Completes the operation and its request.
void complete(EngineState& engine, OpId id) {
    const OperationElement& element = engine.operations[id];
    if (element.rest.request != no_request) engine.requests.find(element.rest.request)->done = true;
    engine.world.observer.op_completed(engine.rank, id, element.target);
    engine.operations.give_back(id);
}

// Reports the operation as issued. Does not report operations to the process itself: observers interpret such a report
// as an operation without a packet.
void note_issued(EngineState& engine, OpId id, const Operation& operation) {
    if (operation.target != engine.rank) engine.world.observer.op_issued(engine.rank, id, operation.target);
}

// Completes the operation's request before the operation is complete (CH4-NATIVE-4, defect 4).
void complete_request_early(EngineState& engine, Window& window, OpId id) {
    RequestId& request = engine.operations[id].rest.request;
    engine.requests.find(request)->done = true;
    request = no_request;
    window.request_early = true;
}

// Marks the target of a native operation (UCX only). With setting `fixed`, a put does not overwrite the mark of an
// earlier get.
void mark(const EngineState& engine, Window& window, const Operation& operation) {
    Target& target = window.targets.make(operation.target);
    const bool stays = engine.config.fixed && target.mark == Mark::local;
    target.mark = operation.kind == OpKind::get || stays ? Mark::local : Mark::remote;
    if (operation.kind == OpKind::get) ++target.gets;
}

}  // namespace

void send_operation(EngineState& engine, Window& window, const Operation& operation) {
    const OpId id = make_element(engine, window, operation);
    const bool early = window.network.marks && !accumulates(operation.kind) && !engine.config.fixed;
    if (early && operation.request != no_request) complete_request_early(engine, window, id);
    count(window, engine.operations[id], 1);
    const bool large = is_large(engine.config, operation);
    const Packet packet = large ? announcement_of(engine, operation, id)
                                : packet_of(engine, operation, id, packet_kind_of(operation.kind));
    note_issued(engine, id, operation);
    send(engine, packet);
}

void on_dt_ack(EngineState& engine, const Packet& packet) {
    const OperationElement& element = engine.operations[packet.op];
    Operation operation = element.operation.whole(element.window, element.target);
    send(engine, packet_of(engine, operation, packet.op, announced(operation.kind).dat_req));
}

bool is_native(const EngineState& engine, const Window& window, const Operation& operation) {
    if (!window.network.put_get || !operation.region.contiguous()) return false;
    if (accumulates(operation.kind)) {
        return window.network.atomics && !operation.origin_derived && operation.region.basic() &&
               is_atomic_in_network(engine.config, engine.world.transport.nic_atomics(), operation);
    }
    if (window.network.marks) return operation.kind == OpKind::put || !operation.origin_derived;
    return !engine.world.memory.node_of(engine.rank).contains(operation.target);
}

void send_natively(EngineState& engine, Window& window, const Operation& operation) {
    const OpId id = make_element(engine, window, operation);
    engine.native.sent({operation.target, window.id});
    ++window.native_unanswered;
    if (window.network.marks) mark(engine, window, operation);
    note_issued(engine, id, operation);
    engine.world.transport.send(packet_of(engine, operation, id, nic::request_for(operation.kind)));
    if (operation.kind == OpKind::put && window.network.marks) complete(engine, id);
}

void on_nic_answer(EngineState& engine, const Packet& packet) {
    Window& window = engine.windows[packet.window];
    engine.native.answered({packet.source, packet.window});
    --window.native_unanswered;
    if (packet.kind == nic::write_done && window.network.marks) return;  // the put was complete when it was sent
    if (nic::brings_data(packet.kind)) take_data(engine, engine.operations[packet.op], packet);
    if (window.network.marks) --window.targets.find(packet.source)->gets;
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
    all.answers[static_cast<std::size_t>(window.group().comm_rank_of(packet.source))] = true;
}

void on_unlock_ack(EngineState&, Window& window, const Packet& packet) {
    if (window.lock_all == nullptr) {
        target_of(window, packet).unlocking = false;
        return;
    }
    --window.lock_all->unanswered;
    window.lock_all->answers[static_cast<std::size_t>(window.group().comm_rank_of(packet.source))] = true;
}

}  // namespace rmasim::ch4
